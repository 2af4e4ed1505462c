package dev.drover.server.controllers.network;

import dev.drover.api.Selector;
import dev.drover.schema.TreeNode;
import dev.drover.server.controllers.core.ClusterPass;
import dev.drover.server.controllers.core.Item;
import dev.drover.server.controllers.core.Pods;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/// The pods that a service selects, and the ports at which they are reached.
final class ServiceEndpoints {
  static final String SERVICES = "/services";
  private static final String HEADLESS = "service.kubernetes.io/headless";

  private ServiceEndpoints() {}

  /// Whether a controller keeps the endpoints of the service: it selects pods.
  static boolean isKept(Item service) {
    return !service.spec().textMap("selector").isEmpty()
        && !service.spec().text("type").equals("ExternalName")
        && !service.isBeingDeleted();
  }

  /// The pods that have an address and have not ended, by name.
  static List<Item> pods(ClusterPass cluster, Item service) {
    Selector selector = Selector.of(service.spec().textMap("selector"), List.of());
    return cluster.of(Pods.STORAGE, service.namespace()).stream()
        .filter(pod -> selector.matches(pod.labels()))
        .filter(pod -> !Pods.isFinished(pod) && !pod.status().text("podIP").isEmpty())
        .sorted(Comparator.comparing(Item::name))
        .toList();
  }

  static boolean publishesNotReady(Item service) {
    return service.spec().isTrue("publishNotReadyAddresses");
  }

  /// The ports of a pod for the service; those that the pod does not have are left out.
  ///
  /// @param alwaysNamed whether a port without a name has an empty one
  static List<Object> ports(Item service, Item pod, boolean alwaysNamed) {
    List<Object> ports = new ArrayList<>();
    for (TreeNode port : service.spec().items("ports")) {
      OptionalLong number = number(port, pod);
      if (number.isPresent()) {
        TreeNode found = TreeNode.empty();
        if (alwaysNamed || !port.text("name").isEmpty()) {
          found.set("name", port.text("name"));
        }
        found.set("port", number.getAsLong()).set("protocol", port.text("protocol"));
        if (port.has("appProtocol")) {
          found.set("appProtocol", port.get("appProtocol"));
        }
        ports.add(found.map());
      }
    }
    return ports;
  }

  private static OptionalLong number(TreeNode port, Item pod) {
    if (port.get("targetPort") instanceof Number number) {
      return OptionalLong.of(number.longValue());
    }
    String name = port.text("targetPort");
    return pod.spec().items("containers").stream()
        .flatMap(container -> container.items("ports").stream())
        .filter(candidate -> candidate.text("name").equals(name))
        .filter(candidate -> candidate.text("protocol").equals(port.text("protocol")))
        .mapToLong(candidate -> candidate.number("containerPort", 0))
        .findFirst();
  }

  static TreeNode reference(Item pod) {
    return TreeNode.empty()
        .set("kind", "Pod")
        .set("namespace", pod.namespace())
        .set("name", pod.name())
        .set("uid", pod.uid());
  }

  /// The host name of a pod in the service's domain; empty if it has none.
  static String hostname(Item service, Item pod) {
    return pod.spec().text("subdomain").equals(service.name()) ? pod.spec().text("hostname") : "";
  }

  /// The labels of a service, and whether it has an address of its own.
  static Map<String, String> labels(Item service) {
    Map<String, String> labels = service.labels();
    String address = service.spec().text("clusterIP");
    labels.remove(HEADLESS);
    if (address.isEmpty() || address.equals("None")) {
      labels.put(HEADLESS, "");
    }
    return labels;
  }
}
