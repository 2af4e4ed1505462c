package dev.drover.server.rest;

import dev.drover.api.DeleteOptions;
import dev.drover.schema.TreeNode;
import dev.drover.server.core.ApiError;
import dev.drover.server.core.ApiObjects;
import dev.drover.server.core.Catalog;
import dev.drover.server.core.Resource;
import dev.drover.server.strategy.UpdateStrategy;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// The stored objects of all resources, with the rules for writing them. Safe for any number of
/// threads.
public final class ObjectRegistry implements ApiObjects {
  private final WriteEnvironment environment;
  private final FieldOwnership ownership;
  private final CreateOperation creation;
  private final UpdateOperation updating;
  private final DeleteOperation deletion;

  public ObjectRegistry(WriteEnvironment environment, Catalog catalog) {
    this.environment = environment;
    this.ownership = new FieldOwnership(catalog, environment.clock());
    this.creation = new CreateOperation(environment, ownership);
    this.updating = new UpdateOperation(environment, creation);
    this.deletion = new DeleteOperation(environment);
  }

  @Override
  public Map<String, @Nullable Object> get(Resource resource, String namespace, String name) {
    return environment
        .store()
        .get(WriteEnvironment.key(resource, namespace, name))
        .map(stored -> resource.storage().fromStored().apply(stored.tree()))
        .orElseThrow(() -> ApiError.notFound(resource.groupResource(), name));
  }

  @Override
  public Map<String, @Nullable Object> create(
      Resource resource, String namespace, Map<String, @Nullable Object> object, Write write) {
    TreeNode node = TreeNode.copyOf(object);
    resource.strategy().setDefaults(node);
    return creation.create(resource, namespace, node, write);
  }

  @Override
  public Map<String, @Nullable Object> update(
      Resource resource,
      UpdateStrategy rules,
      String namespace,
      String name,
      UnaryOperator<TreeNode> change,
      Write write) {
    var target = new UpdateOperation.Target(resource, rules, namespace, name, "", false, () -> {});
    UpdateOperation.Change tracked =
        current -> {
          TreeNode live = java.util.Objects.requireNonNull(current, "only for what is there");
          TreeNode object = change.apply(TreeNode.copyOf(live.map()));
          return rules.recordsOwners() ? ownership.updated(resource, object, live, write) : object;
        };
    return updating.update(target, tracked, write).object();
  }

  @Override
  public Map<String, @Nullable Object> apply(
      Resource resource,
      UpdateStrategy rules,
      String namespace,
      String name,
      Map<String, @Nullable Object> configuration,
      Write write) {
    var target = new UpdateOperation.Target(resource, rules, namespace, name, "", false, () -> {});
    UpdateOperation.Change merged =
        current ->
            AppliedObject.of(
                resource,
                ownership.applied(
                    resource, current == null ? null : current.map(), configuration, true, write));
    return updating.update(target, merged, write).object();
  }

  @Override
  public Deleted delete(
      Resource resource, String namespace, String name, DeleteOptions options, Write write) {
    DeleteOperation.Result result = deletion.delete(resource, namespace, name, options, write);
    return new Deleted(result.outcome() == DeleteOperation.Outcome.GONE, result.object());
  }

  /// An object with a configuration merged into it, by the schema of its kind; owners of fields
  /// stay as they are.
  ///
  /// @throws ApiError when the configuration does not fit the schema
  public Map<String, @Nullable Object> merged(
      Resource resource,
      Map<String, @Nullable Object> live,
      Map<String, @Nullable Object> configuration) {
    Write write = Write.byServer("");
    TreeNode merged =
        TreeNode.copyOf(ownership.applied(resource, live, configuration, true, write));
    merged
        .orCreate("metadata")
        .set("managedFields", TreeNode.view(live).at("metadata").get("managedFields"));
    return merged.map();
  }

  WriteEnvironment environment() {
    return environment;
  }

  FieldOwnership ownership() {
    return ownership;
  }

  CreateOperation creation() {
    return creation;
  }

  UpdateOperation updating() {
    return updating;
  }

  DeleteOperation deletion() {
    return deletion;
  }
}
