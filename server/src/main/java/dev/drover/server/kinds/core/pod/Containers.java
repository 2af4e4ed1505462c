package dev.drover.server.kinds.core.pod;

import dev.drover.schema.TreeNode;
import dev.drover.server.validation.FieldValidator;
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

  static List<FieldValidator> places(FieldValidator spec) {
    List<FieldValidator> all = new ArrayList<>();
    LISTS.forEach(list -> all.addAll(spec.child(list).items()));
    return all;
  }
}
