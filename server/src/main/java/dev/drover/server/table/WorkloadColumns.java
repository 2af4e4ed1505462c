package dev.drover.server.table;

import static dev.drover.server.table.Cells.at;
import static dev.drover.server.table.Cells.count;
import static dev.drover.server.table.Cells.isTrue;
import static dev.drover.server.table.Cells.labels;
import static dev.drover.server.table.Cells.number;
import static dev.drover.server.table.Cells.ratio;
import static dev.drover.server.table.Cells.selector;
import static dev.drover.server.table.Cells.size;
import static dev.drover.server.table.Cells.textOr;
import static dev.drover.server.table.Columns.age;
import static dev.drover.server.table.Columns.integer;
import static dev.drover.server.table.Columns.name;
import static dev.drover.server.table.Columns.text;
import static dev.drover.server.table.Columns.timed;

import dev.drover.api.GroupKind;
import dev.drover.schema.TreeNode;
import dev.drover.server.kinds.core.pod.PodSummary;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/// Pods, and what makes pods.
final class WorkloadColumns {
  private WorkloadColumns() {}

  static Map<GroupKind, List<Column>> all() {
    return Map.of(
        new GroupKind("", "Pod"), pod(),
        new GroupKind("", "PodTemplate"), podTemplate(),
        new GroupKind("", "ReplicationController"), replicas(labels("spec.selector")),
        new GroupKind("apps", "ReplicaSet"), replicas(selector("spec.selector")),
        new GroupKind("apps", "Deployment"), deployment(),
        new GroupKind("apps", "StatefulSet"), statefulSet(),
        new GroupKind("apps", "DaemonSet"), daemonSet(),
        new GroupKind("apps", "ControllerRevision"), controllerRevision(),
        new GroupKind("batch", "Job"), job(),
        new GroupKind("batch", "CronJob"), cronJob());
  }

  private static List<Column> pod() {
    return List.of(
        name(),
        text("Ready", pod -> PodSummary.of(pod).ready()),
        text("Status", pod -> PodSummary.of(pod).word()),
        timed("Restarts", (pod, now) -> PodSummary.of(pod).restarts(now)),
        age(),
        text("IP", WorkloadColumns::address).wide(),
        text("Node", Cells.filledOr("spec.nodeName", Cells.NONE)).wide(),
        text("Nominated Node", Cells.filledOr("status.nominatedNodeName", Cells.NONE)).wide(),
        text("Readiness Gates", WorkloadColumns::readinessGates).wide());
  }

  private static String address(TreeNode pod) {
    return pod.at("status").items("podIPs").stream()
        .findFirst()
        .map(address -> address.text("ip"))
        .filter(ip -> !ip.isEmpty())
        .orElse(Cells.NONE);
  }

  private static String readinessGates(TreeNode pod) {
    List<TreeNode> gates = pod.at("spec").items("readinessGates");
    long open = gates.stream().filter(gate -> isTrue(pod, gate.text("conditionType"))).count();
    return gates.isEmpty() ? Cells.NONE : open + "/" + gates.size();
  }

  private static List<Column> podTemplate() {
    return List.of(
        name(),
        text("Containers", containers("template.spec", "name")),
        text("Images", containers("template.spec", "image")),
        text("Pod Labels", labels("template.metadata.labels")));
  }

  private static List<Column> replicas(Column.Timeless selector) {
    return List.of(
        name(),
        integer("Desired", number("spec.replicas")),
        integer("Current", number("status.replicas")),
        integer("Ready", number("status.readyReplicas")),
        age(),
        containerNames(),
        images(),
        text("Selector", selector).wide());
  }

  private static List<Column> deployment() {
    return List.of(
        name(),
        text("Ready", ratio("status.readyReplicas", "spec.replicas")),
        text("Up-to-date", number("status.updatedReplicas")),
        text("Available", number("status.availableReplicas")),
        age(),
        containerNames(),
        images(),
        text("Selector", object -> Cells.requirements(at(object, "spec.selector"))).wide());
  }

  private static List<Column> statefulSet() {
    return List.of(
        name(),
        text("Ready", ratio("status.readyReplicas", "spec.replicas")),
        age(),
        containerNames(),
        images());
  }

  private static List<Column> daemonSet() {
    return List.of(
        name(),
        integer("Desired", number("status.desiredNumberScheduled")),
        integer("Current", number("status.currentNumberScheduled")),
        integer("Ready", number("status.numberReady")),
        integer("Up-to-date", number("status.updatedNumberScheduled")),
        integer("Available", number("status.numberAvailable")),
        text("Node Selector", labels("spec.template.spec.nodeSelector")),
        age(),
        containerNames(),
        images(),
        text("Selector", selector("spec.selector")).wide());
  }

  private static List<Column> controllerRevision() {
    return List.of(
        name(),
        text("Controller", WorkloadColumns::controller),
        text("Revision", number("revision")),
        age());
  }

  private static String controller(TreeNode revision) {
    return revision.at("metadata").items("ownerReferences").stream()
        .filter(owner -> owner.isTrue("controller"))
        .findFirst()
        .map(
            owner -> {
              String version = owner.text("apiVersion");
              int slash = version.indexOf('/');
              String group = slash < 0 ? "" : "." + version.substring(0, slash);
              return (owner.text("kind") + group).toLowerCase(Locale.ROOT)
                  + "/"
                  + owner.text("name");
            })
        .orElse(Cells.NONE);
  }

  private static List<Column> job() {
    return List.of(
        name(),
        text("Status", WorkloadColumns::jobStatus),
        text("Completions", WorkloadColumns::completions),
        timed("Duration", WorkloadColumns::jobDuration),
        age(),
        containerNames(),
        images(),
        text("Selector", selector("spec.selector")).wide());
  }

  private static String jobStatus(TreeNode job) {
    if (isTrue(job, "Complete")) {
      return "Complete";
    }
    if (isTrue(job, "Failed")) {
      return "Failed";
    }
    if (Cells.isBeingDeleted(job)) {
      return "Terminating";
    }
    if (isTrue(job, "Suspended")) {
      return "Suspended";
    }
    if (isTrue(job, "FailureTarget")) {
      return "FailureTarget";
    }
    return isTrue(job, "SuccessCriteriaMet") ? "SuccessCriteriaMet" : "Running";
  }

  private static String completions(TreeNode job) {
    long succeeded = count(job, "status.succeeded");
    if (job.at("spec").has("completions")) {
      return succeeded + "/" + count(job, "spec.completions");
    }
    long parallelism = count(job, "spec.parallelism");
    return succeeded + "/1" + (parallelism > 1 ? " of " + parallelism : "");
  }

  private static String jobDuration(TreeNode job, Instant now) {
    String start = job.at("status").text("startTime");
    String end = job.at("status").text("completionTime");
    if (start.isEmpty()) {
      return "";
    }
    return Ages.of(
        Duration.between(Instant.parse(start), end.isEmpty() ? now : Instant.parse(end)));
  }

  private static List<Column> cronJob() {
    String template = "spec.jobTemplate.spec.template.spec";
    return List.of(
        name(),
        text("Schedule", Cells.text("spec.schedule")),
        text("Timezone", textOr("spec.timeZone", Cells.NONE)),
        Columns.truth("Suspend", WorkloadColumns::suspend),
        integer("Active", size("status.active")),
        timed("Last Schedule", WorkloadColumns::lastSchedule),
        age(),
        text("Containers", containers(template, "name")).wide(),
        text("Images", containers(template, "image")).wide(),
        text("Selector", selector("spec.jobTemplate.spec.selector")).wide());
  }

  private static String suspend(TreeNode cronJob) {
    TreeNode spec = cronJob.at("spec");
    if (!spec.has("suspend")) {
      return Cells.UNSET;
    }
    return spec.isTrue("suspend") ? "True" : "False";
  }

  private static String lastSchedule(TreeNode cronJob, Instant now) {
    String last = cronJob.at("status").text("lastScheduleTime");
    return last.isEmpty() ? Cells.NONE : Ages.since(last, now);
  }

  private static Column containerNames() {
    return text("Containers", containers("spec.template.spec", "name")).wide();
  }

  private static Column images() {
    return text("Images", containers("spec.template.spec", "image")).wide();
  }

  /// One field of all containers of a pod's specification.
  private static Column.Timeless containers(String podSpec, String field) {
    return object ->
        at(object, podSpec).items("containers").stream()
            .map(container -> container.text(field))
            .collect(Collectors.joining(","));
  }
}
