package dev.drover.server.core;

import dev.drover.api.GroupKind;
import dev.drover.api.GroupResource;
import dev.drover.api.GroupVersionKind;
import dev.drover.api.GroupVersionResource;
import dev.drover.schema.KindEntry.Subresource;
import dev.drover.schema.Structure;
import dev.drover.server.strategy.StorageVersion;
import dev.drover.server.strategy.Strategy;
import java.util.List;
import java.util.Optional;

/// A resource that the server serves in one version.
///
/// @param verbs what discovery says of it
/// @param listKind the kind of its lists
/// @param structure what its objects are made of
/// @param definition what is special about its kind in this version
/// @param storage under which name, and in which form, its objects are kept: versions of one
///   resource share them
/// @param custom what its definition says beyond this; empty for built-in resources
public record Resource(
    GroupVersionResource gvr,
    GroupVersionKind gvk,
    String singular,
    boolean namespaced,
    String listKind,
    List<String> shortNames,
    List<String> categories,
    List<String> verbs,
    List<Subresource> subresources,
    Structure.Fields structure,
    KindDefinition definition,
    StorageVersion storage,
    Optional<CustomVersion> custom) {

  public Resource {
    shortNames = List.copyOf(shortNames);
    categories = List.copyOf(categories);
    verbs = List.copyOf(verbs);
    subresources = List.copyOf(subresources);
  }

  /// What is sent to a path below the objects of this resource, as if it were a resource.
  ///
  /// @param kind of what is sent; nothing of it is stored
  public Resource below(GroupVersionKind kind, Structure.Fields sent) {
    return below(kind, sent, KindDefinition.plain(kind.kind()));
  }

  /// The same for a kind with facets.
  public Resource below(
      GroupVersionKind kind, Structure.Fields sent, KindDefinition definitionBelow) {
    return new Resource(
        gvr,
        kind,
        "",
        namespaced,
        "",
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        sent,
        definitionBelow,
        StorageVersion.same(kind.group() + "/" + kind.kind(), kind),
        Optional.empty());
  }

  /// Whether the resource comes from a custom resource definition.
  public boolean isCustom() {
    return custom.isPresent();
  }

  /// The rules of writes.
  public Strategy strategy() {
    return definition.strategy();
  }

  public GroupResource groupResource() {
    return gvr.groupResource();
  }

  public GroupKind groupKind() {
    return gvk.groupKind();
  }

  public Optional<Subresource> subresource(String name) {
    return subresources.stream().filter(s -> s.name().equals(name)).findFirst();
  }
}
