package dev.drover.server.rest;

import dev.drover.schema.TreeNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Translates `managedFields` between an object and its `Scale`, which share one field: the number
/// of replicas.
///
/// In Go: `managedfields.ScaleHandler`.
///
/// @param apiVersion of the object
record ScaleOwners(ScaleShape shape, String apiVersion) {
  private static final String SCALE_VERSION = "autoscaling/v1";
  private static final List<String> IN_SCALE = List.of("spec", "replicas");

  /// Who writes: owners are told apart by this. For other writers than appliers, the version
  /// counts, so that one of the `Scale` is never one of the object.
  private record Writer(String manager, String operation, String version, String subresource) {
    static Writer of(TreeNode entry) {
      String operation = entry.text("operation");
      return new Writer(
          entry.text("manager"),
          operation,
          operation.equals("Apply") ? "" : entry.text("apiVersion"),
          entry.text("subresource"));
    }
  }

  /// The owners of the number, as those of a field of the `Scale`.
  List<TreeNode> toScale(TreeNode metadata) {
    List<TreeNode> entries = new ArrayList<>();
    for (TreeNode entry : metadata.items("managedFields")) {
      if (owns(entry, shape.specReplicas())) {
        TreeNode copy = TreeNode.copyOf(entry.map());
        copy.set("apiVersion", SCALE_VERSION);
        copy.set("fieldsV1", ScaleShape.BY_SELECTOR.owned());
        entries.add(copy);
      }
    }
    return entries;
  }

  /// The owners of the object after a write of its `Scale`: who no longer owns the number there
  /// loses it here.
  List<TreeNode> toObject(TreeNode metadata, List<TreeNode> ofScale) {
    Set<Writer> owners = new HashSet<>();
    ofScale.stream()
        .filter(entry -> owns(entry, IN_SCALE))
        .forEach(entry -> owners.add(Writer.of(entry)));
    List<TreeNode> entries = new ArrayList<>();
    for (TreeNode entry : metadata.items("managedFields")) {
      TreeNode copy = TreeNode.copyOf(entry.map());
      if (owns(copy, shape.specReplicas()) && !owners.remove(Writer.of(copy))) {
        disown(copy.orCreate("fieldsV1"), shape.specReplicas());
      }
      if (!copy.at("fieldsV1").map().isEmpty()) {
        entries.add(copy);
      }
    }
    for (TreeNode entry : ofScale) {
      if (owners.contains(Writer.of(entry))) {
        TreeNode copy = TreeNode.copyOf(entry.map());
        copy.set("apiVersion", apiVersion);
        copy.set("fieldsV1", shape.owned());
        copy.remove("time"); // lost on the way in Kubernetes, too
        entries.add(copy);
      }
    }
    entries.sort(
        Comparator.comparing((TreeNode e) -> e.text("operation"))
            .thenComparing(e -> e.text("time"))
            .thenComparing(e -> e.text("manager"))
            .thenComparing(e -> e.text("apiVersion"))
            .thenComparing(e -> e.text("subresource")));
    return entries;
  }

  private static boolean owns(TreeNode entry, List<String> path) {
    TreeNode fields = entry.at("fieldsV1");
    for (String name : path) {
      if (!fields.has("f:" + name)) {
        return false;
      }
      fields = fields.at("f:" + name);
    }
    return true;
  }

  private static void disown(TreeNode fields, List<String> path) {
    String name = "f:" + path.getFirst();
    if (path.size() > 1) {
      TreeNode below = fields.orCreate(name);
      disown(below, path.subList(1, path.size()));
      if (!below.map().isEmpty()) {
        return;
      }
    }
    fields.remove(name);
  }
}
