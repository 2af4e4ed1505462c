package dev.drover.client.ops;

import dev.drover.api.DynamicObject;
import dev.drover.api.GroupVersionKind;
import dev.drover.api.Kind;
import dev.drover.api.OwnerReference;
import dev.drover.api.Scope;
import dev.drover.client.Client;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Decides what a drain does with a pod, by the rules of kubectl.
final class PodDrainCheck {
  private static final String MIRROR = "kubernetes.io/config.mirror";
  private static final Kind<DynamicObject> DAEMON_SET =
      Kind.dynamic(new GroupVersionKind("apps", "v1", "DaemonSet"), "daemonsets", Scope.NAMESPACED);

  private final Client client;
  private final DrainOptions options;

  /// What happens to a pod.
  sealed interface Decision {
    /// It stays.
    record Keep() implements Decision {}

    /// It goes.
    record Evict(String warning) implements Decision {}

    /// The drain is refused.
    record Refuse(String reason) implements Decision {}
  }

  PodDrainCheck(Client client, DrainOptions options) {
    this.client = client;
    this.options = options;
  }

  Decision of(DynamicObject pod) {
    if (pod.metadata().annotation(MIRROR).isPresent()) {
      return new Decision.Keep(); // only its kubelet can remove it
    }
    boolean isFinished =
        List.of("Succeeded", "Failed").contains(pod.text("status", "phase").orElse(""));
    if (isFinished) {
      return new Decision.Evict("");
    }
    Optional<OwnerReference> controller = pod.metadata().controller();
    if (controller.isPresent() && controller.get().kind().equals("DaemonSet")) {
      return ofDaemonSet(pod, controller.get());
    }
    if (hasLocalData(pod) && !options.deleteEmptyDirData()) {
      return new Decision.Refuse("has local data in an emptyDir (deleteEmptyDirData evicts it)");
    }
    if (controller.isEmpty() && !options.force()) {
      return new Decision.Refuse("no controller would bring it back (force evicts it)");
    }
    return new Decision.Evict(
        controller.isEmpty()
            ? "no controller brings it back"
            : hasLocalData(pod) ? "its local data is lost" : "");
  }

  private Decision ofDaemonSet(DynamicObject pod, OwnerReference owner) {
    boolean exists =
        client.resources(DAEMON_SET).inNamespace(pod.namespace()).find(owner.name()).isPresent();
    if (!exists) {
      return options.force()
          ? new Decision.Evict("its DaemonSet is gone and does not bring it back")
          : new Decision.Refuse("its DaemonSet " + owner.name() + " is gone (force evicts it)");
    }
    return options.ignoreDaemonSets()
        ? new Decision.Keep()
        : new Decision.Refuse(
            "DaemonSet " + owner.name() + " would bring it back (ignoreDaemonSets leaves it)");
  }

  private static boolean hasLocalData(DynamicObject pod) {
    return pod.list("spec", "volumes").stream()
        .anyMatch(volume -> volume instanceof Map<?, ?> map && map.get("emptyDir") != null);
  }
}
