package dev.drover.server.upkeep;

import dev.drover.api.GroupVersionKind;
import dev.drover.schema.TreeNode;
import dev.drover.server.core.Catalog;
import dev.drover.server.core.Objects;
import dev.drover.server.storage.Change;
import dev.drover.server.storage.Stored;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Puts an `IPAddress` beside every address of a service, and takes it away when the service gives
/// the address back.
///
/// In Go: the IP allocator of services. There the address is written before the service; here a
/// moment later, which only who watches both can tell.
final class ServiceAddresses {
  private static final GroupVersionKind KIND =
      new GroupVersionKind("networking.k8s.io", "v1", "IPAddress");

  private final OwnObjects addresses;

  ServiceAddresses(Catalog catalog, Objects objects) {
    this.addresses = new OwnObjects(objects, catalog, KIND, "ipaddresses");
  }

  void changed(Change change) {
    if (!change.object().key().resource().equals("/services")) {
      return;
    }
    List<String> before = addresses(change.before());
    List<String> now =
        change.type() == Change.Type.DELETED ? List.of() : addresses(change.object());
    before.stream().filter(address -> !now.contains(address)).forEach(addresses::delete);
    now.stream()
        .filter(address -> !before.contains(address))
        .forEach(address -> create(address, TreeNode.view(change.object().tree()).at("metadata")));
  }

  private static List<String> addresses(@Nullable Stored service) {
    return service == null
        ? List.of()
        : TreeNode.view(service.tree()).at("spec").texts("clusterIPs").stream()
            .filter(address -> !address.equals("None"))
            .toList();
  }

  private void create(String address, TreeNode service) {
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
              .set("namespace", service.text("namespace"))
              .set("name", service.text("name"));
        });
  }
}
