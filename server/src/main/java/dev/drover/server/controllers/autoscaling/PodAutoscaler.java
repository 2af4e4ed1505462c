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
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Scales workloads to the replicas that their metrics demand, within the limits of the autoscaler
/// and at the rate that its rules allow.
///
/// Unlike other controllers it keeps a state of its own, the recommendations and steps of the last
/// hour, because the objects do not have them.
///
/// In Go: `HorizontalController`.
public final class PodAutoscaler implements Controller {
  private static final long SYNC_SECONDS = 15;
  private static final Map<String, String> TARGETS =
      Map.of(
          "Deployment", "apps/deployments",
          "ReplicaSet", "apps/replicasets",
          "StatefulSet", "apps/statefulsets",
          "ReplicationController", "/replicationcontrollers");

  private final Map<String, ScalingHistory> histories = new HashMap<>(); // by uid

  @Override
  public void pass(ClusterPass cluster) {
    List<Item> autoscalers = cluster.of("autoscaling/horizontalpodautoscalers");
    histories.keySet().retainAll(autoscalers.stream().map(Item::uid).toList());
    cluster.forEach(
        autoscalers.stream().filter(each -> !each.isBeingDeleted()).toList(),
        autoscaler -> {
          cluster.wakeAt(cluster.now().plusSeconds(SYNC_SECONDS)); // metrics may be of any object
          ScalingHistory history =
              histories.computeIfAbsent(autoscaler.uid(), _ -> new ScalingHistory());
          new Sync(cluster, autoscaler, history).run();
        });
  }

  /// One autoscaler in one pass.
  private static final class Sync {
    private final ClusterPass cluster;
    private final Item autoscaler;
    private final ScalingHistory history;
    private final TreeNode status;

    Sync(ClusterPass cluster, Item autoscaler, ScalingHistory history) {
      this.cluster = cluster;
      this.autoscaler = autoscaler;
      this.history = history;
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

    /// How many replicas there should be, and why there should be others than there are.
    private record Goal(long replicas, String reason) {}

    private void scale(Item target) {
      long replicas = target.spec().number("replicas", 1);
      Counts.set(status, "currentReplicas", replicas);
      condition(
          "AbleToScale",
          true,
          "SucceededGetScale",
          "the HPA controller was able to get the target's current scale");
      history.begin(replicas, cluster.now());
      if (replicas == 0) {
        status.set("desiredReplicas", 0L);
        condition(
            "ScalingActive",
            false,
            "ScalingDisabled",
            "scaling is disabled since the replica count of the target is zero");
        return;
      }
      Goal goal = goal(target, replicas);
      status.set("desiredReplicas", goal.replicas);
      if (goal.replicas != replicas
          && cluster.update(target, object -> withReplicas(object, goal.replicas))) {
        history.scaled(goal.replicas - replicas, cluster.now());
        status.set("lastScaleTime", cluster.time());
        condition(
            "AbleToScale",
            true,
            "SucceededRescale",
            "the HPA controller was able to update the target scale to " + goal.replicas);
        cluster.event(
            autoscaler,
            "Normal",
            "SuccessfulRescale",
            "New size: %d; reason: %s".formatted(goal.replicas, goal.reason));
      }
    }

    private Goal goal(Item target, long replicas) {
      long most = autoscaler.spec().number("maxReplicas", 1);
      long fewest = autoscaler.spec().number("minReplicas", 1);
      if (replicas > most) {
        return new Goal(most, "Current number of replicas above Spec.MaxReplicas");
      }
      if (replicas < fewest) {
        return new Goal(fewest, "Current number of replicas below Spec.MinReplicas");
      }
      Optional<AnnotatedMetrics.Proposal> proposal = proposal(target, replicas);
      if (proposal.isEmpty()) {
        return new Goal(replicas, "");
      }
      long wanted = proposal.get().replicas();
      ScalingDecision decision =
          ScalingDecision.of(autoscaler.spec(), replicas, wanted, history, cluster.now());
      condition("AbleToScale", decision.stable());
      condition("ScalingLimited", decision.limit());
      return new Goal(
          decision.replicas(),
          wanted > replicas
              ? proposal.get().metric() + " above target"
              : "All metrics below target");
    }

    private static TreeNode withReplicas(TreeNode object, long replicas) {
      object.orCreate("spec").set("replicas", replicas);
      return object;
    }

    /// The largest proposal; metrics without values only keep the workload from shrinking.
    private Optional<AnnotatedMetrics.Proposal> proposal(Item target, long replicas) {
      AnnotatedMetrics metrics = new AnnotatedMetrics(cluster, autoscaler, pods(target), replicas);
      List<TreeNode> wanted = autoscaler.spec().items("metrics");
      List<AnnotatedMetrics.Proposal> proposals =
          wanted.stream().flatMap(metric -> metrics.of(metric).stream()).toList();
      if (proposals.isEmpty()) {
        status.remove("currentMetrics");
        condition(
            "ScalingActive",
            false,
            "FailedGetResourceMetric",
            "the HPA was unable to compute the replica count: no metrics are given");
        return Optional.empty();
      }
      AnnotatedMetrics.Proposal largest =
          Collections.max(proposals, Comparator.comparingLong(AnnotatedMetrics.Proposal::replicas));
      status.set("currentMetrics", proposals.stream().<Object>map(p -> p.current().map()).toList());
      condition(
          "ScalingActive",
          true,
          "ValidMetricFound",
          "the HPA was able to successfully calculate a replica count from " + largest.metric());
      return largest.replicas() >= replicas || proposals.size() == wanted.size()
          ? Optional.of(largest)
          : Optional.empty();
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

    private void condition(String type, ScalingDecision.Finding finding) {
      condition(type, finding.holds(), finding.reason(), finding.message());
    }

    private void condition(String type, boolean holds, String reason, String message) {
      Conditions.set(
          status, Conditions.of(type, holds ? "True" : "False", reason, message, cluster.time()));
    }
  }
}
