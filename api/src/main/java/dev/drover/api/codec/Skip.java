package dev.drover.api.codec;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The fields that a decode leaves out: a tree of field names, whose leaves are left out with
/// everything below them.
final class Skip {
  private final Map<String, Skip> children = new HashMap<>();
  private boolean leaf;

  /// The tree for dotted JSON paths such as `metadata.managedFields`; null for none.
  static @Nullable Skip of(Collection<String> paths) {
    if (paths.isEmpty()) {
      return null;
    }
    Skip root = new Skip();
    for (String path : paths) {
      Skip node = root;
      for (String name : path.split("\\.", -1)) {
        if (name.isEmpty()) {
          throw new IllegalArgumentException(
              "'"
                  + path
                  + "' is not a field path: write JSON names joined by dots, as in"
                  + " metadata.managedFields");
        }
        node = node.children.computeIfAbsent(name, n -> new Skip());
      }
      node.leaf = true; // wins over the longer paths below it
    }
    return root;
  }

  @Nullable Skip child(String name) {
    return children.get(name);
  }

  boolean isLeaf() {
    return leaf;
  }
}
