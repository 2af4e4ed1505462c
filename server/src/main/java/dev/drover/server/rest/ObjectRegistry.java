package dev.drover.server.rest;

import dev.drover.api.DeleteOptions;
import dev.drover.schema.TreeNode;
import dev.drover.server.core.ApiError;
import dev.drover.server.core.Catalog;
import dev.drover.server.core.Objects;
import dev.drover.server.core.Resource;
import dev.drover.server.core.UpdateRules;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// The stored objects of all resources, with the rules for writing them. Safe for any number of
/// threads.
public final class ObjectRegistry implements Objects {
  private final Environment environment;
  private final FieldOwnership ownership;
  private final Creation creation;
  private final Updating updating;
  private final Deletion deletion;

  public ObjectRegistry(Environment environment, Catalog catalog) {
    this.environment = environment;
    this.ownership = new FieldOwnership(catalog, environment.clock());
    this.creation = new Creation(environment, ownership);
    this.updating = new Updating(environment, creation);
    this.deletion = new Deletion(environment);
  }

  @Override
  public Map<String, @Nullable Object> get(Resource resource, String namespace, String name) {
    return environment
        .store()
        .get(Environment.key(resource, namespace, name))
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
      UpdateRules rules,
      String namespace,
      String name,
      UnaryOperator<TreeNode> change,
      Write write) {
    var target = new Updating.Target(resource, rules, namespace, name, "", false, () -> {});
    Updating.Change tracked =
        current -> {
          TreeNode live = java.util.Objects.requireNonNull(current, "only for what is there");
          TreeNode object = change.apply(TreeNode.copyOf(live.map()));
          return rules.hasOwners() ? ownership.updated(resource, object, live, write) : object;
        };
    return updating.update(target, tracked, write).object();
  }

  @Override
  public Map<String, @Nullable Object> apply(
      Resource resource,
      UpdateRules rules,
      String namespace,
      String name,
      Map<String, @Nullable Object> configuration,
      Write write) {
    var target = new Updating.Target(resource, rules, namespace, name, "", false, () -> {});
    Updating.Change merged =
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
    Deletion.Result result = deletion.delete(resource, namespace, name, options, write);
    return new Deleted(result.outcome() == Deletion.Outcome.GONE, result.object());
  }

  Environment environment() {
    return environment;
  }

  FieldOwnership ownership() {
    return ownership;
  }

  Creation creation() {
    return creation;
  }

  Updating updating() {
    return updating;
  }

  Deletion deletion() {
    return deletion;
  }
}
