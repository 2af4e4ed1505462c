package dev.drover.server.poststart;

import dev.drover.api.GroupVersionKind;
import dev.drover.schema.TreeNode;
import dev.drover.server.core.ApiObjects;
import dev.drover.server.core.Catalog;
import dev.drover.server.storage.Change;
import dev.drover.server.storage.StorageKey;
import dev.drover.server.storage.Store;
import dev.drover.server.storage.StoredObject;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.locks.ReentrantLock;

/// Creates an `IPAddress` for every address of a service, and deletes it when the service releases
/// the address.
///
/// Safe for any number of threads; services are looked at one at a time.
///
/// In Go: the IP allocator of services. There the address is written before the service; here a
/// moment later, which is visible only to a client that watches both.
final class ServiceIpAddresses {
  private static final GroupVersionKind KIND =
      new GroupVersionKind("networking.k8s.io", "v1", "IPAddress");
  private static final String STORAGE = "networking.k8s.io/ipaddresses";

  private final Store store;
  private final ServerOwnedObjects addresses;
  private final ReentrantLock syncing = new ReentrantLock(); // else an old state could win

  ServiceIpAddresses(Store store, Catalog catalog, ApiObjects objects) {
    this.store = store;
    this.addresses = new ServerOwnedObjects(objects, catalog, KIND, "ipaddresses");
  }

  void changed(Change change) {
    StorageKey key = change.object().key();
    if (!key.resource().equals("/services")) {
      return;
    }
    Set<String> concerned = new TreeSet<>(addresses(change.object()));
    StoredObject before = change.before();
    concerned.addAll(before == null ? List.of() : addresses(before));
    syncing.lock();
    try {
      concerned.forEach(address -> sync(address, key));
    } finally {
      syncing.unlock();
    }
  }

  /// Others may have changed the service in the meantime: what it has now counts.
  private void sync(String address, StorageKey service) {
    List<String> now = store.get(service).map(ServiceIpAddresses::addresses).orElse(List.of());
    if (!now.contains(address)) {
      store
          .get(new StorageKey(STORAGE, "", address))
          .filter(stored -> isOf(service, TreeNode.view(stored.tree())))
          .ifPresent(_ -> addresses.delete(address));
    } else if (store.get(new StorageKey(STORAGE, "", address)).isEmpty()) {
      create(address, service);
    }
  }

  private static boolean isOf(StorageKey service, TreeNode address) {
    TreeNode parent = address.at("spec").at("parentRef");
    return parent.text("resource").equals("services")
        && parent.text("namespace").equals(service.namespace())
        && parent.text("name").equals(service.name());
  }

  private static List<String> addresses(StoredObject service) {
    return TreeNode.view(service.tree()).at("spec").texts("clusterIPs").stream()
        .filter(address -> !address.equals("None"))
        .toList();
  }

  private void create(String address, StorageKey service) {
    String family = address.indexOf(':') < 0 ? "IPv4" : "IPv6";
    addresses.create(
        address,
        object -> {
          object
              .orCreate("metadata")
              .set(
                  "labels",
                  Map.of(
                      "ipaddress.kubernetes.io/ip-family",
                      family,
                      "ipaddress.kubernetes.io/managed-by",
                      "ipallocator.k8s.io"));
          object
              .orCreate("spec")
              .orCreate("parentRef")
              .set("resource", "services")
              .set("namespace", service.namespace())
              .set("name", service.name());
        });
  }
}
