package dev.drover.server.kinds.core.pod;

import dev.drover.schema.FieldError;
import dev.drover.schema.TreeNode;
import dev.drover.server.validation.AnnotationValidation;
import dev.drover.server.validation.FieldValidator;
import dev.drover.server.validation.LabelSelectorValidation;
import java.util.List;

/// Validates pods and pod templates.
public final class PodValidation {
  static final String MIRROR = "kubernetes.io/config.mirror";
  private static final String DELETION_COST = "controller.kubernetes.io/pod-deletion-cost";

  private PodValidation() {}

  /// Checks a new pod.
  ///
  /// In Go: {@index validation.ValidatePodCreate}.
  static List<FieldError> checkNew(TreeNode pod) {
    FieldValidator object = FieldValidator.root(pod);
    check(object, TreeNode.empty());
    FieldValidator spec = object.child("spec");
    if (spec.child("ephemeralContainers").size() > 0) {
      spec.child("ephemeralContainers").forbidden("cannot be set on create");
    }
    if (!spec.child("nodeName").isBlank() && spec.child("schedulingGates").size() > 0) {
      spec.child("nodeName").forbidden("cannot be set until all schedulingGates have been cleared");
    }
    Seccomp.checkMatches(spec, pod.at("metadata"));
    AppArmor.checkMatches(spec, pod.at("metadata"));
    return object.errors();
  }

  /// Checks what holds for new and for changed pods.
  ///
  /// @param old the pod before; empty for a new one
  static void check(FieldValidator pod, TreeNode old) {
    FieldValidator spec = pod.child("spec");
    FieldValidator annotations = pod.child("metadata", "annotations");
    checkAnnotations(annotations, spec.node());
    PodSpecValidation.check(spec, PodContext.ofPod(pod.node(), old), annotations.has(MIRROR));
    if (spec.child("serviceAccountName").isBlank()) {
      spec.child("volumes").each(PodValidation::checkNoToken);
    }
    spec.child("containers").each(ContainerValidation::checkOnlyForPod);
    spec.child("initContainers").each(ContainerValidation::checkOnlyForPod);
  }

  private static void checkNoToken(FieldValidator volume) {
    volume
        .child("projected", "sources")
        .each(
            source ->
                source
                    .child("serviceAccountToken")
                    .ifPresent(
                        token ->
                            token.forbidden(
                                "must not be specified when serviceAccountName is not set")));
  }

  /// Checks a template.
  ///
  /// In Go: {@index validation.ValidatePodTemplateSpec}.
  public static void checkTemplate(FieldValidator template) {
    checkTemplateMetadata(template);
    FieldValidator metadata = template.child("metadata");
    FieldValidator spec = template.child("spec");
    PodSpecValidation.check(spec, PodContext.ofTemplate(spec.node()), false);
    Seccomp.checkMatches(spec, metadata.node());
    AppArmor.checkMatches(spec, metadata.node());
    if (spec.child("ephemeralContainers").size() > 0) {
      spec.child("ephemeralContainers")
          .forbidden("ephemeral containers not allowed in pod template");
    }
  }

  /// Checks labels and annotations of a template; complaints name them without `metadata`.
  public static void checkTemplateMetadata(FieldValidator template) {
    FieldValidator metadata = template.child("metadata");
    FieldValidator annotations =
        metadata.child("annotations").as(template.path().child("annotations"));
    LabelSelectorValidation.checkLabels(
        metadata.child("labels").as(template.path().child("labels")));
    AnnotationValidation.check(annotations);
    checkAnnotations(annotations, template.child("spec").node());
  }

  /// Checks annotations that mean something to Kubernetes.
  static void checkAnnotations(FieldValidator annotations, TreeNode spec) {
    if (annotations.has(MIRROR) && spec.text("nodeName").isEmpty()) {
      annotations.entry(MIRROR).invalid("must set spec.nodeName if mirror pod annotation is set");
    }
    FieldValidator cost = annotations.entry(DELETION_COST);
    if (cost.isPresent() && !isDeletionCost(cost.text())) {
      cost.invalid("must be a 32bit integer");
    }
    Seccomp.checkAnnotations(annotations);
    AppArmor.checkAnnotations(annotations, spec);
  }

  private static boolean isDeletionCost(String text) {
    // No plus and no zeros in front, unless there is a minus: as Kubernetes has it.
    if (!text.matches("-[0-9]{1,18}|0|[1-9][0-9]{0,17}")) {
      return false;
    }
    long cost = Long.parseLong(text);
    return cost >= Integer.MIN_VALUE && cost <= Integer.MAX_VALUE;
  }
}
