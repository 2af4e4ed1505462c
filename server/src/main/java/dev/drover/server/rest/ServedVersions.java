package dev.drover.server.rest;

import dev.drover.schema.Structure;
import dev.drover.schema.apply.Versions;
import dev.drover.server.core.Catalog;
import dev.drover.server.core.CustomVersion;
import dev.drover.server.core.Resource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The versions of one resource that are served right now.
///
/// @param resources one for each version; all have the same storage
record ServedVersions(List<Resource> resources) implements Versions {
  static ServedVersions of(Catalog catalog, Resource resource) {
    List<Resource> all =
        catalog.snapshot().resources().stream()
            .filter(other -> other.storage().name().equals(resource.storage().name()))
            .toList();
    return new ServedVersions(all.isEmpty() ? List.of(resource) : all);
  }

  @Override
  public Optional<Structure> structure(String apiVersion) {
    return find(apiVersion).map(Resource::structure);
  }

  /// Fields that the other version does not have are lost if the resource is built in; of custom
  /// ones everything is kept, for owners of fields are to see what is there.
  @Override
  public Map<String, @Nullable Object> convert(
      Map<String, @Nullable Object> object, String apiVersion) {
    Optional<CustomVersion> custom = find(apiVersion).flatMap(Resource::custom);
    if (custom.isPresent()) {
      return custom.get().converted().apply(object);
    }
    String from = object.get("apiVersion") instanceof String text ? text : "";
    Map<String, @Nullable Object> stored =
        find(from).map(resource -> resource.storage().toStored().apply(object)).orElse(object);
    return find(apiVersion)
        .map(resource -> resource.storage().fromStored().apply(stored))
        .orElseThrow(() -> new IllegalArgumentException("not served: " + apiVersion));
  }

  private Optional<Resource> find(String apiVersion) {
    return resources.stream()
        .filter(resource -> resource.gvk().apiVersion().equals(apiVersion))
        .findFirst();
  }
}
