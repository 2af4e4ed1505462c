package dev.drover.server.kinds.batch;

import dev.drover.schema.TreeNode;
import dev.drover.server.kinds.core.pod.PodTemplateValidation;
import dev.drover.server.kinds.core.pod.PodUpdateValidation;
import dev.drover.server.validation.FieldValidator;
import dev.drover.server.validation.InternalForm;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Validates updates of jobs: few fields may change once a job runs, more while it is suspended.
///
/// In Go: {@index validation.ValidateJobSpecUpdate}.
final class JobUpdateValidation {
  private JobUpdateValidation() {}

  static void check(FieldValidator spec, TreeNode oldJob) {
    TreeNode was = oldJob.at("spec");
    JobValidation.checkWhole(spec); // a second time, as Kubernetes does
    checkCompletions(spec, was);
    PodTemplateValidation.needSameSelector(spec.child("selector"), was);
    checkTemplate(spec, oldJob);
    needSame(spec.child("completionMode"), was);
    needSame(spec.child("podFailurePolicy"), was);
    needSame(spec.child("backoffLimitPerIndex"), was);
    needSame(spec.child("managedBy"), was);
    needSame(spec.child("successPolicy"), was);
  }

  private static void needSame(FieldValidator field, TreeNode was) {
    String path = field.path().toString();
    String name = path.substring(path.lastIndexOf('.') + 1);
    if (Objects.equals(field.value(), was.get(name))) {
      return;
    }
    switch (name) {
      case "podFailurePolicy" -> refuse(field, "batch/v1.PodFailurePolicy");
      case "successPolicy" -> refuse(field, "batch/v1.SuccessPolicy");
      default -> {
        if (field.value() instanceof String) {
          field.invalidTyped(FieldValidator.IMMUTABLE);
        } else {
          field.invalid(FieldValidator.IMMUTABLE);
        }
      }
    }
  }

  private static void refuse(FieldValidator field, String type) {
    field.invalid(
        field.isPresent() ? InternalForm.of(type, field.node()) : null, FieldValidator.IMMUTABLE);
  }

  /// An indexed job may be scaled.
  private static void checkCompletions(FieldValidator spec, TreeNode was) {
    FieldValidator completions = spec.child("completions");
    if (Objects.equals(completions.value(), was.get("completions"))) {
      return;
    }
    if (!JobValidation.isIndexed(spec)) {
      completions.invalid(FieldValidator.IMMUTABLE);
    } else if (completions.isPresent()
        && completions.number() != spec.child("parallelism").number()) {
      completions.invalid("can only be modified in tandem with spec.parallelism");
    }
  }

  private static void checkTemplate(FieldValidator spec, TreeNode oldJob) {
    TreeNode template = spec.child("template").node();
    TreeNode was = TreeNode.copyOf(oldJob.at("spec").at("template").map());
    boolean isSuspended = oldJob.at("spec").isTrue("suspend");
    boolean mayChange = mayChange(oldJob, isSuspended);
    if (mayChange) {
      takeScheduling(was, template);
    }
    if (isSuspended && mayChange) {
      takeResources(was.at("spec"), template.at("spec"));
      TreeNode pod = template.at("spec");
      if (!pod.map().equals(was.at("spec").map())) {
        spec.as(spec.path().child("template.spec"))
            .invalid(InternalForm.of("core/v1.PodSpec", pod), FieldValidator.IMMUTABLE);
      }
    } else if (!canonical(template).equals(canonical(was))) {
      spec.child("template")
          .invalid(InternalForm.of("core/v1.PodTemplateSpec", template), FieldValidator.IMMUTABLE);
    }
  }

  private static Map<String, @Nullable Object> canonical(TreeNode template) {
    return InternalForm.of("core/v1.PodTemplateSpec", template);
  }

  /// While a job is suspended, and no pod of it runs any more.
  private static boolean mayChange(TreeNode job, boolean isSuspended) {
    TreeNode status = job.at("status");
    boolean wasSuspended =
        status.items("conditions").stream()
            .anyMatch(c -> c.text("type").equals("Suspended") && c.text("status").equals("True"));
    return isSuspended
        && (!status.has("startTime") || wasSuspended)
        && status.number("active", 0) == 0;
  }

  /// Where pods run may change: the old template gets what the new one has.
  private static void takeScheduling(TreeNode was, TreeNode template) {
    TreeNode oldSpec = was.orCreate("spec");
    TreeNode newSpec = template.at("spec");
    if (newSpec.has("affinity") || oldSpec.has("affinity")) {
      TreeNode affinity = oldSpec.orCreate("affinity");
      PodUpdateValidation.restore(affinity, newSpec.at("affinity"), "nodeAffinity");
      if (!newSpec.has("affinity") && affinity.map().isEmpty()) {
        oldSpec.remove("affinity");
      }
    }
    for (String field : List.of("nodeSelector", "tolerations", "schedulingGates")) {
      PodUpdateValidation.restore(oldSpec, newSpec, field);
    }
    for (String field : List.of("annotations", "labels")) {
      PodUpdateValidation.restore(was.orCreate("metadata"), template.at("metadata"), field);
    }
  }

  private static void takeResources(TreeNode oldSpec, TreeNode newSpec) {
    for (String list : List.of("containers", "initContainers")) {
      List<TreeNode> before = oldSpec.items(list);
      List<TreeNode> now = newSpec.items(list);
      for (int i = 0; i < now.size() && now.size() == before.size(); i++) {
        if (now.get(i).text("name").equals(before.get(i).text("name"))) {
          PodUpdateValidation.restore(before.get(i), now.get(i), "resources");
        }
      }
    }
  }
}
