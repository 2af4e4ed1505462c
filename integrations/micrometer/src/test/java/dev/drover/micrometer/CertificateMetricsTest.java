package dev.drover.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.certificates.CertificateAuthority;
import dev.drover.certificates.Credential;
import dev.drover.certificates.Tls;
import dev.drover.client.ClientConfig;
import dev.drover.client.ManualTime;
import dev.drover.model.core.v1.ConfigMap;
import dev.drover.runtime.Manager;
import dev.drover.runtime.ManagerOptions;
import dev.drover.runtime.webhook.AdmissionResponse;
import dev.drover.runtime.webhook.Webhook;
import dev.drover.server.EmbeddedApiServer;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CertificateMetricsTest {
  private final CertificateAuthority authority =
      new CertificateAuthority("webhooks", InstantSource.system());
  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final ManualTime time = new ManualTime();

  private void write(Path folder) throws Exception {
    Credential made =
        authority.forServer(List.of("localhost"), List.of(InetAddress.getLoopbackAddress()));
    Files.writeString(folder.resolve("tls.crt"), made.certificatePem());
    Files.writeString(folder.resolve("tls.key"), made.keyPem());
  }

  private void handshake(int port) throws Exception {
    try (SSLSocket socket =
        (SSLSocket)
            Tls.trusting(authority.certificatePem())
                .getSocketFactory()
                .createSocket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(20_000);
      socket.startHandshake();
    }
  }

  private void assertReads(int all, int failed) {
    assertThat(registry.scrape())
        .contains("certwatcher_read_certificate_total " + all + ".0")
        .contains("certwatcher_read_certificate_errors_total " + failed + ".0");
  }

  @Test
  void certificateReadsAndErrorsAreCountedWhileTheServerRuns(@TempDir Path folder)
      throws Exception {
    write(folder);
    try (var server = EmbeddedApiServer.start();
        var manager =
            Manager.connect(
                "hooked",
                ClientConfig.fromKubeconfig(server.kubeconfig().getBytes(StandardCharsets.UTF_8)),
                ManagerOptions.defaults()
                    .with(
                        o ->
                            o.time(time)
                                .observer(new MicrometerObserver(registry))
                                .webhooks(w -> w.port(0).certificates(folder))))) {
      manager.webhooks(Webhook.validate(ConfigMap.class, _ -> AdmissionResponse.allow()));
      assertReads(0, 0);
      manager.start();
      assertReads(1, 0);
      int port = manager.webhookPort().orElseThrow();

      time.advance(Duration.ofSeconds(2));
      write(folder);
      handshake(port);
      assertReads(2, 0);

      time.advance(Duration.ofSeconds(2));
      Files.writeString(folder.resolve("tls.crt"), "half of a certific");
      handshake(port);
      assertReads(3, 1);

      time.advance(Duration.ofSeconds(2));
      write(folder);
      handshake(port);
      assertReads(4, 1);
    }
  }
}
