package dev.drover.server.rest;

import dev.drover.api.Status;
import dev.drover.api.StatusDetails;
import dev.drover.crd.engine.MetadataValidation;
import dev.drover.schema.FieldError;
import dev.drover.schema.TreeNode;
import dev.drover.server.core.AdmissionPlugin;
import dev.drover.server.core.ApiError;
import dev.drover.server.core.ApiObjects.Write;
import dev.drover.server.core.Resource;
import dev.drover.server.storage.StorageKey;
import dev.drover.server.storage.StoredObject;
import dev.drover.server.strategy.Strategy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Stores new objects.
///
/// In Go: the create handler, `rest.BeforeCreate` and `Store.Create`.
final class CreateOperation {
  private static final int NAME_ATTEMPTS = 8;

  private final WriteEnvironment environment;
  private final FieldOwnership ownership;

  CreateOperation(WriteEnvironment environment, FieldOwnership ownership) {
    this.environment = environment;
    this.ownership = ownership;
  }

  /// Takes an object from a client: with defaults, but with nothing of its own in `metadata`.
  Map<String, @Nullable Object> create(
      Resource resource, String namespace, TreeNode object, Write write) {
    TreeNode metadata = object.orCreate("metadata");
    dropSystemFields(metadata);
    NamespaceValidation.place(resource, namespace, metadata);
    OwnerReferences.dropDuplicates(object, false, write.notes());
    TreeNode owned = ownership.created(resource, object, write);
    environment.admit(
        environment.attempt(
            AdmissionPlugin.Operation.CREATE,
            resource,
            namespace,
            metadata.text("name"),
            owned,
            null,
            write));
    OwnerReferences.dropDuplicates(owned, true, write.notes());
    return createNamed(resource, namespace, owned, write);
  }

  /// Takes away what only the server sets.
  static void dropSystemFields(TreeNode metadata) {
    for (String system :
        List.of(
            "creationTimestamp",
            "uid",
            "deletionTimestamp",
            "deletionGracePeriodSeconds",
            "selfLink")) {
      metadata.remove(system);
    }
  }

  private Map<String, @Nullable Object> createNamed(
      Resource resource, String namespace, TreeNode object, Write write) {
    TreeNode metadata = object.orCreate("metadata");
    String prefix = metadata.text("generateName");
    if (prefix.isEmpty() || !metadata.text("name").isEmpty()) {
      return store(resource, namespace, object, write);
    }
    for (int attempt = 1; ; attempt++) {
      TreeNode named = TreeNode.copyOf(object.map());
      named.orCreate("metadata").set("name", nameFrom(prefix, resource));
      try {
        return store(resource, namespace, named, write);
      } catch (ApiError e) {
        if (!isNameTaken(e)) {
          throw e;
        }
        if (attempt == NAME_ATTEMPTS) {
          throw noUniqueName(resource, named.at("metadata").text("name"));
        }
      }
    }
  }

  private String nameFrom(String prefix, Resource resource) {
    return resource.strategy().naming().isGenerated()
        ? GeneratedNames.next(prefix, environment.random())
        : prefix;
  }

  private static ApiError noUniqueName(Resource resource, String name) {
    ApiError taken = ApiError.alreadyExists(resource.groupResource(), name);
    Status status = taken.status();
    StatusDetails details = java.util.Objects.requireNonNull(status.details());
    return ApiError.of(
        status.toBuilder()
            .message(
                status.message()
                    + ", the server was not able to generate a unique name for the object")
            .details(details.toBuilder().retryAfterSeconds(1).build())
            .build());
  }

  /// Stores an object that was admitted, under its name.
  Map<String, @Nullable Object> store(
      Resource resource, String namespace, TreeNode object, Write write) {
    object
        .orCreate("metadata")
        .set("creationTimestamp", environment.now())
        .set("uid", UUID.randomUUID().toString());
    check(resource, namespace, object, write);
    TreeNode metadata = object.orCreate("metadata");
    String name = metadata.text("name");
    environment.validate(
        environment.attempt(
            AdmissionPlugin.Operation.CREATE, resource, namespace, name, object, null, write));
    if (ResourceVersions.of(metadata) != 0 && !write.dryRun()) {
      throw ApiError.of(500, "", "resourceVersion should not be set on objects to be created");
    }
    CanonicalForm.settle(resource, object);
    StorageKey key = WriteEnvironment.key(resource, namespace, name);
    if (environment.store().get(key).isPresent()) {
      throw taken(resource, key);
    }
    Strategy strategy = resource.strategy();
    if (write.dryRun()) {
      strategy
          .crossObjectRules()
          .allocation()
          .allocate(object, null, environment.store().objects());
      return object.map();
    }
    try {
      return resource.storage().fromStored().apply(stored(resource, object, key).tree());
    } catch (ApiError e) {
      throw isNameTaken(e) ? taken(resource, key) : e;
    }
  }

  /// A conversion of a custom resource may call a webhook: it is made before the store is locked.
  private StoredObject stored(Resource resource, TreeNode object, StorageKey key) {
    if (resource.isCustom()) {
      Map<String, @Nullable Object> tree = firstStored(resource, object);
      return environment.store().create(key, _ -> tree);
    }
    return environment
        .store()
        .create(
            key,
            others -> {
              resource.strategy().crossObjectRules().allocation().allocate(object, null, others);
              return firstStored(resource, object);
            });
  }

  private static Map<String, @Nullable Object> firstStored(Resource resource, TreeNode object) {
    Map<String, @Nullable Object> stored =
        StoredSize.checked(resource.storage().toStored().apply(object.map()));
    return resource.storage().onCreate().apply(stored);
  }

  private static boolean isNameTaken(ApiError e) {
    return "AlreadyExists".equals(e.status().reason());
  }

  /// What must hold for every new object.
  private void check(Resource resource, String namespace, TreeNode object, Write write) {
    Strategy strategy = resource.strategy();
    NamespaceValidation.place(resource, namespace, object.orCreate("metadata"));
    if (strategy.generation().isCounted()) {
      object.orCreate("metadata").set("generation", 1L);
    }
    strategy.prepareForCreate(object);
    CanonicalForm.restore(resource, object);
    TreeNode metadata = object.orCreate("metadata");
    List<FieldError> errors =
        new ArrayList<>(
            strategy
                .crossObjectRules()
                .validation()
                .errors(object, null, environment.store().objects()));
    errors.addAll(strategy.metadataChecks().early().errors(object, null));
    if (strategy.metadataChecks().checksNew()) {
      errors.addAll(
          MetadataValidation.errors(
              metadata,
              resource.namespaced(),
              name -> strategy.naming().check().errors(name, object)));
      errors.addAll(BuiltInFinalizers.errors(resource, metadata));
    }
    errors.addAll(strategy.validate(object));
    if (errors.isEmpty()) {
      errors.addAll(MetadataValidation.pathErrors(metadata, resource.namespaced()));
    }
    if (!errors.isEmpty()) {
      throw ApiError.invalid(resource.storage().kind().groupKind(), metadata.text("name"), errors);
    }
    strategy.warnings(object, null).forEach(write.notes()::warn);
  }

  private ApiError taken(Resource resource, StorageKey key) {
    ApiError taken = ApiError.alreadyExists(resource.groupResource(), key.name());
    boolean isBeingDeleted =
        environment
            .store()
            .get(key)
            .map(stored -> TreeNode.copyOf(stored.tree()).at("metadata"))
            .filter(metadata -> metadata.has("deletionTimestamp"))
            .isPresent();
    return isBeingDeleted
        ? ApiError.of(
            taken.status().with(s -> s.message("object is being deleted: " + taken.getMessage())))
        : taken;
  }
}
