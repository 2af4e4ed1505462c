package dev.drover.runtime.webhook;

import dev.drover.api.RawExtension;
import dev.drover.certificates.CertificateAuthority;
import dev.drover.certificates.Credential;
import dev.drover.certificates.Tls;
import dev.drover.certificates.User;
import dev.drover.client.TlsCertificate;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/// Calls webhooks as an API server does, over TLS and with a certificate authority of its own.
public final class WebhookCaller {
  private final CertificateAuthority authority;
  private final @Nullable Credential own;

  public WebhookCaller() {
    this(new CertificateAuthority("webhooks", InstantSource.system()), null);
  }

  private WebhookCaller(CertificateAuthority authority, @Nullable Credential own) {
    this.authority = authority;
    this.own = own;
  }

  /// A caller that presents a certificate.
  public WebhookCaller as(Credential client) {
    return new WebhookCaller(authority, client);
  }

  public String authorityPem() {
    return authority.certificatePem();
  }

  public Credential newCredential() {
    return authority.forServer(List.of("localhost"), List.of(InetAddress.getLoopbackAddress()));
  }

  public TlsCertificate newCertificate() {
    Credential made = newCredential();
    return TlsCertificate.ofPem(made.certificatePem(), made.keyPem());
  }

  public HttpClient newClient() {
    return HttpClient.newBuilder().sslContext(tls()).build();
  }

  public SSLContext tls() {
    String trusted = authority.certificatePem();
    return own == null
        ? Tls.trusting(trusted)
        : Tls.forUser(
            trusted,
            new User("caller", List.of(), own.certificatePem(), own.keyPem(), Optional.empty()));
  }

  public HttpResponse<String> post(int port, String pathAndQuery, String body) throws Exception {
    return send(
        HttpRequest.newBuilder(URI.create("https://localhost:" + port + pathAndQuery))
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(body)));
  }

  public HttpResponse<String> send(HttpRequest.Builder request)
      throws IOException, InterruptedException {
    try (HttpClient client = newClient()) {
      return client.send(request.build(), BodyHandlers.ofString());
    }
  }

  /// The answer of a review.
  @SuppressWarnings("unchecked") // JSON objects have string keys
  public static Map<String, Object> response(HttpResponse<String> answer) {
    Map<String, Object> review = (Map<String, Object>) RawExtension.ofJson(answer.body()).tree();
    return (Map<String, Object>) review.get("response");
  }

  /// A review about a cone.
  ///
  /// @param objects such as `"object": {...}`
  public static String review(String operation, String objects) {
    return """
    {"apiVersion": "admission.k8s.io/v1", "kind": "AdmissionReview", "request": {
      "uid": "u-1", "operation": "%s", "name": "a", "namespace": "shop", "dryRun": true,
      "kind": {"group": "shop.example.com", "version": "v1", "kind": "Cone"},
      "resource": {"group": "shop.example.com", "version": "v1", "resource": "cones"},
      "subResource": "status",
      "userInfo": {"username": "jane", "groups": ["staff"]},
      "options": {"kind": "CreateOptions", "fieldManager": "kubectl"},
      %s}}
    """
        .formatted(operation, objects);
  }

  /// A cone with a field that the record does not know.
  public static String cone(int scoops) {
    return """
    {"apiVersion": "shop.example.com/v1", "kind": "Cone",
     "metadata": {"name": "a", "namespace": "shop", "labels": {"x/y": "1"}},
     "spec": {"scoops": %d, "later": {"field": true}}}
    """
        .formatted(scoops);
  }
}
