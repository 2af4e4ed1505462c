package dev.drover.server.kinds.core.connect;

import dev.drover.schema.TreeNode;
import dev.drover.server.core.ApiError;
import java.util.ArrayList;
import java.util.List;

/// Finds the container of a pod that a request means.
final class PodContainers {
  private static final String DEFAULT = "kubectl.kubernetes.io/default-container";

  private PodContainers() {}

  /// The container of this name; without a name the only one there is.
  ///
  /// @throws ApiError when there is none, or more than one to choose from
  static String choose(TreeNode pod, String name) {
    String podName = pod.at("metadata").text("name");
    List<String> containers = names(pod, "containers");
    List<String> init = names(pod, "initContainers");
    List<String> ephemeral = names(pod, "ephemeralContainers");
    if (!name.isEmpty()) {
      if (containers.contains(name) || init.contains(name) || ephemeral.contains(name)) {
        return name;
      }
      throw ApiError.badRequest("container " + name + " is not valid for pod " + podName);
    }
    String preferred = pod.at("metadata").at("annotations").text(DEFAULT);
    if (containers.contains(preferred)) {
      return preferred;
    }
    if (containers.size() == 1) {
      return containers.getFirst();
    }
    List<String> choices = new ArrayList<>();
    choices.add("choose one of: " + list(containers));
    if (!init.isEmpty()) {
      choices.add("or one of the init containers: " + list(init));
    }
    if (!ephemeral.isEmpty()) {
      choices.add("or one of the ephemeral containers: " + list(ephemeral));
    }
    throw ApiError.badRequest(
        "a container name must be specified for pod " + podName + ", " + String.join(" ", choices));
  }

  private static String list(List<String> names) {
    return "[" + String.join(" ", names) + "]";
  }

  private static List<String> names(TreeNode pod, String field) {
    return pod.at("spec").items(field).stream().map(c -> c.text("name")).toList();
  }
}
