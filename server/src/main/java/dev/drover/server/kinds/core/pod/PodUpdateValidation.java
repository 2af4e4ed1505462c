package dev.drover.server.kinds.core.pod;

import dev.drover.schema.FieldError;
import dev.drover.schema.TreeNode;
import dev.drover.server.validation.FieldValidator;
import dev.drover.server.validation.InternalForm;
import dev.drover.server.validation.UnifiedDiff;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Validates updates of pods, of which hardly any field may change.
///
/// In Go: {@index validation.ValidatePodUpdate}.
public final class PodUpdateValidation {
  private static final String UPDATABLE =
      "pod updates may not change fields other than"
          + " `spec.containers[*].image`,`spec.initContainers[*].image`,"
          + "`spec.activeDeadlineSeconds`,"
          + "`spec.tolerations` (only additions to existing tolerations),"
          + "`spec.terminationGracePeriodSeconds`"
          + " (allow it to be set to 1 if it was previously negative)\n";

  private PodUpdateValidation() {}

  static List<FieldError> check(TreeNode pod, TreeNode old) {
    FieldValidator object = FieldValidator.root(pod);
    PodValidation.check(object, old);
    checkAnnotations(object, old);
    FieldValidator spec = object.child("spec");
    TreeNode was = old.at("spec");
    if (checkImages(spec.child("containers"), was.items("containers").size())
        && checkImages(spec.child("initContainers"), was.items("initContainers").size())
        && checkDeadline(spec.child("activeDeadlineSeconds"), was)) {
      checkTolerations(spec.child("tolerations"), was);
      checkGates(spec.child("schedulingGates"), was);
      checkRest(spec, was);
    }
    return object.errors();
  }

  static void checkAnnotations(FieldValidator pod, TreeNode old) {
    FieldValidator annotations = pod.child("metadata", "annotations");
    Map<String, String> before = old.at("metadata").textMap("annotations");
    Map<String, String> after = pod.node().at("metadata").textMap("annotations");
    before.forEach(
        (key, value) -> {
          if (!value.equals(after.get(key))) {
            refuse(annotations.entry(key), key, "may not remove or update ");
          }
        });
    after.keySet().stream()
        .filter(key -> !before.containsKey(key))
        .forEach(key -> refuse(annotations.entry(key), key, "may not add "));
    PodValidation.checkAnnotations(annotations, pod.node().at("spec"));
  }

  private static void refuse(FieldValidator annotation, String key, String what) {
    if (key.startsWith(AppArmor.ANNOTATION_PREFIX)) {
      annotation.forbidden(what + "AppArmor annotations");
    }
    if (key.equals(PodValidation.MIRROR)) {
      annotation.forbidden(what + "mirror pod annotation");
    }
  }

  /// Says whether to go on.
  private static boolean checkImages(FieldValidator containers, int before) {
    if (containers.size() != before) {
      containers.forbidden("pod updates may not add or remove containers");
      return false;
    }
    for (FieldValidator container : containers.items()) {
      container.child("image").needText();
      ContainerValidation.checkOnlyForPod(container);
    }
    return true;
  }

  private static boolean checkDeadline(FieldValidator deadline, TreeNode was) {
    long before = was.number("activeDeadlineSeconds", Long.MAX_VALUE);
    if (!deadline.isPresent()) {
      if (was.has("activeDeadlineSeconds")) {
        deadline.invalid("must not update from a positive integer to nil value");
      }
      return true;
    }
    if (deadline.number() < 0 || deadline.number() > Integer.MAX_VALUE) {
      deadline.needRange(0, Integer.MAX_VALUE);
      return false;
    }
    if (deadline.number() > before) {
      deadline.invalid("must be less than or equal to previous value");
      return false;
    }
    return true;
  }

  private static void checkTolerations(FieldValidator tolerations, TreeNode was) {
    Set<Object> kept = new HashSet<>();
    tolerations.each(toleration -> kept.add(withoutSeconds(toleration.node())));
    for (TreeNode before : was.items("tolerations")) {
      if (!kept.contains(withoutSeconds(before))) {
        tolerations.forbidden(
            "existing toleration can not be modified except its tolerationSeconds");
        return;
      }
    }
    TolerationValidation.check(tolerations);
  }

  private static Map<String, @Nullable Object> withoutSeconds(TreeNode toleration) {
    return TreeNode.copyOf(toleration.map()).remove("tolerationSeconds").map();
  }

  private static void checkGates(FieldValidator gates, TreeNode was) {
    Set<String> before = new HashSet<>();
    was.items("schedulingGates").forEach(gate -> before.add(gate.text("name")));
    for (FieldValidator gate : gates.items()) {
      String name = gate.child("name").text();
      if (!before.contains(name)) {
        gate.child("name")
            .forbidden("only deletion is allowed, but found new scheduling gate '" + name + "'");
      }
    }
  }

  /// Whatever may change goes back to what it was; then nothing else may differ.
  private static void checkRest(FieldValidator spec, TreeNode was) {
    if (spec.node().map().equals(was.map())) {
      return;
    }
    TreeNode restored = TreeNode.copyOf(spec.node().map());
    restoreImages(restored, was, "containers");
    restoreImages(restored, was, "initContainers");
    for (String field : List.of("activeDeadlineSeconds", "schedulingGates", "tolerations")) {
      restore(restored, was, field);
    }
    if (was.number("terminationGracePeriodSeconds", 0) < 0
        && restored.number("terminationGracePeriodSeconds", 0) == 1) {
      restore(restored, was, "terminationGracePeriodSeconds");
    }
    if (!was.items("schedulingGates").isEmpty()) {
      SchedulingGates.check(spec, restored, was);
    }
    if (!restored.map().equals(was.map())) {
      spec.forbidden(
          UPDATABLE
              + UnifiedDiff.of(
                  InternalForm.of("core/v1.PodSpec", was),
                  InternalForm.of("core/v1.PodSpec", restored)));
    }
  }

  private static void restoreImages(TreeNode spec, TreeNode was, String list) {
    List<TreeNode> now = spec.items(list);
    List<TreeNode> before = was.items(list);
    for (int i = 0; i < now.size(); i++) {
      restore(now.get(i), before.get(i), "image");
    }
  }

  public static void restore(TreeNode object, TreeNode was, String field) {
    if (was.has(field)) {
      object.set(field, was.get(field));
    } else {
      object.remove(field);
    }
  }
}
