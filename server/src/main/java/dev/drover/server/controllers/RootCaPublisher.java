package dev.drover.server.controllers;

import dev.drover.schema.TreeNode;
import dev.drover.server.controllers.core.ClusterPass;
import dev.drover.server.controllers.core.Controller;
import dev.drover.server.controllers.core.Item;
import java.util.Map;
import java.util.Optional;

/// Publishes the authority of the server's certificate in every namespace, as the config map
/// `kube-root-ca.crt`.
final class RootCaPublisher implements Controller {
  private static final String MAPS = "/configmaps";
  private static final String NAME = "kube-root-ca.crt";

  private final Map<String, String> data;

  RootCaPublisher(String caPem) {
    this.data = Map.of("ca.crt", caPem);
  }

  @Override
  public void pass(ClusterPass cluster) {
    for (Item namespace : cluster.of("/namespaces")) {
      if (!namespace.isBeingDeleted()) {
        publish(cluster, namespace.name());
      }
    }
  }

  private void publish(ClusterPass cluster, String namespace) {
    Optional<Item> map = cluster.find(MAPS, namespace, NAME);
    if (map.isEmpty()) {
      TreeNode created = TreeNode.empty().set("apiVersion", "v1").set("kind", "ConfigMap");
      created.orCreate("metadata").set("name", NAME).set("namespace", namespace);
      cluster.create(MAPS, namespace, created.set("data", data).map());
    } else if (!map.get().object().textMap("data").equals(data)) {
      cluster.update(map.get(), object -> object.set("data", data));
    }
  }
}
