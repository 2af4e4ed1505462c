package dev.drover.server.controllers.autoscaling;

import dev.drover.api.Selector;
import dev.drover.schema.TreeNode;
import dev.drover.server.controllers.core.ClusterPass;
import dev.drover.server.controllers.core.Conditions;
import dev.drover.server.controllers.core.Controller;
import dev.drover.server.controllers.core.Counts;
import dev.drover.server.controllers.core.Item;
import dev.drover.server.controllers.core.Pods;
import dev.drover.server.validation.LabelSelectorValidation;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Scales workloads to what their metrics ask for, within the limits of the autoscaler. A workload
/// shrinks only when it has not been scaled for the time of stabilization, five minutes by default:
/// this stands for the past recommendations that kube-controller-manager keeps. Policies of the
/// behaviour do not count.
///
/// In Go: `HorizontalController`.
public final class PodAutoscaler implements Controller {
  private static final long STABILIZATION_SECONDS = 300;
  private static final long SYNC_SECONDS = 15;
  private static final Map<String, String> TARGETS =
      Map.of(
          "Deployment", "apps/deployments",
          "ReplicaSet", "apps/replicasets",
          "StatefulSet", "apps/statefulsets",
          "ReplicationController", "/replicationcontrollers");

  @Override
  public void pass(ClusterPass cluster) {
    for (Item autoscaler : cluster.of("autoscaling/horizontalpodautoscalers")) {
      if (!autoscaler.isBeingDeleted()) {
        new Sync(cluster, autoscaler).run();
        cluster.wakeAt(cluster.now().plusSeconds(SYNC_SECONDS)); // metrics may be of any object
      }
    }
  }

  /// One autoscaler in one pass.
  private static final class Sync {
    private final ClusterPass cluster;
    private final Item autoscaler;
    private final TreeNode status;

    Sync(ClusterPass cluster, Item autoscaler) {
      this.cluster = cluster;
      this.autoscaler = autoscaler;
      this.status = TreeNode.copyOf(autoscaler.status().map());
    }

    void run() {
      TreeNode reference = autoscaler.spec().at("scaleTargetRef");
      Optional<Item> target =
          Optional.ofNullable(TARGETS.get(reference.text("kind")))
              .flatMap(
                  storage -> cluster.find(storage, autoscaler.namespace(), reference.text("name")));
      status.set("observedGeneration", autoscaler.generation());
      if (target.isPresent()) {
        scale(target.get());
      } else {
        condition(
            "AbleToScale",
            false,
            "FailedGetScale",
            "the HPA controller was unable to get the target's current scale");
      }
      cluster.updateStatus(autoscaler, status);
    }

    private void scale(Item target) {
      long replicas = target.spec().number("replicas", 1);
      Counts.set(status, "currentReplicas", target.status().number("replicas", 0));
      condition("AbleToScale", true, "ReadyForNewScale", "recommended size matches current size");
      if (replicas == 0) {
        status.set("desiredReplicas", 0L);
        condition(
            "ScalingActive",
            false,
            "ScalingDisabled",
            "scaling is disabled since the replica count of the target is zero");
        return;
      }
      Optional<Long> proposal = proposal(target, replicas);
      long wanted = stabilized(limited(proposal.orElse(replicas)), replicas);
      status.set("desiredReplicas", wanted);
      if (wanted != replicas && cluster.update(target, object -> withReplicas(object, wanted))) {
        status.set("lastScaleTime", cluster.time());
        condition(
            "AbleToScale",
            true,
            "SucceededRescale",
            "the HPA controller was able to update the target scale to " + wanted);
        cluster.event(
            autoscaler,
            "Normal",
            "SuccessfulRescale",
            "New size: %d; reason: %s"
                .formatted(
                    wanted,
                    wanted > replicas ? "metrics above target" : "All metrics below target"));
      }
    }

    private static TreeNode withReplicas(TreeNode object, long replicas) {
      object.orCreate("spec").set("replicas", replicas);
      return object;
    }

    /// The largest proposal; metrics without values only keep the workload from shrinking.
    private Optional<Long> proposal(Item target, long replicas) {
      GivenMetrics metrics = new GivenMetrics(cluster, autoscaler, pods(target), replicas);
      List<Object> current = new ArrayList<>();
      Optional<Long> largest = Optional.empty();
      boolean isMissing = false;
      for (TreeNode metric : autoscaler.spec().items("metrics")) {
        Optional<GivenMetrics.Proposal> proposal = metrics.of(metric);
        isMissing |= proposal.isEmpty();
        if (proposal.isPresent()) {
          current.add(proposal.get().current().map());
          largest = Optional.of(Math.max(largest.orElse(0L), proposal.get().replicas()));
        }
      }
      if (current.isEmpty()) {
        status.remove("currentMetrics");
        condition(
            "ScalingActive",
            false,
            "FailedGetResourceMetric",
            "the HPA was unable to compute the replica count: no metrics are given");
        return Optional.empty();
      }
      status.set("currentMetrics", current);
      condition(
          "ScalingActive",
          true,
          "ValidMetricFound",
          "the HPA was able to successfully calculate a replica count");
      boolean wouldShrink = largest.orElse(replicas) < replicas;
      return isMissing && wouldShrink ? Optional.of(replicas) : largest;
    }

    private List<Item> pods(Item target) {
      Selector selector =
          target.resource().gvk().group().isEmpty()
              ? Selector.of(target.spec().textMap("selector"), List.of())
              : LabelSelectorValidation.of(target.spec().at("selector"));
      return cluster.of(Pods.STORAGE, target.namespace()).stream()
          .filter(pod -> selector.matches(pod.labels()))
          .toList();
    }

    private long limited(long proposal) {
      long least = autoscaler.spec().number("minReplicas", 1);
      long most = autoscaler.spec().number("maxReplicas", 1);
      if (proposal > most) {
        condition(
            "ScalingLimited",
            true,
            "TooManyReplicas",
            "the desired replica count is more than the maximum replica count");
      } else if (proposal < least) {
        condition(
            "ScalingLimited",
            true,
            "TooFewReplicas",
            "the desired replica count is less than the minimum replica count");
      } else {
        condition(
            "ScalingLimited",
            false,
            "DesiredWithinRange",
            "the desired count is within the acceptable range");
      }
      return Math.clamp(proposal, least, most);
    }

    private long stabilized(long wanted, long replicas) {
      if (wanted >= replicas || replicas > autoscaler.spec().number("maxReplicas", 1)) {
        return wanted;
      }
      long seconds =
          autoscaler
              .spec()
              .at("behavior")
              .at("scaleDown")
              .number("stabilizationWindowSeconds", STABILIZATION_SECONDS);
      String last = status.text("lastScaleTime");
      Instant from = Instant.parse(last.isEmpty() ? autoscaler.creationTime() : last);
      Instant end = from.plusSeconds(seconds);
      if (!end.isAfter(cluster.now())) {
        return wanted;
      }
      cluster.wakeAt(end);
      condition(
          "AbleToScale",
          true,
          "ScaleDownStabilized",
          "recent recommendations were higher than current one, applying the highest recent"
              + " recommendation");
      return replicas;
    }

    private void condition(String type, boolean holds, String reason, String message) {
      Conditions.set(
          status, Conditions.of(type, holds ? "True" : "False", reason, message, cluster.time()));
    }
  }
}
