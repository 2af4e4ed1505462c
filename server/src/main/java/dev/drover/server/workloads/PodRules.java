package dev.drover.server.workloads;

import dev.drover.schema.FieldError;
import dev.drover.schema.TreeNode;
import dev.drover.server.rules.Annotations;
import dev.drover.server.rules.LabelSelectors;
import dev.drover.server.rules.Place;
import java.util.List;

/// What pods and templates for pods may look like.
final class PodRules {
  static final String MIRROR = "kubernetes.io/config.mirror";
  private static final String DELETION_COST = "controller.kubernetes.io/pod-deletion-cost";

  private PodRules() {}

  /// Checks a new pod.
  ///
  /// In Go: {@index validation.ValidatePodCreate}.
  static List<FieldError> checkNew(TreeNode pod) {
    Place object = Place.root(pod);
    check(object, TreeNode.empty());
    Place spec = object.child("spec");
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
  static void check(Place pod, TreeNode old) {
    Place spec = pod.child("spec");
    Place annotations = pod.child("metadata", "annotations");
    checkAnnotations(annotations, spec.node());
    PodSpecRules.check(spec, PodContext.ofPod(pod.node(), old), annotations.has(MIRROR));
    if (spec.child("serviceAccountName").isBlank()) {
      spec.child("volumes").each(PodRules::checkNoToken);
    }
    spec.child("containers").each(ContainerRules::checkOnlyForPod);
    spec.child("initContainers").each(ContainerRules::checkOnlyForPod);
  }

  private static void checkNoToken(Place volume) {
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
  static void checkTemplate(Place template) {
    checkTemplateMetadata(template);
    Place metadata = template.child("metadata");
    Place spec = template.child("spec");
    PodSpecRules.check(spec, PodContext.ofTemplate(spec.node()), false);
    Seccomp.checkMatches(spec, metadata.node());
    AppArmor.checkMatches(spec, metadata.node());
    if (spec.child("ephemeralContainers").size() > 0) {
      spec.child("ephemeralContainers")
          .forbidden("ephemeral containers not allowed in pod template");
    }
  }

  /// Checks labels and annotations of a template; complaints name them without `metadata`.
  static void checkTemplateMetadata(Place template) {
    Place metadata = template.child("metadata");
    Place annotations = metadata.child("annotations").as(template.path().child("annotations"));
    LabelSelectors.checkLabels(metadata.child("labels").as(template.path().child("labels")));
    Annotations.check(annotations);
    checkAnnotations(annotations, template.child("spec").node());
  }

  /// Checks annotations that mean something to Kubernetes.
  static void checkAnnotations(Place annotations, TreeNode spec) {
    if (annotations.has(MIRROR) && spec.text("nodeName").isEmpty()) {
      annotations.entry(MIRROR).invalid("must set spec.nodeName if mirror pod annotation is set");
    }
    Place cost = annotations.entry(DELETION_COST);
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
