package dev.drover.server.workloads;

import dev.drover.schema.TreeNode;
import java.util.ArrayList;
import java.util.List;

/// The containers of a pod.
final class Containers {
  /// The three lists, in the order in which containers start.
  static final List<String> LISTS = List.of("initContainers", "containers", "ephemeralContainers");

  private Containers() {}

  static List<TreeNode> all(TreeNode spec) {
    List<TreeNode> all = new ArrayList<>();
    LISTS.forEach(list -> all.addAll(spec.items(list)));
    return all;
  }
}
