package dev.drover.server.kinds.core.pod;

import dev.drover.schema.TreeNode;
import dev.drover.server.table.Ages;
import dev.drover.server.table.Cells;
import java.time.Instant;
import java.util.List;
import java.util.Set;

/// The columns of `kubectl get pods`: ready containers, the state in one word, and restarts.
///
/// A pod goes through its init containers in order, so the first that is not done decides about the
/// word; when all are done, the first container that waits or has ended does. Init containers that
/// go on running (sidecars) count among the containers.
public final class PodSummary {
  private final TreeNode pod;
  private final TreeNode status;
  private long total;
  private long ready;
  private long restarts;
  private String lastRestart = "";
  private String word;

  private PodSummary(TreeNode pod) {
    this.pod = pod;
    this.status = pod.at("status");
    this.total = pod.at("spec").items("containers").size();
    this.word = status.text(status.text("reason").isEmpty() ? "phase" : "reason");
  }

  public static PodSummary of(TreeNode pod) {
    PodSummary summary = new PodSummary(pod);
    summary.summarize();
    return summary;
  }

  public String ready() {
    return ready + "/" + total;
  }

  public String word() {
    return word;
  }

  public String restarts(Instant now) {
    return restarts == 0 || lastRestart.isEmpty()
        ? Long.toString(restarts)
        : restarts + " (" + Ages.since(lastRestart, now) + " ago)";
  }

  private void summarize() {
    total += pod.at("spec").items("initContainers").stream().filter(PodSummary::goesOn).count();
    boolean isGated =
        status.items("conditions").stream()
            .anyMatch(
                c ->
                    c.text("type").equals("PodScheduled")
                        && c.text("reason").equals("SchedulingGated"));
    if (isGated) {
      word = "SchedulingGated";
    }
    boolean isInitializing = initContainers();
    if (!isInitializing || Cells.isTrue(pod, "Initialized")) {
      containers();
    }
    if (Cells.isBeingDeleted(pod)) {
      if (status.text("reason").equals("NodeLost")) {
        word = "Unknown";
      } else if (!Set.of("Succeeded", "Failed").contains(status.text("phase"))) {
        word = "Terminating";
      }
    }
  }

  private static boolean goesOn(TreeNode initContainer) {
    return initContainer.text("restartPolicy").equals("Always");
  }

  private boolean isSidecar(TreeNode containerStatus) {
    return pod.at("spec").items("initContainers").stream()
        .filter(container -> container.text("name").equals(containerStatus.text("name")))
        .anyMatch(PodSummary::goesOn);
  }

  /// Goes through the init containers up to the first that is not done; whether there is one.
  private boolean initContainers() {
    List<TreeNode> all = status.items("initContainerStatuses");
    for (int i = 0; i < all.size(); i++) {
      TreeNode container = all.get(i);
      countRestarts(container);
      TreeNode state = container.at("state");
      boolean hasSucceeded =
          state.has("terminated") && state.at("terminated").number("exitCode", 0) == 0;
      if (hasSucceeded) {
        continue;
      }
      if (isSidecar(container) && container.isTrue("started")) {
        ready += container.isTrue("ready") ? 1 : 0;
        continue;
      }
      String waitsFor = state.at("waiting").text("reason");
      if (state.has("terminated")) {
        word = "Init:" + end(state.at("terminated"));
      } else if (!waitsFor.isEmpty() && !waitsFor.equals("PodInitializing")) {
        word = "Init:" + waitsFor;
      } else {
        word = "Init:" + i + "/" + pod.at("spec").items("initContainers").size();
      }
      return true;
    }
    return false;
  }

  /// Goes through the containers from last to first; the reason of the first one is shown.
  private void containers() {
    onlySidecarRestarts();
    boolean isRunning = false;
    String failure = "";
    for (TreeNode container : status.items("containerStatuses").reversed()) {
      countRestarts(container);
      TreeNode state = container.at("state");
      String waitsFor = state.at("waiting").text("reason");
      if (!waitsFor.isEmpty()) {
        word = waitsFor;
      } else if (state.has("terminated")) {
        word = end(state.at("terminated"));
        failure = state.at("terminated").number("exitCode", 0) == 0 ? failure : word;
      } else if (container.isTrue("ready") && state.has("running")) {
        isRunning = true;
        ready++;
      }
    }
    if (word.equals("Completed")) {
      if (isRunning && Cells.isTrue(pod, "Ready")) {
        word = "Running";
      } else if (!failure.isEmpty()) {
        word = failure;
      } else if (isRunning) {
        word = "NotReady";
      }
    }
  }

  /// Restarts of init containers that are done do not matter any more.
  private void onlySidecarRestarts() {
    restarts = 0;
    lastRestart = "";
    for (TreeNode container : status.items("initContainerStatuses")) {
      if (isSidecar(container)) {
        countRestarts(container);
      }
      boolean isDone =
          container.at("state").has("terminated")
              && container.at("state").at("terminated").number("exitCode", 0) == 0;
      if (!isDone && !(isSidecar(container) && container.isTrue("started"))) {
        return;
      }
    }
  }

  private void countRestarts(TreeNode container) {
    restarts += container.number("restartCount", 0);
    String end = container.at("lastState").at("terminated").text("finishedAt");
    // Times of objects are all in one form, in which later ones sort later.
    lastRestart = end.compareTo(lastRestart) > 0 ? end : lastRestart;
  }

  /// How a container ended, in a word.
  private static String end(TreeNode terminated) {
    if (!terminated.text("reason").isEmpty()) {
      return terminated.text("reason");
    }
    long signal = terminated.number("signal", 0);
    return signal != 0 ? "Signal:" + signal : "ExitCode:" + terminated.number("exitCode", 0);
  }
}
