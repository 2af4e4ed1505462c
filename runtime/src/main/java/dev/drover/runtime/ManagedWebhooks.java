package dev.drover.runtime;

import dev.drover.api.GroupKind;
import dev.drover.runtime.engine.Components;
import dev.drover.runtime.webhook.Conversion;
import dev.drover.runtime.webhook.Webhook;
import dev.drover.runtime.webhook.WebhookServer;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

/// The webhooks of a manager and their server, which is one of its parts once there are any.
final class ManagedWebhooks {
  private final WebhookServer server;
  private final Components components;
  private final AtomicBoolean isServed = new AtomicBoolean();
  private final Set<GroupKind> converted = ConcurrentHashMap.newKeySet();

  ManagedWebhooks(ManagerOptions options, Components components) {
    this.server = new WebhookServer(options.webhooks(), options.time(), options.observer());
    this.components = components;
  }

  WebhookServer server() {
    return server;
  }

  /// @throws IllegalStateException if two have the same path
  void serve(Webhook<?>... some) {
    server.serve(some);
    serve(some.length);
  }

  /// @throws IllegalStateException if two are of one kind
  void serve(Conversion<?>... some) {
    server.serve(some);
    for (Conversion<?> conversion : some) {
      converted.add(conversion.hub().gvk().groupKind());
    }
    serve(some.length);
  }

  private void serve(int some) {
    if (some > 0 && isServed.compareAndSet(false, true)) {
      components.add(Phase.WEBHOOK, server);
    }
  }

  /// Whether the manager converts the objects of a kind.
  boolean converts(GroupKind kind) {
    return converted.contains(kind);
  }
}
