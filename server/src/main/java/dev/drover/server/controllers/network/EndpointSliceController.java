package dev.drover.server.controllers.network;

import dev.drover.schema.TreeNode;
import dev.drover.server.controllers.core.ClusterPass;
import dev.drover.server.controllers.core.Controller;
import dev.drover.server.controllers.core.Item;
import dev.drover.server.controllers.core.Ownership;
import dev.drover.server.controllers.core.Pods;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Keeps the endpoint slices of services that select pods: for each set of ports as many slices as
/// are needed for 100 pods each. A service without pods has one empty slice.
///
/// In Go: the module `endpointslice`. Addresses are those of one IP family.
public final class EndpointSliceController implements Controller {
  private static final String STORAGE = "discovery.k8s.io/endpointslices";
  private static final String SERVICE = "kubernetes.io/service-name";
  private static final String MANAGED_BY = "endpointslice.kubernetes.io/managed-by";
  private static final String NAME = "endpointslice-controller.k8s.io";
  private static final int LARGEST = 100; // pods in a slice

  @Override
  public void pass(ClusterPass cluster) {
    cluster.forEach(
        cluster.of(ServiceEndpoints.SERVICES), service -> syncService(cluster, service));
    deleteOrphans(cluster);
  }

  private static void syncService(ClusterPass cluster, Item service) {
    List<Item> slices =
        cluster.controlledBy(service, STORAGE).stream()
            .filter(EndpointSliceController::isManaged)
            .toList();
    if (ServiceEndpoints.isKept(service)) {
      sync(cluster, service, slices);
    } else {
      slices.forEach(cluster::delete);
    }
  }

  private static boolean isManaged(Item slice) {
    return NAME.equals(slice.labels().get(MANAGED_BY)) && !slice.isBeingDeleted();
  }

  private static void deleteOrphans(ClusterPass cluster) {
    for (Item slice : cluster.of(STORAGE)) {
      String service = slice.labels().getOrDefault(SERVICE, "");
      boolean isOrphan =
          cluster.find(ServiceEndpoints.SERVICES, slice.namespace(), service).isEmpty();
      if (isManaged(slice) && isOrphan) {
        cluster.delete(slice);
      }
    }
  }

  private static void sync(ClusterPass cluster, Item service, List<Item> slices) {
    List<Item> left = new ArrayList<>(slices);
    Map<String, String> labels = ServiceEndpoints.labels(service);
    labels.put(SERVICE, service.name());
    labels.put(MANAGED_BY, NAME);
    for (TreeNode wanted : wanted(cluster, service)) {
      Optional<Item> before =
          left.stream().filter(slice -> hasSamePorts(slice, wanted)).findFirst();
      if (before.isPresent()) {
        left.remove(before.get());
        update(cluster, before.get(), wanted, labels);
      } else {
        create(cluster, service, wanted, labels);
      }
    }
    left.forEach(cluster::delete);
  }

  private static boolean hasSamePorts(Item slice, TreeNode wanted) {
    return slice.object().list("ports").equals(wanted.list("ports"))
        && slice.object().text("addressType").equals(wanted.text("addressType"));
  }

  private static void create(
      ClusterPass cluster, Item service, TreeNode wanted, Map<String, String> labels) {
    TreeNode slice =
        TreeNode.empty().set("apiVersion", "discovery.k8s.io/v1").set("kind", "EndpointSlice");
    TreeNode metadata = slice.orCreate("metadata");
    metadata
        .set("generateName", service.name() + "-")
        .set("namespace", service.namespace())
        .set("labels", labels);
    Ownership.setController(metadata, service);
    wanted.map().forEach(slice::set);
    cluster.create(STORAGE, service.namespace(), slice.map());
  }

  private static void update(
      ClusterPass cluster, Item slice, TreeNode wanted, Map<String, String> labels) {
    boolean isSame =
        slice.object().list("endpoints").equals(wanted.list("endpoints"))
            && slice.labels().equals(labels);
    if (!isSame) {
      cluster.update(
          slice,
          object -> {
            object.orCreate("metadata").set("labels", labels);
            return object.set("endpoints", wanted.get("endpoints"));
          });
    }
  }

  /// The slices that a service should have: their address type, ports and endpoints.
  private static List<TreeNode> wanted(ClusterPass cluster, Item service) {
    Map<List<Object>, List<Object>> byPorts = new LinkedHashMap<>();
    for (Item pod : ServiceEndpoints.pods(cluster, service)) {
      byPorts
          .computeIfAbsent(ServiceEndpoints.ports(service, pod, true), _ -> new ArrayList<>())
          .add(endpoint(cluster, service, pod).map());
    }
    if (byPorts.isEmpty()) {
      byPorts.put(List.of(), List.of());
    }
    List<TreeNode> slices = new ArrayList<>();
    byPorts.forEach(
        (ports, endpoints) -> {
          for (int from = 0; from == 0 || from < endpoints.size(); from += LARGEST) {
            int to = Math.min(from + LARGEST, endpoints.size());
            TreeNode slice = TreeNode.empty().set("addressType", addressType(service));
            slice.set("endpoints", endpoints.subList(from, to));
            slices.add(ports.isEmpty() ? slice : slice.set("ports", ports));
          }
        });
    return slices;
  }

  private static String addressType(Item service) {
    List<String> families = service.spec().texts("ipFamilies");
    return families.isEmpty() ? "IPv4" : families.getFirst();
  }

  private static TreeNode endpoint(ClusterPass cluster, Item service, Item pod) {
    boolean isServing = Pods.isReady(pod);
    boolean isReady =
        ServiceEndpoints.publishesNotReady(service) || (isServing && !pod.isBeingDeleted());
    TreeNode endpoint = TreeNode.empty().set("addresses", List.of(pod.status().text("podIP")));
    endpoint
        .orCreate("conditions")
        .set("ready", isReady)
        .set("serving", isServing)
        .set("terminating", pod.isBeingDeleted());
    String hostname = ServiceEndpoints.hostname(service, pod);
    if (!hostname.isEmpty()) {
      endpoint.set("hostname", hostname);
    }
    String node = Pods.nodeName(pod);
    if (!node.isEmpty()) {
      endpoint.set("nodeName", node);
      cluster
          .find("/nodes", "", node)
          .map(item -> item.labels().getOrDefault("topology.kubernetes.io/zone", ""))
          .filter(zone -> !zone.isEmpty())
          .ifPresent(zone -> endpoint.set("zone", zone));
    }
    return endpoint.set("targetRef", ServiceEndpoints.reference(pod));
  }
}
