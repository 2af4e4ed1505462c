package dev.drover.server.rest;

import dev.drover.api.DeleteOptions;
import dev.drover.api.GroupKind;
import dev.drover.api.GroupResource;
import dev.drover.api.Preconditions;
import dev.drover.schema.TreeNode;
import dev.drover.server.core.AdmissionPlugin;
import dev.drover.server.core.ApiError;
import dev.drover.server.core.ApiObjects.Write;
import dev.drover.server.core.Resource;
import dev.drover.server.storage.StorageKey;
import dev.drover.server.storage.StoredObject;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Deletes objects.
///
/// ```
///                    no finalizers, no time to end
///   stored ─────────────────────────────────────────────▶ gone
///      │ finalizers, or time to end                         ▲
///      ▼                                                    │ last finalizer taken away,
///   marked: deletionTimestamp, deletionGracePeriodSeconds ──┘ or deleted with no time left
/// ```
///
/// In Go: `Store.Delete` and `rest.BeforeDelete`.
final class DeleteOperation {
  private final WriteEnvironment environment;

  DeleteOperation(WriteEnvironment environment) {
    this.environment = environment;
  }

  /// What a deletion came to.
  ///
  /// @param object the last state of the object
  record Result(Outcome outcome, Map<String, @Nullable Object> object) {}

  /// How far it got.
  enum Outcome {
    /// The object is no longer there.
    GONE,
    /// The object is marked, and goes when its finalizers do or its time is up.
    MARKED,
    /// It was marked before, and nothing changed.
    PENDING
  }

  Result delete(
      Resource resource, String namespace, String name, DeleteOptions options, Write write) {
    return NamespaceValidation.isNamespace(resource)
        ? new NamespaceDeletion(environment, this).delete(resource, name, options, write)
        : deleteObject(resource, namespace, name, options, write);
  }

  Result deleteObject(
      Resource resource, String namespace, String name, DeleteOptions options, Write write) {
    StorageKey key = WriteEnvironment.key(resource, namespace, name);
    while (true) {
      StoredObject before =
          environment
              .store()
              .get(key)
              .orElseThrow(() -> ApiError.notFound(resource.groupResource(), name));
      Optional<Result> result = attempt(resource, before, options, write);
      if (result.isPresent()) {
        return result.get();
      }
    }
  }

  /// Empty if the object was changed concurrently.
  private Optional<Result> attempt(
      Resource resource, StoredObject before, DeleteOptions options, Write write) {
    Map<String, @Nullable Object> current = resource.storage().fromStored().apply(before.tree());
    TreeNode object = TreeNode.copyOf(current);
    TreeNode metadata = object.orCreate("metadata");
    requirePreconditions(resource, metadata, options);
    if (!metadata.has("deletionTimestamp")
        && resource.strategy().deletion().start().mark(object, environment.now())) {
      admit(resource, before, current, write);
      return mark(resource, before, object, write);
    }
    GracefulDeletion grace =
        GracefulDeletion.of(resource.strategy(), object, options, environment.clock().instant());
    if (grace == GracefulDeletion.PENDING) {
      return Optional.of(new Result(Outcome.PENDING, current));
    }
    boolean isGraceful = grace == GracefulDeletion.GIVEN;
    List<String> finalizers = Dependents.finalizers(resource.strategy(), metadata, options);
    boolean hadFinalizers = !metadata.texts("finalizers").isEmpty();
    admit(resource, before, current, write);
    if (!isGraceful && !hadFinalizers && finalizers.isEmpty()) {
      return remove(resource, before, write);
    }
    setFinalizers(metadata, finalizers);
    if (!isGraceful && finalizers.isEmpty()) {
      return remove(resource, before, write);
    }
    if (!isGraceful) {
      markAsDeleting(metadata);
    }
    boolean stays = !finalizers.isEmpty() || metadata.number("deletionGracePeriodSeconds", 0) > 0;
    if (stays) {
      return mark(resource, before, object, write);
    }
    if (write.dryRun()) {
      return Optional.of(new Result(Outcome.GONE, object.map()));
    }
    return environment
        .store()
        .replace(before, resource.storage().toStored().apply(object.map()))
        .flatMap(marked -> removeMarked(resource, marked, write));
  }

  /// Another request may remove the object between the two steps, as a kubelet does that sees the
  /// mark: then it is gone, as this request wants it.
  private Optional<Result> removeMarked(Resource resource, StoredObject marked, Write write) {
    Optional<Result> removed = remove(resource, marked, write);
    Optional<StoredObject> now = environment.store().get(marked.key());
    if (removed.isPresent() || now.filter(other -> other.uid().equals(marked.uid())).isPresent()) {
      return removed;
    }
    return Optional.of(
        new Result(Outcome.GONE, resource.storage().fromStored().apply(marked.tree())));
  }

  private Optional<Result> mark(
      Resource resource, StoredObject before, TreeNode object, Write write) {
    if (write.dryRun()) {
      return Optional.of(new Result(Outcome.MARKED, object.map()));
    }
    return environment
        .store()
        .replace(before, resource.storage().toStored().apply(object.map()))
        .map(StoredObject::tree)
        .map(resource.storage().fromStored())
        .map(tree -> new Result(Outcome.MARKED, tree));
  }

  private static void requirePreconditions(
      Resource resource, TreeNode metadata, DeleteOptions options) {
    Preconditions wanted = options.preconditions();
    if (wanted == null) {
      return;
    }
    // kube-apiserver also writes the kind where a resource belongs.
    GroupKind stored = resource.storage().kind().groupKind();
    GroupResource kind = new GroupResource(stored.group(), stored.kind());
    String uid = wanted.uid();
    if (uid != null && !uid.equals(metadata.text("uid"))) {
      throw ApiError.conflict(
          kind,
          metadata.text("name"),
          "the UID in the precondition (%s) does not match the UID in record (%s). The object might have been deleted and then recreated"
              .formatted(uid, metadata.text("uid")));
    }
    String version = wanted.resourceVersion();
    if (version != null && !version.equals(metadata.text("resourceVersion"))) {
      throw ApiError.conflict(
          kind,
          metadata.text("name"),
          "the ResourceVersion in the precondition (%s) does not match the ResourceVersion in record (%s). The object might have been modified"
              .formatted(version, metadata.text("resourceVersion")));
    }
  }

  void admit(
      Resource resource, StoredObject before, Map<String, @Nullable Object> current, Write write) {
    AdmissionPlugin.Attempt attempt =
        environment.attempt(
            AdmissionPlugin.Operation.DELETE,
            resource,
            before.key().namespace(),
            write.options().ofCollection() ? "" : before.key().name(),
            null,
            TreeNode.copyOf(current),
            write);
    environment.admit(attempt);
    environment.validate(attempt);
  }

  private static void setFinalizers(TreeNode metadata, List<String> finalizers) {
    if (finalizers.isEmpty()) {
      metadata.remove("finalizers");
    } else {
      metadata.set("finalizers", finalizers);
    }
  }

  /// For kinds that do not end gracefully: only finalizers keep them.
  private void markAsDeleting(TreeNode metadata) {
    if (!metadata.has("deletionTimestamp")) {
      GracefulDeletion.raiseGeneration(metadata);
    }
    String now = environment.now();
    if (!metadata.has("deletionTimestamp")
        || metadata.text("deletionTimestamp").compareTo(now) > 0) {
      metadata.set("deletionTimestamp", now);
    }
    metadata.set("deletionGracePeriodSeconds", 0L);
  }

  private Optional<Result> remove(Resource resource, StoredObject before, Write write) {
    Optional<StoredObject> last =
        write.dryRun() ? Optional.of(before) : environment.store().delete(before);
    return last.map(
        stored -> new Result(Outcome.GONE, resource.storage().fromStored().apply(stored.tree())));
  }
}
