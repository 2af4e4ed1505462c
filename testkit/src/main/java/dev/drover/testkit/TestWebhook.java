package dev.drover.testkit;

import dev.drover.api.DynamicObject;
import dev.drover.api.GroupVersionKind;
import dev.drover.api.Kind;
import dev.drover.api.Scope;
import dev.drover.client.Client;
import dev.drover.runtime.webhook.Webhook;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/// A webhook that runs in the JVM of a test, and its configuration.
final class TestWebhook implements AutoCloseable {
  private final LoopbackWebhooks server;
  private final Client client;
  private final Kind<DynamicObject> configurations;
  private final String name;

  private TestWebhook(
      LoopbackWebhooks server, Client client, Kind<DynamicObject> configurations, String name) {
    this.server = server;
    this.client = client;
    this.configurations = configurations;
    this.name = name;
  }

  /// Serves and configures a webhook for the objects of a namespace.
  static TestWebhook serve(Webhook<?> webhook, String namespace, Client client) {
    LoopbackWebhooks server = LoopbackWebhooks.start(all -> all.serve(webhook));
    boolean isMutating = webhook.path().startsWith("/mutate-");
    Kind<DynamicObject> configurations = configurations(isMutating);
    String name = namespace + webhook.path().replace('/', '-');
    Map<String, Object> hook =
        Map.of(
            "name", "webhook.test.drover.dev",
            "sideEffects", "None",
            "admissionReviewVersions", List.of("v1"),
            "clientConfig", Map.of("url", server.url(webhook.path()), "caBundle", bundle(server)),
            "namespaceSelector",
                Map.of("matchLabels", Map.of("kubernetes.io/metadata.name", namespace)),
            "rules", List.of(rule(webhook.kind(), isMutating)));
    client.create(
        DynamicObject.named(configurations.gvk(), "", name).with(List.of(hook), "webhooks"));
    return new TestWebhook(server, client, configurations, name);
  }

  private static Kind<DynamicObject> configurations(boolean isMutating) {
    String kind = isMutating ? "MutatingWebhookConfiguration" : "ValidatingWebhookConfiguration";
    return Kind.dynamic(
        new GroupVersionKind("admissionregistration.k8s.io", "v1", kind),
        isMutating ? "mutatingwebhookconfigurations" : "validatingwebhookconfigurations",
        Scope.CLUSTER);
  }

  private static String bundle(LoopbackWebhooks server) {
    return Base64.getEncoder()
        .encodeToString(server.authorityPem().getBytes(StandardCharsets.US_ASCII));
  }

  private static Map<String, Object> rule(Kind<?> kind, boolean isMutating) {
    return Map.of(
        "operations",
            isMutating ? List.of("CREATE", "UPDATE") : List.of("CREATE", "UPDATE", "DELETE"),
        "apiGroups", List.of(kind.gvk().group()),
        "apiVersions", List.of(kind.gvk().version()),
        "resources", List.of(kind.plural()));
  }

  @Override
  public void close() {
    client.resources(configurations).delete(name);
    server.close();
  }
}
