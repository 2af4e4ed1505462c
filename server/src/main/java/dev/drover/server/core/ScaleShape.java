package dev.drover.server.core;

import dev.drover.api.Selector;
import dev.drover.crd.engine.ScalePaths;
import dev.drover.schema.TreeNode;
import dev.drover.schema.apply.FieldSet;
import dev.drover.server.validation.LabelSelectorValidation;
import java.util.List;
import java.util.function.Function;

/// The paths of an object that its `Scale` shows.
///
/// @param specReplicas the path to the wanted number of replicas
/// @param statusReplicas the path to the actual one
/// @param selector gives the text of the selector of the replicas
public record ScaleShape(
    List<String> specReplicas, List<String> statusReplicas, Function<TreeNode, String> selector) {
  private static final List<String> SPEC_REPLICAS = List.of("spec", "replicas");
  private static final List<String> STATUS_REPLICAS = List.of("status", "replicas");

  /// Workloads whose selector is a `LabelSelector`.
  public static final ScaleShape BY_SELECTOR =
      new ScaleShape(SPEC_REPLICAS, STATUS_REPLICAS, ScaleShape::labelSelector);

  /// Workloads whose selector is a map of labels.
  public static final ScaleShape BY_LABELS =
      new ScaleShape(
          SPEC_REPLICAS,
          STATUS_REPLICAS,
          object -> Selector.ofLabels(object.at("spec").textMap("selector")).toString());

  public ScaleShape {
    specReplicas = List.copyOf(specReplicas);
    statusReplicas = List.copyOf(statusReplicas);
  }

  /// Custom resources, whose definitions give paths such as `.spec.replicas`.
  public static ScaleShape of(ScalePaths paths) {
    return new ScaleShape(
        names(paths.specReplicas()),
        names(paths.statusReplicas()),
        object -> paths.selector().map(path -> text(object, names(path))).orElse(""));
  }

  /// The path to the wanted replicas as definitions write it.
  public String specReplicasPath() {
    return "." + String.join(".", specReplicas);
  }

  /// Whether an object says how many replicas it wants.
  public boolean hasSpecReplicas(TreeNode object) {
    return parent(object, specReplicas).has(specReplicas.getLast());
  }

  private static List<String> names(String path) {
    return List.of(path.substring(1).split("\\."));
  }

  private static String text(TreeNode object, List<String> path) {
    return parent(object, path).text(path.getLast());
  }

  private static TreeNode parent(TreeNode object, List<String> path) {
    TreeNode parent = object;
    for (String name : path.subList(0, path.size() - 1)) {
      parent = parent.at(name);
    }
    return parent;
  }

  private static String labelSelector(TreeNode object) {
    return LabelSelectorValidation.of(object.at("spec").at("selector")).toString();
  }

  /// The number at a path, 0 if there is none.
  public static long number(TreeNode object, List<String> path) {
    return parent(object, path).number(path.getLast(), 0);
  }

  /// Sets the wanted replicas.
  public void setSpecReplicas(TreeNode object, long replicas) {
    TreeNode parent = object;
    for (String name : specReplicas.subList(0, specReplicas.size() - 1)) {
      parent = parent.orCreate(name);
    }
    parent.set(specReplicas.getLast(), replicas);
  }

  /// The wanted replicas in the notation of managed fields.
  public FieldSet owned() {
    return FieldSet.of(String.join(".", specReplicas));
  }
}
