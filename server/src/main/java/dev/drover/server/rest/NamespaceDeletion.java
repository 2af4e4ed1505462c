package dev.drover.server.rest;

import dev.drover.api.DeleteOptions;
import dev.drover.api.Preconditions;
import dev.drover.crd.engine.MetadataValidation;
import dev.drover.schema.TreeNode;
import dev.drover.server.core.ApiError;
import dev.drover.server.core.ApiObjects.Write;
import dev.drover.server.core.Resource;
import dev.drover.server.storage.StoredObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Deletes namespaces: the first time only their phase changes, so that the namespace controller
/// can begin; they go when nothing in `spec.finalizers` keeps them any longer.
///
/// In Go: the `REST.Delete` of namespaces.
final class NamespaceDeletion {
  private final WriteEnvironment environment;
  private final DeleteOperation deletion;

  NamespaceDeletion(WriteEnvironment environment, DeleteOperation deletion) {
    this.environment = environment;
    this.deletion = deletion;
  }

  DeleteOperation.Result delete(
      Resource resource, String name, DeleteOptions options, Write write) {
    while (true) {
      StoredObject before =
          environment
              .store()
              .get(WriteEnvironment.key(resource, "", name))
              .orElseThrow(() -> ApiError.notFound(resource.groupResource(), name));
      Map<String, @Nullable Object> current = resource.storage().fromStored().apply(before.tree());
      TreeNode namespace = TreeNode.copyOf(current);
      TreeNode metadata = namespace.orCreate("metadata");
      requirePreconditions(resource, metadata, options);
      if (metadata.has("deletionTimestamp")) {
        return NamespaceValidation.mayGo(resource, namespace)
            ? deletion.deleteObject(resource, "", name, options, write)
            : new DeleteOperation.Result(DeleteOperation.Outcome.MARKED, current);
      }
      deletion.admit(resource, before, current, write);
      metadata.set("deletionTimestamp", environment.now());
      namespace.orCreate("status").set("phase", "Terminating");
      setFinalizers(metadata, options);
      Optional<Map<String, @Nullable Object>> marked =
          write.dryRun() ? Optional.of(namespace.map()) : replace(resource, before, namespace);
      if (marked.isPresent()) {
        return new DeleteOperation.Result(DeleteOperation.Outcome.MARKED, marked.get());
      }
    }
  }

  private Optional<Map<String, @Nullable Object>> replace(
      Resource resource, StoredObject before, TreeNode namespace) {
    return environment
        .store()
        .replace(before, resource.storage().toStored().apply(namespace.map()))
        .map(StoredObject::tree)
        .map(resource.storage().fromStored());
  }

  private static void requirePreconditions(
      Resource resource, TreeNode metadata, DeleteOptions options) {
    Preconditions wanted = options.preconditions();
    if (wanted == null) {
      return;
    }
    require(resource, metadata, "UID", wanted.uid(), metadata.text("uid"));
    require(
        resource,
        metadata,
        "ResourceVersion",
        wanted.resourceVersion(),
        metadata.text("resourceVersion"));
  }

  private static void require(
      Resource resource, TreeNode metadata, String what, @Nullable String wanted, String actual) {
    if (wanted != null && !wanted.equals(actual)) {
      throw ApiError.conflict(
          resource.groupResource(),
          metadata.text("name"),
          "Precondition failed: %s in precondition: %s, %s in object meta: %s"
              .formatted(what, wanted, what, actual));
    }
  }

  private static void setFinalizers(TreeNode metadata, DeleteOptions options) {
    Boolean orphan = options.orphanDependents();
    String policy = options.propagationPolicy();
    if (orphan == null && policy == null) {
      return;
    }
    List<String> finalizers = new ArrayList<>(metadata.texts("finalizers"));
    finalizers.removeAll(List.of(MetadataValidation.ORPHAN, MetadataValidation.FOREGROUND));
    if (orphan != null ? orphan : "Orphan".equals(policy)) {
      finalizers.add(MetadataValidation.ORPHAN);
    }
    if (orphan != null ? !orphan : "Foreground".equals(policy)) {
      finalizers.add(MetadataValidation.FOREGROUND);
    }
    if (finalizers.isEmpty()) {
      metadata.remove("finalizers");
    } else {
      metadata.set("finalizers", finalizers);
    }
  }
}
