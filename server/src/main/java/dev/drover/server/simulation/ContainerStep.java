package dev.drover.server.simulation;

import dev.drover.schema.TreeNode;
import dev.drover.server.controllers.core.ClusterPass;
import dev.drover.server.controllers.core.Item;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/// The next state of a container.
///
/// ```
///                start-after                exit-code, exit-after
///   waiting ───────────────────▶ running ──────────────────────────▶ terminated
///   ContainerCreating               ▲                                   │ restart policy
///   ErrImagePull                    │ back-off, or restart-after        ▼
///   ImagePullBackOff                └──────────────────────────── waiting
///                                                                 CrashLoopBackOff
/// ```
final class ContainerStep {
  private static final Duration FIRST_BACK_OFF = Duration.ofSeconds(10);
  private static final Duration LONGEST_BACK_OFF = Duration.ofMinutes(5);

  private final ClusterPass cluster;
  private final Item pod;
  private final ContainerBehavior behaviour;
  private final String restartPolicy;

  ContainerStep(ClusterPass cluster, Item pod) {
    this.cluster = cluster;
    this.pod = pod;
    this.behaviour = new ContainerBehavior(pod);
    this.restartPolicy = pod.spec().text("restartPolicy");
  }

  /// The status of a container that cannot start yet.
  TreeNode waiting(TreeNode container, Optional<TreeNode> before, String reason) {
    TreeNode status = before.map(s -> TreeNode.copyOf(s.map())).orElseGet(() -> fresh(container));
    if (!isRunning(status) && !isTerminated(status)) {
      wait(status, reason, "");
    }
    return status;
  }

  private TreeNode fresh(TreeNode container) {
    return TreeNode.empty()
        .set("name", container.text("name"))
        .set("image", container.text("image"))
        .set("imageID", "")
        .set("lastState", Map.of())
        .set("ready", false)
        .set("started", false)
        .set("restartCount", 0L);
  }

  /// Moves a container on as far as the clock allows, over one restart at most.
  ///
  /// @param created when the kubelet began to create it
  /// @param isInit whether it must complete before others start
  TreeNode next(TreeNode container, Optional<TreeNode> before, Instant created, boolean isInit) {
    TreeNode status = before.map(s -> TreeNode.copyOf(s.map())).orElseGet(() -> fresh(container));
    boolean isSidecar = container.text("restartPolicy").equals("Always");
    if (!isRunning(status) && !isTerminated(status)) {
      start(container, status, created);
    }
    if (isRunning(status)) {
      run(container, status, isInit && !isSidecar);
    }
    if (isTerminated(status) && isRestarted(container, status, isInit)) {
      backOff(container, status);
    }
    return status;
  }

  private void start(TreeNode container, TreeNode status, Instant created) {
    String name = container.text("name");
    String pullError = behaviour.pullError(name);
    if (!pullError.isEmpty()) {
      failToPull(container, status, pullError);
      return;
    }
    boolean isRestart =
        status.number("restartCount", 0) > 0 || status.at("lastState").has("terminated");
    Instant time =
        isRestart
            ? restartTime(status, name, status.at("lastState").at("terminated"))
            : created.plus(behaviour.startAfter(name));
    if (time.isAfter(cluster.now())) {
      cluster.wakeAt(time);
      if (!isRestart) {
        wait(status, "ContainerCreating", "");
      }
      return;
    }
    startNow(container, status, isRestart);
  }

  private void startNow(TreeNode container, TreeNode status, boolean isRestart) {
    String name = container.text("name");
    if (isRestart) {
      status.set("restartCount", status.number("restartCount", 0) + 1);
    } else {
      cluster.event(
          pod,
          "Normal",
          "Pulled",
          "Container image \"%s\" already present on machine".formatted(container.text("image")));
    }
    String id = "simulated://%s-%s-%d".formatted(pod.uid(), name, status.number("restartCount", 0));
    status
        .set("containerID", id)
        .set("imageID", "simulated://" + container.text("image"))
        .set("started", true)
        .set("state", Map.of("running", Map.of("startedAt", cluster.time())));
    cluster.event(pod, "Normal", "Created", "Container created");
    cluster.event(pod, "Normal", "Started", "Container started");
  }

  private void failToPull(TreeNode container, TreeNode status, String message) {
    String image = container.text("image");
    String reason = status.at("state").at("waiting").text("reason");
    if (reason.equals("ErrImagePull") || reason.equals("ImagePullBackOff")) {
      wait(
          status,
          "ImagePullBackOff",
          "Back-off pulling image \"%s\": %s".formatted(image, message));
    } else {
      wait(status, "ErrImagePull", message); // until the next pass
      cluster.event(
          pod, "Warning", "Failed", "Failed to pull image \"%s\": %s".formatted(image, message));
    }
  }

  private void run(TreeNode container, TreeNode status, boolean mustComplete) {
    String name = container.text("name");
    Instant started = Instant.parse(status.at("state").at("running").text("startedAt"));
    OptionalLong code = behaviour.exitCode(name, status.number("restartCount", 0));
    if (mustComplete && code.isEmpty()) {
      code = OptionalLong.of(0);
    }
    Instant end = started.plus(behaviour.exitAfter(name));
    if (code.isPresent() && !end.isAfter(cluster.now())) {
      terminate(status, name, code.getAsLong(), started);
      return;
    }
    code.ifPresent(_ -> cluster.wakeAt(end));
    Instant ready = started.plus(behaviour.readyAfter(name));
    boolean isReady = !behaviour.isNeverReady(name) && !ready.isAfter(cluster.now());
    if (ready.isAfter(cluster.now())) {
      cluster.wakeAt(ready);
    }
    status.set("ready", isReady);
  }

  /// Ends a container.
  void terminate(TreeNode status, String name, long code, Instant started) {
    TreeNode terminated =
        TreeNode.empty()
            .set("exitCode", code)
            .set("reason", behaviour.exitReason(name, code))
            .set("startedAt", ClusterPass.time(started))
            .set("finishedAt", cluster.time())
            .set("containerID", status.text("containerID"));
    status
        .set("ready", false)
        .set("started", false)
        .set("state", Map.of("terminated", terminated.map()));
  }

  private boolean isRestarted(TreeNode container, TreeNode status, boolean isInit) {
    long code = status.at("state").at("terminated").number("exitCode", 0);
    String own = container.text("restartPolicy");
    String policy = own.isEmpty() ? restartPolicy : own;
    return switch (policy) {
      case "Always" -> code != 0 || !isInit || own.equals("Always");
      case "OnFailure" -> code != 0;
      default -> false;
    };
  }

  /// An ended container waits for its restart.
  private void backOff(TreeNode container, TreeNode status) {
    String name = container.text("name");
    TreeNode terminated = TreeNode.copyOf(status.at("state").at("terminated").map());
    Instant time = restartTime(status, name, terminated);
    status.set("lastState", Map.of("terminated", terminated.map()));
    if (!time.isAfter(cluster.now())) {
      cluster.wakeAt(cluster.now()); // restarts in the next pass, so that watches see each end
    } else {
      cluster.wakeAt(time);
    }
    Duration pause = pause(status, name);
    wait(
        status,
        "CrashLoopBackOff",
        "back-off %s restarting failed container=%s pod=%s_%s(%s)"
            .formatted(text(pause), name, pod.name(), pod.namespace(), pod.uid()));
    if (!pause.isZero()) {
      cluster.event(
          pod,
          "Warning",
          "BackOff",
          "Back-off restarting failed container %s in pod %s_%s(%s)"
              .formatted(name, pod.name(), pod.namespace(), pod.uid()));
    }
  }

  private Instant restartTime(TreeNode status, String name, TreeNode terminated) {
    return Instant.parse(terminated.text("finishedAt")).plus(pause(status, name));
  }

  /// The first restart comes at once, the others after 10 seconds, 20 seconds and so on. Without a
  /// pause, containers that end at once would be restarted without end: a second passes at least.
  private Duration pause(TreeNode status, String name) {
    long restarts = status.number("restartCount", 0);
    Optional<Duration> given = behaviour.restartAfter(name);
    if (given.isPresent()) {
      Duration shortest = restarts < 10 ? Duration.ZERO : Duration.ofSeconds(1);
      return given.get().compareTo(shortest) < 0 ? shortest : given.get();
    }
    if (restarts == 0) {
      return Duration.ZERO;
    }
    Duration pause = FIRST_BACK_OFF.multipliedBy(1L << Math.min(restarts - 1, 5));
    return pause.compareTo(LONGEST_BACK_OFF) > 0 ? LONGEST_BACK_OFF : pause;
  }

  /// As Go writes durations.
  private static String text(Duration pause) {
    return pause.toMinutes() > 0
        ? "%dm%ds".formatted(pause.toMinutes(), pause.toSecondsPart())
        : pause.toSeconds() + "s";
  }

  private static void wait(TreeNode status, String reason, String message) {
    TreeNode waiting = TreeNode.empty().set("reason", reason);
    if (!message.isEmpty()) {
      waiting.set("message", message);
    }
    status.set("ready", false).set("started", false).set("state", Map.of("waiting", waiting.map()));
  }

  static boolean isRunning(TreeNode status) {
    return status.at("state").has("running");
  }

  static boolean isTerminated(TreeNode status) {
    return status.at("state").has("terminated");
  }

  /// Whether the container ended with 0.
  static boolean isCompleted(TreeNode status) {
    return isTerminated(status) && status.at("state").at("terminated").number("exitCode", 0) == 0;
  }
}
