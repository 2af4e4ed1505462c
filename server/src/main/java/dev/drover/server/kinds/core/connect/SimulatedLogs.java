package dev.drover.server.kinds.core.connect;

import dev.drover.api.Bytes;
import dev.drover.schema.TreeNode;
import dev.drover.server.core.Answer;
import dev.drover.server.core.ApiError;
import dev.drover.server.core.Call;
import dev.drover.server.rest.Parameters;
import dev.drover.server.strategy.StoredObjects;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// The logs of containers that a simulated kubelet runs: the text of the annotation
/// `simulation.drover.dev/logs`, or a line that says that the container started. All lines carry
/// the time of the start. A log that is followed ends there, too.
final class SimulatedLogs {
  private static final String LOGS = "simulation.drover.dev/logs";
  private static final String RUNTIME = "simulated://";

  private SimulatedLogs() {}

  /// The answer to a request for the log of a container; empty if no simulated kubelet runs it.
  ///
  /// @param stored has the node of the pod
  static Optional<Answer> of(TreeNode pod, String container, Call call, StoredObjects stored) {
    if (!isOnSimulatedNode(pod, stored)) {
      return Optional.empty();
    }
    return Stream.of("containerStatuses", "initContainerStatuses")
        .flatMap(field -> pod.at("status").items(field).stream())
        .filter(s -> s.text("name").equals(container))
        .findFirst()
        .map(status -> answer(pod, status, call));
  }

  private static boolean isOnSimulatedNode(TreeNode pod, StoredObjects stored) {
    return stored
        .get("/nodes", "", pod.at("spec").text("nodeName"))
        .map(tree -> TreeNode.view(tree).at("status").at("nodeInfo"))
        .filter(info -> info.text("containerRuntimeVersion").startsWith(RUNTIME))
        .isPresent();
  }

  private static boolean isWaiting(TreeNode status) {
    return status.at("state").has("waiting");
  }

  private static Answer answer(TreeNode pod, TreeNode status, Call call) {
    boolean isPrevious = call.parameter("previous").filter("true"::equals).isPresent();
    TreeNode last = status.at("lastState").at("terminated");
    String name = pod.at("metadata").text("name");
    if (isPrevious && last.map().isEmpty()) {
      throw ApiError.badRequest(
          "previous terminated container \"%s\" in pod \"%s\" not found"
              .formatted(status.text("name"), name));
    }
    if (!isPrevious && isWaiting(status) && last.map().isEmpty()) {
      throw ApiError.badRequest(
          "container \"%s\" in pod \"%s\" is waiting to start: %s"
              .formatted(
                  status.text("name"), name, status.at("state").at("waiting").text("reason")));
    }
    String text = text(pod, status, isPrevious || isWaiting(status) ? last : state(status), call);
    return new Answer.Content(200, "text/plain", Bytes.ofUtf8(text), Map.of());
  }

  private static TreeNode state(TreeNode status) {
    TreeNode running = status.at("state").at("running");
    return running.map().isEmpty() ? status.at("state").at("terminated") : running;
  }

  private static String text(TreeNode pod, TreeNode status, TreeNode run, Call call) {
    TreeNode annotations = pod.at("metadata").at("annotations");
    String container = status.text("name");
    String own = LOGS + "." + container;
    String given = annotations.has(own) ? annotations.text(own) : annotations.text(LOGS);
    List<String> lines = new ArrayList<>();
    if (given.isEmpty()) {
      lines.add("simulated: container %s of %s started".formatted(container, status.text("image")));
    } else {
      lines.addAll(given.stripTrailing().lines().toList());
    }
    if (call.parameter("timestamps").filter("true"::equals).isPresent()) {
      String time = run.text("startedAt");
      lines.replaceAll(line -> time + " " + line);
    }
    long tail = Parameters.number(call, "tailLines").orElse(lines.size());
    List<String> shown = lines.subList((int) Math.max(0, lines.size() - tail), lines.size());
    String text = shown.isEmpty() ? "" : String.join("\n", shown) + "\n";
    long limit = Parameters.number(call, "limitBytes").orElse(text.length());
    return text.substring(0, (int) Math.min(limit, text.length()));
  }
}
