package dev.drover.server.controllers;

import dev.drover.api.DeleteOptions;
import dev.drover.schema.TreeNode;
import dev.drover.server.core.ApiError;
import dev.drover.server.core.ApiObjects;
import dev.drover.server.core.CallNotes;
import dev.drover.server.core.Catalog;
import dev.drover.server.core.Resource;
import dev.drover.server.core.UserInfo;
import dev.drover.server.strategy.StoredObjects;
import dev.drover.server.strategy.UpdateStrategy;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The view of one pass of a controller: reads and writes objects with all rules of the API, as the
/// service account that the controller has in Kubernetes.
///
/// An action that is refused is logged, and tried again when the next pass still wants it.
final class ClusterPass {
  private static final Logger LOG = LoggerFactory.getLogger(ClusterPass.class);

  private final ApiObjects objects;
  private final StoredObjects stored;
  private final List<Resource> resources;
  private final UserInfo user;

  ClusterPass(Catalog catalog, ApiObjects objects, StoredObjects stored, String account) {
    this.objects = objects;
    this.stored = stored;
    this.user =
        UserInfo.of(
            "system:serviceaccount:kube-system:" + account,
            List.of(
                "system:serviceaccounts",
                "system:serviceaccounts:kube-system",
                UserInfo.AUTHENTICATED_GROUP));
    Map<String, Resource> byStorage = new LinkedHashMap<>();
    for (Resource resource : catalog.snapshot().resources()) {
      if (resource.verbs().contains("delete")) {
        // Of several versions the stored one: nothing is converted to and fro.
        byStorage.merge(
            resource.storage().name(),
            resource,
            (a, b) -> b.gvk().equals(b.storage().kind()) ? b : a);
      }
    }
    this.resources = List.copyOf(byStorage.values());
  }

  /// An object as it is stored.
  record Item(Resource resource, TreeNode object) {
    TreeNode metadata() {
      return object.at("metadata");
    }

    String uid() {
      return metadata().text("uid");
    }

    String namespace() {
      return metadata().text("namespace");
    }

    String name() {
      return metadata().text("name");
    }

    boolean isBeingDeleted() {
      return metadata().has("deletionTimestamp");
    }

    boolean hasFinalizer(String finalizer) {
      return metadata().texts("finalizers").contains(finalizer);
    }

    @Override
    public String toString() {
      return resource.gvr().resource() + " " + namespace() + "/" + name();
    }
  }

  /// Everything that can be deleted.
  List<Item> all() {
    List<Item> all = new ArrayList<>();
    resources.forEach(resource -> all.addAll(items(resource, "")));
    return all;
  }

  /// Everything in a namespace.
  List<Item> in(String namespace) {
    List<Item> all = new ArrayList<>();
    for (Resource resource : resources) {
      if (resource.namespaced()) {
        all.addAll(items(resource, namespace));
      }
    }
    return all;
  }

  /// The objects of one resource, in a namespace or everywhere.
  List<Item> of(String storageName, String namespace) {
    return resources.stream()
        .filter(resource -> resource.storage().name().equals(storageName))
        .flatMap(resource -> items(resource, namespace).stream())
        .toList();
  }

  private List<Item> items(Resource resource, String namespace) {
    return stored.list(resource.storage().name(), namespace).stream()
        .map(tree -> new Item(resource, TreeNode.view(resource.storage().fromStored().apply(tree))))
        .toList();
  }

  void delete(Item item, DeleteOptions options) {
    attempt(
        "delete",
        item,
        () -> objects.delete(item.resource(), item.namespace(), item.name(), options, write()));
  }

  void update(Item item, UnaryOperator<TreeNode> change) {
    update(item, UpdateStrategy.main(item.resource().strategy()), change);
  }

  void update(Item item, UpdateStrategy rules, UnaryOperator<TreeNode> change) {
    attempt(
        "update",
        item,
        () ->
            objects.update(item.resource(), rules, item.namespace(), item.name(), change, write()));
  }

  void create(String storageName, String namespace, Map<String, @Nullable Object> tree) {
    for (Resource resource : resources) {
      if (resource.storage().name().equals(storageName)) {
        Item item = new Item(resource, TreeNode.copyOf(tree));
        attempt("create", item, () -> objects.create(resource, namespace, tree, write()));
      }
    }
  }

  private void attempt(String verb, Item item, Runnable action) {
    try {
      action.run();
    } catch (ApiError e) {
      int code = e.status().code();
      if (code != 404 && code != 409) { // a concurrent write won; the next pass sees its result
        LOG.warn("{} {}: {}", verb, item, e.getMessage());
      }
    }
  }

  private ApiObjects.Write write() {
    return new ApiObjects.Write(user, "kube-controller-manager", "", false, new CallNotes());
  }
}
