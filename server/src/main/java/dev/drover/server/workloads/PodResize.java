package dev.drover.server.workloads;

import dev.drover.schema.FieldError;
import dev.drover.schema.FieldPath;
import dev.drover.schema.TreeNode;
import dev.drover.server.core.UpdateRules;
import dev.drover.server.rules.Place;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The rules of `/resize`: CPU and memory of a running pod change, and nothing else.
///
/// In Go: {@index validation.ValidatePodResize}.
public final class PodResize implements UpdateRules {
  private static final List<String> LISTS = List.of("containers", "initContainers");
  private static final Set<String> RESIZABLE = Set.of("cpu", "memory");

  @Override
  public void prepare(TreeNode pod, TreeNode old) {
    TreeNode spec = TreeNode.copyOf(pod.at("spec").map());
    TreeNode was = old.at("spec");
    for (String list : LISTS) {
      if (spec.items(list).size() != was.items(list).size()) {
        return; // validation has something to say
      }
    }
    PodParts.keepAll(pod, old);
    TreeNode kept = pod.at("spec");
    PodUpdateRules.restore(kept, spec, "resources");
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
      PodUpdateRules.restore(before.get(i), now.get(i), "resources");
      PodUpdateRules.restore(before.get(i), now.get(i), "resizePolicy");
    }
  }

  @Override
  public List<FieldError> validate(TreeNode pod, TreeNode old) {
    Place object = Place.root(pod);
    PodRules.check(object, old);
    if (old.at("metadata").textMap("annotations").containsKey(PodRules.MIRROR)) {
      return List.of(FieldError.forbidden(FieldPath.of(""), "static pods cannot be resized"));
    }
    TreeNode was = old.at("spec");
    if (was.at("os").text("name").equals("windows")) {
      return List.of(FieldError.forbidden(FieldPath.of(""), "windows pods cannot be resized"));
    }
    Place spec = object.child("spec");
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

  private static void checkPodLevel(Place spec, TreeNode restored, TreeNode was) {
    Place resources = spec.child("resources");
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

  private static void checkKept(Place resources, TreeNode was, String what) {
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
      RESIZABLE.forEach(name -> PodUpdateRules.restore(amounts, was.at(list), name));
      if (amounts.map().isEmpty()) {
        resources.remove(list);
      }
    }
  }

  /// Says whether the containers are those that were, in the same order.
  private static boolean checkOrder(Place spec, TreeNode was) {
    int before = spec.errors().size();
    for (String list : LISTS) {
      Place containers = spec.child(list);
      List<TreeNode> old = was.items(list);
      if (containers.size() != old.size()) {
        containers.forbidden(list + " may not be added or removed on resize");
        continue;
      }
      for (int i = 0; i < old.size(); i++) {
        Place name = containers.items().get(i).child("name");
        if (!name.text().equals(old.get(i).text("name"))) {
          name.forbidden(list + " may not be renamed or reordered on resize");
        }
      }
    }
    return spec.errors().size() == before;
  }

  private static void checkContainers(Place spec, TreeNode restored, TreeNode was) {
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
          Place init = spec.child(list).items().get(i);
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
