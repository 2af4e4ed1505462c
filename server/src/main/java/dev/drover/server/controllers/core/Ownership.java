package dev.drover.server.controllers.core;

import dev.drover.api.Selector;
import dev.drover.schema.TreeNode;
import dev.drover.server.validation.LabelSelectorValidation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Finds the objects of an owner: those that it controls and selects. Objects without a controller
/// that it selects are adopted; those that it no longer selects are released.
///
/// In Go: `ControllerRefManager`.
public final class Ownership {
  private Ownership() {}

  /// Makes the owner the controller of an object.
  public static void setController(TreeNode metadata, Item owner) {
    List<@Nullable Object> references = new ArrayList<>(metadata.list("ownerReferences"));
    references.add(reference(owner));
    metadata.set("ownerReferences", references);
  }

  private static Map<String, @Nullable Object> reference(Item owner) {
    return TreeNode.empty()
        .set("apiVersion", owner.resource().gvk().apiVersion())
        .set("kind", owner.resource().gvk().kind())
        .set("name", owner.name())
        .set("uid", owner.uid())
        .set("controller", true)
        .set("blockOwnerDeletion", true)
        .map();
  }

  /// The objects of a resource that belong to an owner, those included that it adopts now.
  public static List<Item> claim(ClusterPass cluster, Item owner, String storageName) {
    return claim(
        cluster, owner, storageName, LabelSelectorValidation.of(owner.spec().at("selector")));
  }

  /// The same for an owner with another form of selector.
  public static List<Item> claim(
      ClusterPass cluster, Item owner, String storageName, Selector selector) {
    List<Item> claimed = new ArrayList<>();
    for (Item item : cluster.controlledBy(owner, storageName)) {
      if (selector.matches(item.labels())) {
        claimed.add(item);
      } else if (!owner.isBeingDeleted()) {
        cluster.update(item, object -> released(object, owner));
      }
    }
    if (!owner.isBeingDeleted()) {
      cluster.uncontrolled(storageName).stream()
          .filter(item -> item.namespace().equals(owner.namespace()) && !item.isBeingDeleted())
          .filter(item -> selector.matches(item.labels()))
          .filter(item -> adopt(cluster, owner, item))
          .forEach(item -> claimed.add(adopted(item, owner)));
    }
    return claimed;
  }

  /// @return whether the object belongs to the owner now
  private static boolean adopt(ClusterPass cluster, Item owner, Item item) {
    boolean[] isAdopted = {false};
    return cluster.update(
            item,
            object -> {
              TreeNode metadata = object.orCreate("metadata");
              isAdopted[0] =
                  metadata.items("ownerReferences").stream().noneMatch(r -> r.isTrue("controller"));
              if (isAdopted[0]) {
                setController(metadata, owner);
              }
              return object;
            })
        && isAdopted[0];
  }

  private static Item adopted(Item item, Item owner) {
    TreeNode object = TreeNode.copyOf(item.object().map());
    setController(object.orCreate("metadata"), owner);
    return new Item(item.resource(), object);
  }

  private static TreeNode released(TreeNode object, Item owner) {
    TreeNode metadata = object.orCreate("metadata");
    List<Object> others = new ArrayList<>();
    for (TreeNode reference : metadata.items("ownerReferences")) {
      if (!reference.text("uid").equals(owner.uid())) {
        others.add(reference.map());
      }
    }
    return set(object, metadata, others);
  }

  private static TreeNode set(TreeNode object, TreeNode metadata, List<Object> references) {
    if (references.isEmpty()) {
      metadata.remove("ownerReferences");
    } else {
      metadata.set("ownerReferences", references);
    }
    return object;
  }
}
