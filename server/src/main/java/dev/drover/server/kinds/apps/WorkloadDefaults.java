package dev.drover.server.kinds.apps;

import dev.drover.schema.TreeNode;
import dev.drover.server.core.ApiError;
import dev.drover.server.kinds.core.pod.PodDefaults;
import dev.drover.server.kinds.core.pod.Strings;
import dev.drover.server.validation.VolumeClaimSpecs;
import java.util.Map;

/// Defaults of the kinds of `apps`, of replication controllers and of pod templates.
public final class WorkloadDefaults {
  /// Where `v1` keeps what older versions had as `spec.templateGeneration`.
  static final String TEMPLATE_GENERATION = "deprecated.daemonset.template.generation";

  static final String ROLLBACK_TO = "deprecated.deployment.rollback.to";
  private static final long HISTORY = 10;
  private static final long PROGRESS_DEADLINE_SECONDS = 600;

  private WorkloadDefaults() {}

  public static void setReplicationController(TreeNode controller) {
    TreeNode spec = controller.orCreate("spec");
    spec.setDefault("replicas", 1);
    TreeNode template = spec.at("template");
    Map<String, String> labels = template.at("metadata").textMap("labels");
    if (!labels.isEmpty()) {
      if (spec.textMap("selector").isEmpty()) {
        spec.set("selector", labels);
      }
      setLabels(controller, labels);
    }
    spec.child("template").ifPresent(PodDefaults::setTemplate);
  }

  /// Gives an object without labels those of its pods.
  public static void setLabels(TreeNode object, Map<String, String> labels) {
    TreeNode metadata = object.orCreate("metadata");
    if (!labels.isEmpty() && metadata.textMap("labels").isEmpty()) {
      metadata.set("labels", labels);
    }
  }

  static void setDeployment(TreeNode deployment) {
    TreeNode spec = deployment.orCreate("spec");
    spec.setDefault("replicas", 1);
    TreeNode strategy = spec.orCreate("strategy");
    Strings.setDefault(strategy, "type", "RollingUpdate");
    if (strategy.text("type").equals("RollingUpdate")) {
      strategy
          .orCreate("rollingUpdate")
          .setDefault("maxUnavailable", "25%")
          .setDefault("maxSurge", "25%");
    }
    spec.setDefault("revisionHistoryLimit", HISTORY);
    spec.setDefault("progressDeadlineSeconds", PROGRESS_DEADLINE_SECONDS);
    PodDefaults.setTemplate(spec.orCreate("template"));
    setRollback(deployment);
  }

  private static void setRollback(TreeNode deployment) {
    TreeNode annotations = deployment.at("metadata").at("annotations");
    String revision = annotations.text(ROLLBACK_TO);
    if (revision.isEmpty()) {
      annotations.remove(ROLLBACK_TO);
    } else {
      long number =
          number(
              "Deployment",
              revision,
              "failed to parse annotation[" + ROLLBACK_TO + "]=" + revision + " as int64: ");
      annotations.set(ROLLBACK_TO, Long.toString(number));
    }
  }

  static void setReplicaSet(TreeNode set) {
    TreeNode spec = set.orCreate("spec");
    spec.setDefault("replicas", 1);
    PodDefaults.setTemplate(spec.orCreate("template"));
  }

  static void setDaemonSet(TreeNode set) {
    TreeNode spec = set.orCreate("spec");
    TreeNode strategy = spec.orCreate("updateStrategy");
    Strings.setDefault(strategy, "type", "RollingUpdate");
    if (strategy.text("type").equals("RollingUpdate")) {
      strategy.orCreate("rollingUpdate").setDefault("maxUnavailable", 1).setDefault("maxSurge", 0);
    }
    spec.setDefault("revisionHistoryLimit", HISTORY);
    PodDefaults.setTemplate(spec.orCreate("template"));
    TreeNode annotations = set.orCreate("metadata").orCreate("annotations");
    annotations.setDefault(TEMPLATE_GENERATION, "0");
    annotations.set(
        TEMPLATE_GENERATION,
        Long.toString(number("DaemonSet", annotations.text(TEMPLATE_GENERATION), "")));
  }

  static void setStatefulSet(TreeNode set) {
    TreeNode spec = set.orCreate("spec");
    Strings.setDefault(spec, "podManagementPolicy", "OrderedReady");
    TreeNode strategy = spec.orCreate("updateStrategy");
    if (strategy.text("type").isEmpty()) {
      strategy.set("type", "RollingUpdate");
      strategy.orCreate("rollingUpdate");
    }
    if (strategy.text("type").equals("RollingUpdate")) {
      strategy.child("rollingUpdate").ifPresent(update -> update.setDefault("partition", 0));
    }
    TreeNode retention = spec.orCreate("persistentVolumeClaimRetentionPolicy");
    Strings.setDefault(retention, "whenDeleted", "Retain");
    Strings.setDefault(retention, "whenScaled", "Retain");
    spec.setDefault("replicas", 1);
    spec.setDefault("revisionHistoryLimit", HISTORY);
    PodDefaults.setTemplate(spec.orCreate("template"));
    for (TreeNode claim : spec.items("volumeClaimTemplates")) {
      VolumeClaimSpecs.setDefaults(claim);
      claim.set("apiVersion", "v1").set("kind", "PersistentVolumeClaim");
    }
  }

  /// A whole number that stands in an annotation.
  ///
  /// @throws ApiError in the words of Go, as a server that decodes the object would have it
  private static long number(String kind, String text, String prefix) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      String reason = text.matches("[+-]?[0-9]+") ? "value out of range" : "invalid syntax";
      throw ApiError.badRequest(
          "%s in version \"v1\" cannot be handled as a %s: %sstrconv.ParseInt: parsing \"%s\": %s"
              .formatted(kind, kind, prefix, text, reason));
    }
  }
}
