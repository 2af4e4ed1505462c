package dev.drover.server.simulation;

import dev.drover.schema.TreeNode;
import dev.drover.server.controllers.core.Item;
import dev.drover.server.core.GoDurations;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/// The simulated behavior of the containers of a pod, from its annotations:
/// `simulation.drover.dev/NAME` for all containers, `simulation.drover.dev/NAME.CONTAINER` for one.
///
/// | name | value | meaning |
/// |---|---|---|
/// | `start-after` | duration | how long creating the container takes |
/// | `pull-error` | text | the image cannot be pulled, with this message |
/// | `ready` | `false` | never ready, until the annotation is removed |
/// | `ready-after` | duration | how long it takes from the start until the container is ready |
/// | `exit-code` | number | the container ends with this code |
/// | `exit-after` | duration | how long it runs before |
/// | `exit-times` | number | how often it ends; it keeps running after that |
/// | `exit-reason` | text | the reason of its end, such as `OOMKilled` |
/// | `restart-after` | duration | the pause before a restart, in place of the back-off |
/// | `stop-after` | duration | how long the pod takes to end when it is deleted |
/// | `logs` | text | the log of the container |
///
/// Values that cannot be read count as absent.
final class ContainerBehavior {
  static final String PREFIX = "simulation.drover.dev/";

  private final TreeNode annotations;
  private final boolean isOfJob;

  ContainerBehavior(Item pod) {
    this.annotations = pod.metadata().at("annotations");
    this.isOfJob =
        pod.controllerReference().filter(owner -> owner.text("kind").equals("Job")).isPresent();
  }

  Duration startAfter(String container) {
    return duration("start-after", container).orElse(Duration.ZERO);
  }

  /// The message of the error with which pulling the image fails; empty if it does not.
  String pullError(String container) {
    return text("pull-error", container);
  }

  boolean isNeverReady(String container) {
    return text("ready", container).equals("false");
  }

  Duration readyAfter(String container) {
    return duration("ready-after", container).orElse(Duration.ZERO);
  }

  /// The exit code with which the container ends after so many restarts; empty if it keeps running.
  /// Containers of jobs end with 0 if nothing else is said.
  OptionalLong exitCode(String container, long restarts) {
    OptionalLong code = number("exit-code", container);
    long times = number("exit-times", container).orElse(Long.MAX_VALUE);
    if (code.isPresent() && restarts < times) {
      return code;
    }
    return isOfJob ? OptionalLong.of(0) : OptionalLong.empty();
  }

  Duration exitAfter(String container) {
    return duration("exit-after", container).orElse(Duration.ZERO);
  }

  /// The reason of an end.
  String exitReason(String container, long code) {
    String reason = text("exit-reason", container);
    return code != 0 && !reason.isEmpty() ? reason : code == 0 ? "Completed" : "Error";
  }

  Optional<Duration> restartAfter(String container) {
    return duration("restart-after", container);
  }

  Duration stopAfter() {
    return parse(annotations.text(PREFIX + "stop-after")).orElse(Duration.ZERO);
  }

  private String text(String name, String container) {
    String own = PREFIX + name + "." + container;
    return annotations.has(own) ? annotations.text(own) : annotations.text(PREFIX + name);
  }

  private OptionalLong number(String name, String container) {
    try {
      return OptionalLong.of(Integer.parseInt(text(name, container)));
    } catch (NumberFormatException e) {
      return OptionalLong.empty();
    }
  }

  private Optional<Duration> duration(String name, String container) {
    return parse(text(name, container));
  }

  /// A duration such as `1m30s`; empty if the text is none, or less than nothing.
  private static Optional<Duration> parse(String text) {
    return text.isEmpty() || GoDurations.complaint(text).isPresent()
        ? Optional.empty()
        : Optional.of(GoDurations.parse(text)).filter(duration -> !duration.isNegative());
  }
}
