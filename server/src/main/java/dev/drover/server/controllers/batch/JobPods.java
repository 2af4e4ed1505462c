package dev.drover.server.controllers.batch;

import dev.drover.schema.TreeNode;
import dev.drover.server.controllers.core.ClusterPass;
import dev.drover.server.controllers.core.Item;
import dev.drover.server.controllers.core.PodTemplates;
import dev.drover.server.controllers.core.Pods;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The pods of a job. Each has a finalizer until the job has counted how it ended.
final class JobPods {
  private static final String FINALIZER = "batch.kubernetes.io/job-tracking";
  private static final String INDEX = "batch.kubernetes.io/job-completion-index";
  private static final String INDEX_VARIABLE = "JOB_COMPLETION_INDEX";

  private JobPods() {}

  static boolean isUncounted(Item pod) {
    return pod.hasFinalizer(FINALIZER);
  }

  /// The index of the pod; -1 if it has none.
  static int index(Item pod) {
    String text = pod.annotation(INDEX);
    return text.matches("\\d{1,9}") ? Integer.parseInt(text) : -1;
  }

  /// Whether the pod of a job has failed. One that is deleted by others has failed, too; at once,
  /// unless only pods that have ended are replaced.
  static boolean hasFailed(Item job, Item pod) {
    if (Pods.phase(pod).equals("Failed")) {
      return true;
    }
    boolean waitsForEnd =
        job.spec().text("podReplacementPolicy").equals("Failed")
            || job.spec().has("podFailurePolicy");
    return pod.isBeingDeleted()
        && (!waitsForEnd || Pods.nodeName(pod).isEmpty())
        && !isSucceeded(pod);
  }

  /// When the last container ended.
  static Instant endTime(Item pod) {
    return Stream.of("containerStatuses", "initContainerStatuses")
        .flatMap(field -> pod.status().items(field).stream())
        .map(status -> status.at("state").at("terminated").text("finishedAt"))
        .filter(time -> !time.isEmpty())
        .map(Instant::parse)
        .max(Instant::compareTo)
        .orElseGet(
            () ->
                Instant.parse(
                    pod.isBeingDeleted()
                        ? pod.metadata().text("deletionTimestamp")
                        : pod.creationTime()));
  }

  /// Creates a pod.
  ///
  /// @param index of the pod; -1 for none
  /// @param annotations further ones
  /// @return whether that was accepted
  static boolean create(ClusterPass cluster, Item job, int index, Map<String, String> annotations) {
    String prefix = index < 0 ? job.name() + "-" : job.name() + "-" + index + "-";
    TreeNode pod = PodTemplates.pod(job.spec().at("template"), job, prefix);
    TreeNode metadata = pod.at("metadata");
    List<String> finalizers = new ArrayList<>(metadata.texts("finalizers"));
    if (!finalizers.contains(FINALIZER)) {
      finalizers.add(FINALIZER);
    }
    metadata.set("finalizers", finalizers);
    if (index >= 0) {
      TreeNode all = metadata.orCreate("annotations").set(INDEX, Integer.toString(index));
      annotations.forEach(all::set);
      metadata.orCreate("labels").set(INDEX, Integer.toString(index));
      pod.at("spec").set("hostname", job.name() + "-" + index);
      addIndexVariable(pod.at("spec").items("initContainers"));
      addIndexVariable(pod.at("spec").items("containers"));
    }
    return PodTemplates.create(cluster, job, pod.map()).item() != null;
  }

  private static void addIndexVariable(List<TreeNode> containers) {
    for (TreeNode container : containers) {
      List<@Nullable Object> variables = new ArrayList<>(container.list("env"));
      boolean isSet =
          container.items("env").stream().anyMatch(v -> v.text("name").equals(INDEX_VARIABLE));
      if (!isSet) {
        TreeNode variable = TreeNode.empty().set("name", INDEX_VARIABLE);
        variable
            .orCreate("valueFrom")
            .orCreate("fieldRef")
            .set("fieldPath", "metadata.labels['" + INDEX + "']");
        variables.add(variable.map());
        container.set("env", variables);
      }
    }
  }

  /// Lets a pod go that was counted, or that does not count.
  static void release(ClusterPass cluster, Item pod) {
    cluster.update(
        pod,
        object -> {
          TreeNode metadata = object.orCreate("metadata");
          List<String> left =
              metadata.texts("finalizers").stream().filter(f -> !f.equals(FINALIZER)).toList();
          if (left.isEmpty()) {
            metadata.remove("finalizers");
          } else {
            metadata.set("finalizers", left);
          }
          return object;
        });
  }

  /// Deletes a pod that does not count.
  static void discard(ClusterPass cluster, Item job, Item pod) {
    if (isUncounted(pod)) {
      release(cluster, pod);
    }
    PodTemplates.delete(cluster, job, pod);
  }

  static boolean isSucceeded(Item pod) {
    return Pods.phase(pod).equals("Succeeded");
  }
}
