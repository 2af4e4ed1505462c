package dev.drover.server.conformance;

import dev.drover.schema.TreeNode;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/// What a server answered.
///
/// @param headers those that clients act on, by lower-case name
/// @param body the body as a tree, or as text when it is none
record Reply(int status, Map<String, List<String>> headers, Object body) {
  /// The object at the top of the body.
  TreeNode object() {
    return TreeNode.copyOf(map());
  }

  @SuppressWarnings("unchecked") // JSON objects have string keys
  private Map<String, Object> map() {
    if (body instanceof Map<?, ?> map) {
      return (Map<String, Object>) map;
    }
    throw new IllegalStateException("expected an object, got status " + status + ": " + body);
  }

  String resourceVersion() {
    return object().at("metadata").text("resourceVersion");
  }

  String uid() {
    return object().at("metadata").text("uid");
  }

  String name() {
    return object().at("metadata").text("name");
  }

  String continueToken() {
    return object().at("metadata").text("continue");
  }

  /// A changed copy of the object.
  Map<String, Object> with(Consumer<TreeNode> change) {
    TreeNode copy = object();
    change.accept(copy);
    return copy.map();
  }
}
