package dev.drover.testkit;

import dev.drover.certificates.CertificateAuthority;
import dev.drover.certificates.Credential;
import dev.drover.client.TlsCertificate;
import dev.drover.runtime.webhook.WebhookOptions;
import dev.drover.runtime.webhook.WebhookServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Consumer;

/// A webhook server of a test: on the loopback address, with a certificate of an authority of its
/// own.
///
/// @param authorityPem the certificate of the authority
record LoopbackWebhooks(WebhookServer server, String authorityPem) implements AutoCloseable {
  private static final Duration GRACE = Duration.ofSeconds(5);

  /// @param serve adds what the server serves
  static LoopbackWebhooks start(Consumer<WebhookServer> serve) {
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
    serve.accept(server);
    try {
      server.start();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot serve webhooks", e);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("cannot serve webhooks", e);
    }
    return new LoopbackWebhooks(server, authority.certificatePem());
  }

  String url(String path) {
    return "https://127.0.0.1:" + server.port().orElseThrow() + path;
  }

  @Override
  public void close() {
    server.stop(GRACE);
  }
}
