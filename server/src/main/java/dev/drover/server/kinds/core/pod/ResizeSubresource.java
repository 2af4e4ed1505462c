package dev.drover.server.kinds.core.pod;

import dev.drover.schema.FieldError;
import dev.drover.schema.FieldPath;
import dev.drover.schema.TreeNode;
import dev.drover.server.strategy.UpdateStrategy;
import dev.drover.server.validation.FieldValidator;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The subresource `/resize`: changes CPU and memory of a running pod, and nothing else.
///
/// In Go: {@index validation.ValidatePodResize}.
public final class ResizeSubresource {
  public static final UpdateStrategy STRATEGY =
      UpdateStrategy.SUBRESOURCE
          .preparing((pod, old, _) -> prepare(pod, old))
          .validating(ResizeSubresource::validate)
          .countingGeneration();

  private static final List<String> LISTS = List.of("containers", "initContainers");
  private static final Set<String> RESIZABLE = Set.of("cpu", "memory");

  private ResizeSubresource() {}

  private static void prepare(TreeNode pod, TreeNode old) {
    TreeNode spec = TreeNode.copyOf(pod.at("spec").map());
    TreeNode was = old.at("spec");
    for (String list : LISTS) {
      if (spec.items(list).size() != was.items(list).size()) {
        return; // validation has something to say
      }
    }
    PreservedFields.keepAll(pod, old);
    TreeNode kept = pod.at("spec");
    PodUpdateValidation.restore(kept, spec, "resources");
    for (String list : LISTS) {
      keepResources(kept, spec, list);
    }
  }

  private static void keepResources(TreeNode kept, TreeNode spec, String list) {
    List<TreeNode> before = kept.items(list);
    List<TreeNode> now = spec.items(list);
    for (int i = 0; i < now.size(); i++) {
      if (!before.get(i).text("name").equals(now.get(i).text("name"))) {
        kept.set(list, spec.get(list));
        return;
      }
    }
    for (int i = 0; i < now.size(); i++) {
      PodUpdateValidation.restore(before.get(i), now.get(i), "resources");
      PodUpdateValidation.restore(before.get(i), now.get(i), "resizePolicy");
    }
  }

  private static List<FieldError> validate(TreeNode pod, TreeNode old) {
    FieldValidator object = FieldValidator.root(pod);
    PodValidation.check(object, old);
    if (old.at("metadata").textMap("annotations").containsKey(PodValidation.MIRROR)) {
      return List.of(FieldError.forbidden(FieldPath.of(""), "static pods cannot be resized"));
    }
    TreeNode was = old.at("spec");
    if (was.at("os").text("name").equals("windows")) {
      return List.of(FieldError.forbidden(FieldPath.of(""), "windows pods cannot be resized"));
    }
    FieldValidator spec = object.child("spec");
    if (!old.at("status").text("qosClass").equals(QosClass.of(spec.node()))) {
      spec.invalid(
          new FieldError.Typed(pod.at("status").text("qosClass")),
          "Pod QOS Class may not change as a result of resizing");
    }
    if (!canResize(old.at("status"))) {
      spec.forbidden("Pod running on node without support for resize");
    }
    TreeNode restored = TreeNode.copyOf(spec.node().map());
    checkPodLevel(spec, restored, was);
    if (checkOrder(spec, was)) {
      checkContainers(spec, restored, was);
    }
    return object.errors();
  }

  private static boolean canResize(TreeNode status) {
    return status.items("containerStatuses").stream()
        .filter(c -> c.at("state").has("running"))
        .findFirst()
        .map(c -> c.has("resources"))
        .orElse(true);
  }

  private static void checkPodLevel(FieldValidator spec, TreeNode restored, TreeNode was) {
    FieldValidator resources = spec.child("resources");
    if (was.has("resources") && !resources.isPresent()) {
      resources.forbidden("pod-level resources cannot be removed");
      return;
    }
    if (was.has("resources")) {
      checkKept(resources, was.at("resources"), "pod-level resource ");
    }
    TreeNode kept = restored.at("resources");
    restore(kept, was.at("resources"));
    if (!was.has("resources") && kept.map().isEmpty()) {
      restored.remove("resources");
    }
    if (!restored.at("resources").map().equals(was.at("resources").map())) {
      spec.forbidden("only cpu and memory resources are mutable at pod-level");
    }
  }

  private static void checkKept(FieldValidator resources, TreeNode was, String what) {
    for (String list : List.of("requests", "limits")) {
      Map<String, String> now = resources.node().textMap(list);
      if (!now.keySet().containsAll(was.textMap(list).keySet())) {
        resources.child(list).forbidden(what + list + " cannot be removed");
      }
    }
  }

  /// CPU and memory go back to what they were.
  private static void restore(TreeNode resources, TreeNode was) {
    for (String list : List.of("requests", "limits")) {
      if (!resources.has(list) && !was.has(list)) {
        continue;
      }
      TreeNode amounts = resources.orCreate(list);
      RESIZABLE.forEach(name -> PodUpdateValidation.restore(amounts, was.at(list), name));
      if (amounts.map().isEmpty()) {
        resources.remove(list);
      }
    }
  }

  /// Says whether the containers are those that were, in the same order.
  private static boolean checkOrder(FieldValidator spec, TreeNode was) {
    int before = spec.errors().size();
    for (String list : LISTS) {
      FieldValidator containers = spec.child(list);
      List<TreeNode> old = was.items(list);
      if (containers.size() != old.size()) {
        containers.forbidden(list + " may not be added or removed on resize");
        continue;
      }
      for (int i = 0; i < old.size(); i++) {
        FieldValidator name = containers.items().get(i).child("name");
        if (!name.text().equals(old.get(i).text("name"))) {
          name.forbidden(list + " may not be renamed or reordered on resize");
        }
      }
    }
    return spec.errors().size() == before;
  }

  private static void checkContainers(FieldValidator spec, TreeNode restored, TreeNode was) {
    for (String list : List.of("initContainers", "containers")) {
      List<TreeNode> old = was.items(list);
      for (int i = 0; i < old.size(); i++) {
        checkKept(
            spec.child(list).items().get(i).child("resources"),
            old.get(i).at("resources"),
            "resource ");
      }
    }
    for (String list : LISTS) {
      List<TreeNode> old = was.items(list);
      for (int i = 0; i < old.size(); i++) {
        TreeNode container = restored.items(list).get(i);
        restore(container.orCreate("resources"), old.get(i).at("resources"));
        if (container.map().equals(old.get(i).map())) {
          continue;
        }
        if (list.equals("containers")) {
          spec.forbidden("only cpu and memory resources are mutable");
        } else {
          FieldValidator init = spec.child(list).items().get(i);
          init.forbidden(
              "only cpu and memory resources for init or sidecar containers are mutable");
        }
      }
    }
    if (spec.errors().isEmpty() && !restored.map().equals(was.map())) {
      spec.forbidden("only cpu and memory resources are mutable");
    }
  }
}
