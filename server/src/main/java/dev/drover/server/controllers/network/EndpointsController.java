package dev.drover.server.controllers.network;

import dev.drover.schema.TreeNode;
import dev.drover.server.controllers.core.ClusterPass;
import dev.drover.server.controllers.core.Controller;
import dev.drover.server.controllers.core.Item;
import dev.drover.server.controllers.core.Pods;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Keeps the `Endpoints` of services that select pods: a subset for each set of ports, with the
/// addresses of pods that are ready and of those that are not.
///
/// In Go: `endpoint.Controller`.
public final class EndpointsController implements Controller {
  private static final String STORAGE = "/endpoints";
  private static final String MANAGED_BY = "endpoints.kubernetes.io/managed-by";

  private static final Comparator<Item> BY_ADDRESS =
      Comparator.comparing((Item pod) -> pod.status().text("podIP")).thenComparing(Item::uid);

  @Override
  public void pass(ClusterPass cluster) {
    cluster.forEach(
        cluster.of(ServiceEndpoints.SERVICES),
        service -> {
          if (ServiceEndpoints.isKept(service)) {
            sync(cluster, service);
          }
        });
    for (Item endpoints : cluster.of(STORAGE)) {
      boolean isOrphan =
          endpoints.labels().containsKey(MANAGED_BY)
              && cluster
                  .find(ServiceEndpoints.SERVICES, endpoints.namespace(), endpoints.name())
                  .isEmpty();
      if (isOrphan && !endpoints.isBeingDeleted()) {
        cluster.delete(endpoints);
      }
    }
  }

  private static void sync(ClusterPass cluster, Item service) {
    List<Object> subsets = subsets(cluster, service);
    Map<String, String> labels = ServiceEndpoints.labels(service);
    labels.put(MANAGED_BY, "endpoint-controller");
    Optional<Item> before = cluster.find(STORAGE, service.namespace(), service.name());
    if (before.isEmpty()) {
      TreeNode endpoints = TreeNode.empty().set("apiVersion", "v1").set("kind", "Endpoints");
      endpoints
          .orCreate("metadata")
          .set("name", service.name())
          .set("namespace", service.namespace())
          .set("labels", labels);
      cluster.create(STORAGE, service.namespace(), write(endpoints, subsets).map());
    } else if (!before.get().object().list("subsets").equals(subsets)
        || !before.get().labels().equals(labels)) {
      cluster.update(
          before.get(),
          object -> {
            object.orCreate("metadata").set("labels", labels);
            return write(object, subsets);
          });
    }
  }

  private static TreeNode write(TreeNode endpoints, List<Object> subsets) {
    return subsets.isEmpty() ? endpoints.remove("subsets") : endpoints.set("subsets", subsets);
  }

  private static List<Object> subsets(ClusterPass cluster, Item service) {
    Map<List<Object>, List<Item>> byPorts = new LinkedHashMap<>();
    for (Item pod : ServiceEndpoints.pods(cluster, service)) {
      List<Object> ports = ServiceEndpoints.ports(service, pod, false);
      if (!pod.isBeingDeleted() && (!ports.isEmpty() || service.spec().items("ports").isEmpty())) {
        byPorts.computeIfAbsent(ports, _ -> new ArrayList<>()).add(pod);
      }
    }
    List<Object> subsets = new ArrayList<>();
    byPorts.forEach((ports, pods) -> subsets.add(subset(service, ports, pods).map()));
    return subsets;
  }

  private static TreeNode subset(Item service, List<Object> ports, List<Item> pods) {
    List<Object> ready = new ArrayList<>();
    List<Object> notReady = new ArrayList<>();
    for (Item pod : pods.stream().sorted(BY_ADDRESS).toList()) {
      boolean isReady = ServiceEndpoints.publishesNotReady(service) || Pods.isReady(pod);
      (isReady ? ready : notReady).add(address(service, pod).map());
    }
    TreeNode subset = TreeNode.empty();
    setUnlessEmpty(subset, "addresses", ready);
    setUnlessEmpty(subset, "notReadyAddresses", notReady);
    setUnlessEmpty(subset, "ports", ports);
    return subset;
  }

  private static void setUnlessEmpty(TreeNode subset, String name, List<Object> items) {
    if (!items.isEmpty()) {
      subset.set(name, items);
    }
  }

  private static TreeNode address(Item service, Item pod) {
    TreeNode address = TreeNode.empty().set("ip", pod.status().text("podIP"));
    String hostname = ServiceEndpoints.hostname(service, pod);
    if (!hostname.isEmpty()) {
      address.set("hostname", hostname);
    }
    if (!Pods.nodeName(pod).isEmpty()) {
      address.set("nodeName", Pods.nodeName(pod));
    }
    return address.set("targetRef", ServiceEndpoints.reference(pod));
  }
}
