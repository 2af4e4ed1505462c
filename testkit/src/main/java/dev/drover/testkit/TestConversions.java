package dev.drover.testkit;

import dev.drover.api.GroupKind;
import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.api.crd.ConversionWebhook;
import dev.drover.client.ClientConfig;
import dev.drover.runtime.Manager;
import dev.drover.runtime.webhook.Conversion;
import java.util.HashMap;
import java.util.Map;

/// The conversions of the tests that share a server, served in this JVM: definitions belong to all
/// of them, so their webhooks last as long as the server.
final class TestConversions implements AutoCloseable {
  private final Map<GroupKind, Served> served = new HashMap<>(); // guarded by this

  private record Served(Conversion<?> conversion, LoopbackWebhooks webhooks) {}

  /// Serves a conversion and installs its kind. Does nothing if another test did.
  synchronized void install(Conversion<?> conversion, ClientConfig config) {
    GroupKind kind = conversion.hub().gvk().groupKind();
    Served before = served.get(kind);
    if (before != null && before.conversion == conversion) {
      return;
    }
    LoopbackWebhooks webhooks = LoopbackWebhooks.start(server -> server.serve(conversion));
    served.put(kind, new Served(conversion, webhooks));
    try (Manager installer = Manager.connect("test-conversions", config)) {
      installer.install(
          ConversionWebhook.url(webhooks.url(ConversionWebhook.PATH))
              .withAuthority(webhooks.authorityPem()),
          versions(conversion));
    }
    if (before != null) {
      before.webhooks.close();
    }
  }

  @SuppressWarnings({"unchecked", "rawtypes"}) // there are no arrays of generic types
  private static Class<? extends KubernetesObject>[] versions(Conversion<?> conversion) {
    return conversion.versions().stream().map(Kind::type).toArray(Class[]::new);
  }

  @Override
  public synchronized void close() {
    served.values().forEach(one -> one.webhooks.close());
    served.clear();
  }
}
