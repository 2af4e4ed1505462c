package dev.drover.testkit;

import dev.drover.api.DynamicObject;
import dev.drover.api.GroupVersionKind;
import dev.drover.api.Kind;
import dev.drover.api.Scope;
import dev.drover.certificates.CertificateAuthority;
import dev.drover.certificates.Credential;
import dev.drover.client.Client;
import dev.drover.client.TlsCertificate;
import dev.drover.runtime.webhook.Webhook;
import dev.drover.runtime.webhook.WebhookOptions;
import dev.drover.runtime.webhook.WebhookServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/// A webhook that runs in the JVM of a test, and its configuration.
final class TestWebhook implements AutoCloseable {
  private static final Duration GRACE = Duration.ofSeconds(5);

  private final WebhookServer server;
  private final Client client;
  private final Kind<DynamicObject> configurations;
  private final String name;

  private TestWebhook(
      WebhookServer server, Client client, Kind<DynamicObject> configurations, String name) {
    this.server = server;
    this.client = client;
    this.configurations = configurations;
    this.name = name;
  }

  /// Serves and configures a webhook for the objects of a namespace.
  static TestWebhook serve(Webhook<?> webhook, String namespace, Client client) {
    CertificateAuthority authority =
        new CertificateAuthority("test webhooks", InstantSource.system());
    InetAddress loopback = InetAddress.getLoopbackAddress();
    Credential credential = authority.forServer(List.of("localhost"), List.of(loopback));
    WebhookServer server =
        WebhookServer.of(
            WebhookOptions.defaults()
                .with(
                    o ->
                        o.address(new InetSocketAddress(loopback, 0))
                            .certificate(
                                TlsCertificate.ofPem(
                                    credential.certificatePem(), credential.keyPem()))));
    server.serve(webhook);
    try {
      server.start();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot serve " + webhook, e);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("cannot serve " + webhook, e);
    }
    boolean isMutating = webhook.path().startsWith("/mutate-");
    Kind<DynamicObject> configurations = configurations(isMutating);
    String name = namespace + webhook.path().replace('/', '-');
    String url = "https://127.0.0.1:" + server.port().orElseThrow() + webhook.path();
    Map<String, Object> hook =
        Map.of(
            "name", "webhook.test.drover.dev",
            "sideEffects", "None",
            "admissionReviewVersions", List.of("v1"),
            "clientConfig", Map.of("url", url, "caBundle", bundle(authority)),
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

  private static String bundle(CertificateAuthority authority) {
    return Base64.getEncoder()
        .encodeToString(authority.certificatePem().getBytes(StandardCharsets.US_ASCII));
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
    server.stop(GRACE);
  }
}
