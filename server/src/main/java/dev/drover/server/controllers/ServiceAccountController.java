package dev.drover.server.controllers;

import dev.drover.server.controllers.core.ClusterPass;
import dev.drover.server.controllers.core.Controller;
import dev.drover.server.controllers.core.Item;
import java.util.Map;

/// Creates the service account `default` in every namespace.
final class ServiceAccountController implements Controller {
  private static final String ACCOUNTS = "/serviceaccounts";

  @Override
  public void pass(ClusterPass cluster) {
    for (Item namespace : cluster.of("/namespaces")) {
      boolean hasDefault =
          cluster.of(ACCOUNTS, namespace.name()).stream()
              .anyMatch(account -> account.name().equals("default"));
      if (!hasDefault && !namespace.isBeingDeleted()) {
        cluster.create(
            ACCOUNTS,
            namespace.name(),
            Map.of(
                "apiVersion", "v1",
                "kind", "ServiceAccount",
                "metadata", Map.of("name", "default", "namespace", namespace.name())));
      }
    }
  }
}
