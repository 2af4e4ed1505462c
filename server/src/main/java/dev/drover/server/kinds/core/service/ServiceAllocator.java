package dev.drover.server.kinds.core.service;

import dev.drover.api.GroupKind;
import dev.drover.schema.FieldError;
import dev.drover.schema.FieldPath;
import dev.drover.schema.TreeNode;
import dev.drover.server.core.ApiError;
import dev.drover.server.strategy.StoredObjects;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Allocates addresses (from [ClusterIpRanges]) and node ports (30000-32767) to services, each
/// once.
///
/// What is taken is what stored services have, and the addresses beside them; nothing else is
/// remembered.
///
/// In Go: `Allocators` of services.
final class ServiceAllocator {
  private static final String STORAGE = "/services";
  private static final String ADDRESS_STORAGE = "networking.k8s.io/ipaddresses";
  private static final AllocationRange PORTS = new AllocationRange(30_000, 32_767, 30_086);

  private static final StoredObjects NO_OTHERS =
      new StoredObjects() {
        @Override
        public Optional<Map<String, @Nullable Object>> get(
            String resource, String namespace, String name) {
          return Optional.empty();
        }

        @Override
        public List<Map<String, @Nullable Object>> list(String resource, String namespace) {
          return List.of();
        }
      };

  private final TreeNode service;
  private final TreeNode spec;
  private final TreeNode old;
  private final ClusterIpRanges ranges;
  private final Set<String> usedAddresses = new HashSet<>();
  private final Set<Long> usedPorts = new HashSet<>();

  private ServiceAllocator(
      TreeNode service, TreeNode old, ClusterIpRanges ranges, StoredObjects others) {
    this.service = service;
    this.spec = service.orCreate("spec");
    this.old = old;
    this.ranges = ranges;
    usedPorts.addAll(allPorts(old)); // free only when the change is done
    TreeNode metadata = service.at("metadata");
    for (Map<String, @Nullable Object> tree : others.list(STORAGE, "")) {
      TreeNode other = TreeNode.copyOf(tree);
      TreeNode otherMetadata = other.at("metadata");
      boolean isSelf =
          otherMetadata.text("name").equals(metadata.text("name"))
              && otherMetadata.text("namespace").equals(metadata.text("namespace"));
      if (!isSelf) {
        usedAddresses.addAll(other.at("spec").texts("clusterIPs"));
        usedPorts.addAll(allPorts(other.at("spec")));
      }
    }
    others
        .list(ADDRESS_STORAGE, "")
        .forEach(tree -> usedAddresses.add(TreeNode.view(tree).at("metadata").text("name")));
  }

  /// The service as it would be if it were the only one.
  ///
  /// @param old null for a new service
  /// @throws ApiError when a port that was asked for is out of range
  static TreeNode trial(TreeNode service, @Nullable TreeNode old) {
    TreeNode copy = TreeNode.copyOf(service.map());
    of(copy, old, ClusterIpRanges.any(), NO_OTHERS).run();
    return copy;
  }

  /// Makes sure that requested addresses are in a range of services, allocated or not.
  ///
  /// @param old null for a new service
  /// @throws ApiError when one is out of range
  static void requireInRange(TreeNode service, @Nullable TreeNode old, StoredObjects others) {
    TreeNode copy = TreeNode.copyOf(service.map());
    of(copy, old, ClusterIpRanges.of(others), NO_OTHERS).addresses();
  }

  /// Sets what is missing.
  ///
  /// @param old null for a new service
  /// @throws ApiError when a value that was asked for is taken or out of range, or all are taken
  static void run(TreeNode service, @Nullable TreeNode old, StoredObjects others) {
    of(service, old, ClusterIpRanges.of(others), others).run();
  }

  private static ServiceAllocator of(
      TreeNode service, @Nullable TreeNode old, ClusterIpRanges ranges, StoredObjects others) {
    TreeNode before = old == null ? TreeNode.empty() : old.at("spec");
    return new ServiceAllocator(service, before, ranges, others);
  }

  private void run() {
    addresses();
    ports();
    healthCheckPort();
  }

  /// The node ports of the ports of a service.
  static Set<Long> nodePorts(TreeNode spec) {
    Set<Long> ports = new TreeSet<>();
    for (TreeNode port : spec.items("ports")) {
      if (port.number("nodePort", 0) != 0) {
        ports.add(port.number("nodePort", 0));
      }
    }
    return ports;
  }

  private static Set<Long> allPorts(TreeNode spec) {
    Set<Long> ports = nodePorts(spec);
    if (spec.number("healthCheckNodePort", 0) != 0) {
      ports.add(spec.number("healthCheckNodePort", 0));
    }
    return ports;
  }

  private void addresses() {
    boolean hadNone = old.map().isEmpty() || Services.isExternalName(old);
    List<String> addresses = new ArrayList<>(spec.texts("clusterIPs"));
    if (!hadNone || Services.isExternalName(spec) || addresses.contains(Services.NONE)) {
      return;
    }
    for (int i = 0; i < spec.list("ipFamilies").size(); i++) {
      if (i < addresses.size()) {
        take(addresses.get(i), addresses);
      } else {
        addresses.add(freeAddress());
      }
    }
    spec.set("clusterIPs", addresses).set("clusterIP", addresses.getFirst());
  }

  private void take(String address, List<String> shown) {
    String complaint =
        !ranges.contain(address)
            ? "the provided network does not match the current range"
            : usedAddresses.contains(address) ? "provided IP is already allocated" : "";
    if (!complaint.isEmpty()) {
      throw invalid(
          FieldError.invalid(
              FieldPath.of("spec", "clusterIPs"),
              shown,
              "failed to allocate IP " + address + ": " + complaint));
    }
  }

  private String freeAddress() {
    TreeNode metadata = service.at("metadata");
    int from =
        (metadata.text("namespace") + metadata.text("name") + metadata.text("resourceVersion"))
            .hashCode();
    return ranges
        .free(from, usedAddresses)
        .orElseThrow(
            () ->
                ApiError.internal(
                    "failed to allocate a serviceIP for Service \""
                        + service.at("metadata").text("name")
                        + "\": range is full"));
  }

  private void ports() {
    if (Services.isReachedThroughNodes(spec)) {
      if (old.map().isEmpty()) {
        newPorts();
      } else {
        changedPorts();
      }
    }
  }

  /// Ports of one number, for TCP and UDP, share a node port unless they ask for several.
  private void newPorts() {
    Map<Long, Long> byNumber = new HashMap<>();
    List<TreeNode> ports = spec.items("ports");
    for (int i = 0; i < ports.size(); i++) {
      TreeNode port = ports.get(i);
      long wanted = port.number("nodePort", 0);
      if (wanted == 0 && !Services.getsNodePorts(spec)) {
        continue;
      }
      long number = port.number("port", 0);
      long shared = byNumber.getOrDefault(number, 0L);
      if (shared == 0) {
        shared = requested(ports, number);
        if (shared == 0) {
          shared = freePort();
        } else {
          checkPort(shared, i);
        }
        usedPorts.add(shared);
        byNumber.put(number, shared);
        port.set("nodePort", shared);
      } else if (wanted == 0) {
        port.set("nodePort", shared);
      } else if (wanted != shared) {
        checkPort(wanted, i);
        usedPorts.add(wanted);
      }
    }
  }

  private void changedPorts() {
    Set<Long> kept = nodePorts(old);
    Set<String> seen = new HashSet<>();
    List<TreeNode> ports = spec.items("ports");
    for (int i = 0; i < ports.size(); i++) {
      TreeNode port = ports.get(i);
      long wanted = port.number("nodePort", 0);
      if (wanted == 0 && !Services.getsNodePorts(spec)) {
        continue;
      }
      if (wanted == 0) {
        wanted = freePort();
        port.set("nodePort", wanted);
      } else if (!kept.contains(wanted)) {
        checkPort(wanted, i);
        kept.add(wanted);
      }
      usedPorts.add(wanted);
      String key = "{" + port.text("protocol") + " " + wanted + "}";
      if (!seen.add(key)) {
        throw ApiError.of(500, "", "duplicate nodePort: " + key);
      }
    }
  }

  private static long requested(List<TreeNode> ports, long number) {
    return ports.stream()
        .filter(port -> port.number("port", 0) == number)
        .mapToLong(port -> port.number("nodePort", 0))
        .filter(nodePort -> nodePort != 0)
        .findFirst()
        .orElse(0);
  }

  private void checkPort(long wanted, int index) {
    String complaint = complaint(wanted);
    if (!complaint.isEmpty()) {
      FieldPath path = FieldPath.of("spec", "ports").index(index).child("nodePort");
      throw invalid(FieldError.invalid(path, wanted, complaint));
    }
  }

  private String complaint(long port) {
    if (!PORTS.contains(port)) {
      return "provided port is not in the valid range. The range of valid ports is 30000-32767";
    }
    return usedPorts.contains(port) ? "provided port is already allocated" : "";
  }

  private long freePort() {
    return PORTS.stream(0)
        .filter(port -> !usedPorts.contains(port))
        .findFirst()
        .orElseThrow(() -> ApiError.internal("failed to allocate a nodePort: range is full"));
  }

  private void healthCheckPort() {
    if (!Services.needsHealthCheck(spec) || Services.needsHealthCheck(old)) {
      return;
    }
    long wanted = spec.number("healthCheckNodePort", 0);
    if (wanted == 0) {
      spec.set("healthCheckNodePort", freePort());
      return;
    }
    String complaint = complaint(wanted);
    if (!complaint.isEmpty()) {
      throw ApiError.internal(
          "failed to allocate requested HealthCheck NodePort " + wanted + ": " + complaint);
    }
  }

  private ApiError invalid(FieldError error) {
    return ApiError.invalid(
        new GroupKind("", "Service"), service.at("metadata").text("name"), List.of(error));
  }
}
