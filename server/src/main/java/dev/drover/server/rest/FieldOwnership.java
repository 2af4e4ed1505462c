package dev.drover.server.rest;

import dev.drover.schema.TreeNode;
import dev.drover.schema.apply.ApplyException;
import dev.drover.schema.apply.FieldFilter;
import dev.drover.schema.apply.FieldSet;
import dev.drover.schema.apply.ResetFields;
import dev.drover.schema.apply.ScaleFields;
import dev.drover.schema.apply.ServerSideApply;
import dev.drover.server.core.ApiError;
import dev.drover.server.core.ApiObjects.Write;
import dev.drover.server.core.CallNotes;
import dev.drover.server.core.Catalog;
import dev.drover.server.core.Resource;
import dev.drover.server.core.ScaleShape;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Maintains `metadata.managedFields`.
final class FieldOwnership {
  private final Catalog catalog;
  private final InstantSource clock;

  FieldOwnership(Catalog catalog, InstantSource clock) {
    this.catalog = catalog;
    this.clock = clock;
  }

  /// Admission may change owners, but not to what makes no sense: then they are as before.
  static void restoreIfInvalid(TreeNode object, @Nullable Object before, CallNotes notes) {
    Object after = object.at("metadata").get("managedFields");
    if (Objects.equals(before, after)) {
      return;
    }
    TreeNode metadata = object.orCreate("metadata");
    ServerSideApply.problemOf(after)
        .ifPresent(
            problem -> {
              metadata.set("managedFields", before);
              notes.warn(
                  ".metadata.managedFields was in an invalid state after admission; this could be"
                      + " caused by an outdated mutating admission controller; please fix your"
                      + " requests: "
                      + problem);
            });
  }

  /// The fields of a new object belong to the manager that creates it.
  TreeNode created(Resource resource, TreeNode object, Write write) {
    return tracked(resource, null, object, write);
  }

  /// The fields that a write changes belong to the writer from now on.
  TreeNode updated(Resource resource, TreeNode object, TreeNode live, Write write) {
    return tracked(resource, live.map(), object, write);
  }

  private TreeNode tracked(
      Resource resource,
      @Nullable Map<String, @Nullable Object> live,
      TreeNode object,
      Write write) {
    Map<String, @Nullable Object> shown = CanonicalForm.shown(resource, object.map());
    TreeNode owned =
        TreeNode.copyOf(
            owners(resource, write).update(live, shown, write.fieldManager(), clock.instant()));
    if (shown == object.map()) {
      return owned;
    }
    TreeNode all = TreeNode.copyOf(object.map()); // rules are yet to see what does not show
    all.set("metadata", owned.at("metadata").map());
    return all;
  }

  /// What is there with what a manager applies.
  ///
  /// @param live null when there is no object yet
  /// @throws ApiError when others own what would change, or the configuration makes no sense
  Map<String, @Nullable Object> applied(
      Resource resource,
      @Nullable Map<String, @Nullable Object> live,
      Map<String, @Nullable Object> config,
      boolean force,
      Write write) {
    try {
      return owners(resource, write)
          .apply(live, config, write.fieldManager(), force, clock.instant());
    } catch (ApplyException e) {
      throw ApiError.of(e.status());
    }
  }

  /// The owners of the number of replicas, in all versions of a resource that can be scaled.
  ScaleFields scaled(Resource resource, ScaleShape shape) {
    Map<String, FieldSet> paths = new HashMap<>();
    for (Resource version : ServedVersions.of(catalog, resource).resources()) {
      paths.put(
          version.gvk().apiVersion(),
          version
              .custom()
              .map(custom -> custom.scale().map(ScaleShape::of).map(ScaleShape::owned))
              .orElse(Optional.of(shape.owned()))
              .orElse(FieldSet.EMPTY));
    }
    return new ScaleFields(resource.gvk().apiVersion(), paths);
  }

  private ServerSideApply owners(Resource resource, Write write) {
    FieldFilter counted =
        resource.isCustom()
            ? ResetFields.ofCustom(write.subresource(), resource.subresource("status").isPresent())
            : resource.definition().resetFields().of(write.subresource());
    return new ServerSideApply(
        resource.gvk(), write.subresource(), counted, ServedVersions.of(catalog, resource));
  }
}
