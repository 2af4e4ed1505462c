package dev.drover.server.custom;

import dev.drover.schema.TreeNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A `CustomResourceDefinition`, parsed.
///
/// @param node the object; not changed through here
public record Definition(TreeNode node) {
  static final String RESOURCE = "apiextensions.k8s.io/customresourcedefinitions";
  public static final String CLEANUP = "customresourcecleanup.apiextensions.k8s.io";

  static Definition of(Map<String, @Nullable Object> tree) {
    return new Definition(TreeNode.view(tree));
  }

  String name() {
    return node.at("metadata").text("name");
  }

  public TreeNode spec() {
    return node.at("spec");
  }

  public String group() {
    return spec().text("group");
  }

  boolean isNamespaced() {
    return spec().text("scope").equals("Namespaced");
  }

  /// Whether fields that no schema knows are kept, as definitions from before structural schemas
  /// may say.
  public boolean keepsUnknownFields() {
    return spec().isTrue("preserveUnknownFields");
  }

  public List<TreeNode> versions() {
    return spec().items("versions");
  }

  /// The version in which objects are stored.
  public Optional<String> storageVersion() {
    return versions().stream()
        .filter(version -> version.isTrue("storage"))
        .map(version -> version.text("name"))
        .findFirst();
  }

  /// The names that clients asked for.
  public TreeNode names() {
    return spec().at("names");
  }

  /// The names under which it is served.
  TreeNode acceptedNames() {
    return node.at("status").at("acceptedNames");
  }

  /// The name under which its objects are stored.
  String storageName() {
    return group() + "/" + names().text("plural");
  }

  Optional<TreeNode> condition(String type) {
    return node.at("status").items("conditions").stream()
        .filter(condition -> condition.text("type").equals(type))
        .findFirst();
  }

  public boolean is(String conditionType) {
    return condition(conditionType).filter(c -> c.text("status").equals("True")).isPresent();
  }

  public boolean isBeingDeleted() {
    return node.at("metadata").has("deletionTimestamp");
  }

  boolean hasFinalizer() {
    return node.at("metadata").texts("finalizers").contains(CLEANUP);
  }
}
