package dev.drover.server.rest;

import dev.drover.api.GroupKind;
import dev.drover.api.Preconditions;
import dev.drover.crd.engine.MetadataValidation;
import dev.drover.schema.FieldError;
import dev.drover.schema.FieldPath;
import dev.drover.schema.TreeNode;
import dev.drover.schema.apply.ServerSideApply;
import dev.drover.server.core.AdmissionPlugin;
import dev.drover.server.core.ApiError;
import dev.drover.server.core.ApiObjects.Write;
import dev.drover.server.core.Resource;
import dev.drover.server.storage.StorageKey;
import dev.drover.server.storage.StoredObject;
import dev.drover.server.strategy.MetadataCheck;
import dev.drover.server.strategy.Strategy;
import dev.drover.server.strategy.UpdateStrategy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// Changes stored objects; retries until no concurrent write interferes.
///
/// In Go: `Store.Update`, `rest.BeforeUpdate` and `GuaranteedUpdate`.
final class UpdateOperation {
  private static final String MODIFIED =
      "the object has been modified; please apply your changes to the latest version and try again";

  private final WriteEnvironment environment;
  private final CreateOperation creation;

  UpdateOperation(WriteEnvironment environment, CreateOperation creation) {
    this.environment = environment;
    this.creation = creation;
  }

  /// What an update is about.
  ///
  /// @param uid the object must have it; empty for any
  /// @param createsAbsent whether an object that is not there is created
  /// @param mayCreate asked before that; throws an [ApiError] if the user may not
  /// @param view what admission sees of the object; null if it sees the object itself
  record Target(
      Resource resource,
      UpdateStrategy rules,
      String namespace,
      String name,
      String uid,
      boolean createsAbsent,
      Runnable mayCreate,
      @Nullable UnaryOperator<TreeNode> view) {

    Target(
        Resource resource,
        UpdateStrategy rules,
        String namespace,
        String name,
        String uid,
        boolean createsAbsent,
        Runnable mayCreate) {
      this(resource, rules, namespace, name, uid, createsAbsent, mayCreate, null);
    }

    /// The same where admission sees another object, such as a `Scale`. The [Change] lets plug-ins
    /// change that one.
    Target seenAs(UnaryOperator<TreeNode> other) {
      return new Target(resource, rules, namespace, name, uid, createsAbsent, mayCreate, other);
    }
  }

  /// Gives the new state, complete with managed fields.
  @FunctionalInterface
  interface Change {
    /// Makes the new state from the old.
    ///
    /// @param current a copy of the state now; null when there is no object
    TreeNode apply(@Nullable TreeNode current);
  }

  /// What an update came to.
  ///
  /// @param isNew whether the object was created
  record Result(boolean isNew, Map<String, @Nullable Object> object) {}

  Result update(Target target, Change change, Write write) {
    Resource resource = target.resource;
    StorageKey key = WriteEnvironment.key(resource, target.namespace, target.name);
    while (true) {
      Optional<StoredObject> before = environment.store().get(key);
      if (before.isEmpty() && !target.createsAbsent) {
        throw ApiError.notFound(resource.groupResource(), target.name);
      }
      if (before.isEmpty()) {
        requireNoUid(target);
        Optional<Result> created = create(target, change, write);
        if (created.isPresent()) {
          return created.get();
        }
        continue;
      }
      requireUid(target, before.get());
      Optional<Result> result = change(target, before.get(), change, write);
      if (result.isPresent()) {
        return result.get();
      }
    }
  }

  private static void requireUid(Target target, StoredObject before) {
    if (!target.uid.isEmpty()) {
      before.require(Preconditions.builder().uid(target.uid).build());
    }
  }

  private static void requireNoUid(Target target) {
    if (!target.uid.isEmpty()) {
      throw ApiError.conflict(
          target.resource.groupResource(),
          target.name,
          "Precondition failed: UID in precondition: " + target.uid + ", UID in object meta: ");
    }
  }

  /// Empty if a concurrent request created the object first.
  private Optional<Result> create(Target target, Change change, Write write) {
    Resource resource = target.resource;
    TreeNode object = change.apply(null);
    environment.admit(attempt(AdmissionPlugin.Operation.CREATE, target, object, null, write));
    OwnerReferences.dropDuplicates(object, true, write.notes());
    target.mayCreate.run();
    object.orCreate("metadata").remove("resourceVersion"); // here it is of no account
    try {
      return Optional.of(
          new Result(true, creation.store(resource, target.namespace, object, write)));
    } catch (ApiError e) {
      if ("AlreadyExists".equals(e.status().reason())) {
        return Optional.empty();
      }
      throw e;
    }
  }

  /// Empty if the object was changed concurrently.
  private Optional<Result> change(Target target, StoredObject before, Change change, Write write) {
    Resource resource = target.resource;
    Map<String, @Nullable Object> current = resource.storage().fromStored().apply(before.tree());
    TreeNode old = TreeNode.copyOf(current);
    TreeNode object = change.apply(TreeNode.copyOf(current));
    if (target.view == null) {
      environment.admit(attempt(AdmissionPlugin.Operation.UPDATE, target, object, old, write));
    }
    OwnerReferences.dropDuplicates(object, true, write.notes());
    requireVersion(target, object.orCreate("metadata"), before);
    check(target, object, old, write);
    TreeNode changed =
        TreeNode.copyOf(ServerSideApply.withoutChangeOfTimes(object.map(), old.map()));
    environment.validate(
        attempt(
            AdmissionPlugin.Operation.UPDATE,
            target,
            seen(target, changed),
            seen(target, old),
            write));
    CanonicalForm.settle(resource, changed);
    if (write.dryRun()) {
      resource
          .strategy()
          .crossObjectRules()
          .allocation()
          .allocate(changed, old, environment.store().objects());
      return Optional.of(new Result(false, changed.map()));
    }
    if (isFinallyDeleted(resource, changed, old)) {
      return environment.store().delete(before).map(_ -> new Result(false, changed.map()));
    }
    return replace(resource, before, changed, old)
        .map(StoredObject::tree)
        .map(resource.storage().fromStored())
        .map(tree -> new Result(false, tree));
  }

  /// A conversion of a custom resource may call a webhook: it is made before the store is locked.
  private Optional<StoredObject> replace(
      Resource resource, StoredObject before, TreeNode changed, TreeNode old) {
    if (resource.isCustom()) {
      Map<String, @Nullable Object> tree =
          StoredSize.checked(resource.storage().toStored().apply(changed.map()));
      return environment.store().replace(before, _ -> tree);
    }
    return environment
        .store()
        .replace(
            before,
            others -> {
              resource.strategy().crossObjectRules().allocation().allocate(changed, old, others);
              return StoredSize.checked(resource.storage().toStored().apply(changed.map()));
            });
  }

  private static TreeNode seen(Target target, TreeNode object) {
    return target.view == null ? object : target.view.apply(object);
  }

  private AdmissionPlugin.Attempt attempt(
      AdmissionPlugin.Operation operation,
      Target target,
      TreeNode object,
      @Nullable TreeNode old,
      Write write) {
    return environment.attempt(
        operation, target.resource, target.namespace, target.name, object, old, write);
  }

  private static void requireVersion(Target target, TreeNode metadata, StoredObject before) {
    Resource resource = target.resource;
    long version = ResourceVersions.of(metadata);
    if (version == 0 && resource.strategy().updatePolicy().isUnconditional()) {
      metadata.set("resourceVersion", before.resourceVersion());
    } else if (version == 0) {
      GroupKind kind = new GroupKind(resource.gvr().group(), resource.gvr().resource());
      throw ApiError.invalid(
          kind,
          target.name,
          List.of(
              FieldError.invalid(
                  FieldPath.of("metadata", "resourceVersion"),
                  0L,
                  "must be specified for an update")));
    } else if (version != before.revision()) {
      throw ApiError.conflict(resource.groupResource(), target.name, MODIFIED);
    }
  }

  /// What must hold for every change.
  private void check(Target target, TreeNode object, TreeNode old, Write write) {
    Resource resource = target.resource;
    Strategy strategy = resource.strategy();
    TreeNode oldMetadata = old.at("metadata");
    NamespaceValidation.place(resource, target.namespace, object.orCreate("metadata"));
    copy("generation", oldMetadata, object.orCreate("metadata"));
    target.rules.prepare(object, old, environment.now());
    CanonicalForm.restore(resource, object);
    TreeNode metadata = object.orCreate("metadata");
    if (target.rules.countsAsGeneration() && strategy.generation().isRaised(object, old)) {
      metadata.set("generation", oldMetadata.number("generation", 0) + 1);
    }
    if (metadata.text("uid").isEmpty()) {
      copy("uid", oldMetadata, metadata);
    }
    copy("creationTimestamp", oldMetadata, metadata);
    if (oldMetadata.has("deletionTimestamp")) {
      copy("deletionTimestamp", oldMetadata, metadata);
    }
    if (!metadata.has("deletionGracePeriodSeconds")) {
      copy("deletionGracePeriodSeconds", oldMetadata, metadata);
    }
    List<FieldError> errors =
        new ArrayList<>(MetadataValidation.pathErrors(metadata, resource.namespaced()));
    errors.addAll(MetadataValidation.updateErrors(metadata, oldMetadata));
    errors.addAll(
        strategy
            .crossObjectRules()
            .validation()
            .errors(object, old, environment.store().objects()));
    errors.addAll(target.rules.early().errors(object, old));
    if (!resource.isCustom()) {
      for (MetadataCheck check : target.rules.metadataChecks()) {
        errors.addAll(
            switch (check) {
              case AS_CHANGE -> MetadataValidation.updateErrors(metadata, oldMetadata);
              case AS_NEW ->
                  MetadataValidation.errors(
                      metadata,
                      resource.namespaced(),
                      name -> strategy.naming().check().errors(name, object));
            });
      }
    }
    errors.addAll(BuiltInFinalizers.errors(resource, metadata));
    errors.addAll(target.rules.validate(object, old));
    if (!errors.isEmpty()) {
      throw ApiError.invalid(resource.storage().kind().groupKind(), metadata.text("name"), errors);
    }
    target.rules.warnings().of(object, old).forEach(write.notes()::warn);
  }

  private static void copy(String field, TreeNode from, TreeNode to) {
    if (from.has(field)) {
      to.set(field, from.get(field));
    } else {
      to.remove(field);
    }
  }

  /// Whether the last finalizer of an object that is to be deleted is gone.
  private static boolean isFinallyDeleted(Resource resource, TreeNode object, TreeNode old) {
    TreeNode before = old.at("metadata");
    return object.at("metadata").list("finalizers").isEmpty()
        && before.has("deletionTimestamp")
        && before.number("deletionGracePeriodSeconds", 0) == 0
        && NamespaceValidation.mayGo(resource, object);
  }
}
