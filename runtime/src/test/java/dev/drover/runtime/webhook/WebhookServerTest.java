package dev.drover.runtime.webhook;

import static dev.drover.runtime.webhook.WebhookCaller.cone;
import static dev.drover.runtime.webhook.WebhookCaller.review;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.api.ObjectMeta;
import dev.drover.certificates.CertificateAuthority;
import dev.drover.certificates.Credential;
import dev.drover.client.ConfigException;
import dev.drover.client.ManualTime;
import dev.drover.client.TimeSource;
import dev.drover.model.core.v1.Pod;
import dev.drover.runtime.Cone;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.Certificate;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a webhook server promises to API servers: addresses, certificates, connections, the stop.
class WebhookServerTest extends OnWebhookServer {
  @Test
  void pathsAreThoseOfControllerRuntime() {
    assertThat(allowing().path()).isEqualTo(VALIDATE);
    assertThat(Webhook.mutate(Cone.class, AdmissionRequest::object).path()).isEqualTo(MUTATE);
    assertThat(Webhook.mutate(Pod.class, AdmissionRequest::object).path())
        .isEqualTo("/mutate--v1-pod");
    assertThat(allowing().at("/mine").path()).isEqualTo("/mine");
  }

  @Test
  void defaultPortAndFolderAreThoseOfControllerRuntime() {
    assertThat(WebhookOptions.defaults().address().getPort()).isEqualTo(9443);
    assertThat(WebhookOptions.defaults().folder())
        .endsWithRaw(Path.of("k8s-webhook-server/serving-certs"));
  }

  @Test
  void portInUseIsAnsweredWithTheFix() throws Exception {
    try (ServerSocket taken = new ServerSocket(0)) {
      WebhookOptions options =
          WebhookOptions.defaults()
              .with(o -> o.port(taken.getLocalPort()).certificate(caller.newCertificate()));
      assertThatThrownBy(() -> start(options, TimeSource.system(), allowing()))
          .hasMessageContaining("Another process has port " + taken.getLocalPort())
          .hasMessageContaining("choose another with ManagerOptions.webhooks(w -> w.port(...))");
    }
  }

  @Test
  void otherMethodsAndPathsAreRefused() throws Exception {
    int port = start(allowing());
    URI uri = URI.create("https://localhost:" + port + VALIDATE);
    assertThat(caller.send(HttpRequest.newBuilder(uri)).statusCode()).isEqualTo(405);
    assertThat(caller.post(port, "/elsewhere", "{}").statusCode()).isEqualTo(404);
    assertThat(caller.post(port, VALIDATE + "/below", "{}").statusCode()).isEqualTo(404);
  }

  @Test
  void clientWithoutACertificateOfTheClientAuthorityIsRefused(@TempDir Path folder)
      throws Exception {
    CertificateAuthority clients = new CertificateAuthority("clients", InstantSource.system());
    Path file = Files.writeString(folder.resolve("ca.crt"), clients.certificatePem());
    int port =
        start(
            WebhookOptions.defaults()
                .with(o -> o.port(0).certificate(caller.newCertificate()).clientAuthority(file)),
            TimeSource.system(),
            allowing());
    String review = review("CREATE", "\"object\": " + cone(1));
    assertThatThrownBy(() -> caller.post(port, VALIDATE, review)).isInstanceOf(IOException.class);
    Credential other =
        new CertificateAuthority("others", InstantSource.system())
            .forUser("kube-apiserver", List.of());
    assertThatThrownBy(() -> caller.as(other).post(port, VALIDATE, review))
        .isInstanceOf(IOException.class);
    Credential known = clients.forUser("kube-apiserver", List.of());
    assertThat(caller.as(known).post(port, VALIDATE, review).statusCode()).isEqualTo(200);
    assertThat(observed).as("only one review").containsExactly("started", "ended 200");
  }

  @Test
  void twoWebhooksAtOnePathAreAMistake() {
    WebhookServer two = new WebhookServer(WebhookOptions.defaults(), TimeSource.system(), observer);
    assertThatThrownBy(() -> two.serve(allowing(), allowing()))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("two webhooks at " + VALIDATE);
  }

  @Test
  void missingCertificateSaysWhichFile(@TempDir Path folder) {
    assertThatThrownBy(
            () ->
                start(
                    WebhookOptions.defaults().with(o -> o.port(0).certificates(folder)),
                    TimeSource.system(),
                    allowing()))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining(folder.resolve("tls.crt").toString())
        .hasMessageContaining("Mount a Secret of type kubernetes.io/tls")
        .hasMessageContaining("ManagerOptions.webhooks(w -> w.certificates(folder))");
  }

  @Test
  void newCertificateIsShownToNewConnectionsAndOldConnectionsGoOn(@TempDir Path folder)
      throws Exception {
    ManualTime time = new ManualTime();
    write(folder, caller.newCredential());
    int port =
        start(
            WebhookOptions.defaults().with(o -> o.port(0).certificates(folder)), time, allowing());
    try (HttpClient old = caller.newClient()) {
      Certificate first = shown(old, port);
      Files.writeString(folder.resolve("tls.crt"), caller.newCredential().certificatePem());
      time.advance(Duration.ofSeconds(1));
      assertThat(shownToNew(port)).as("does not belong to the key").isEqualTo(first);
      write(folder, caller.newCredential());
      assertThat(shownToNew(port)).as("not looked at again yet").isEqualTo(first);
      time.advance(Duration.ofSeconds(1));
      Certificate second = shownToNew(port);
      assertThat(second).isNotEqualTo(first);
      assertThat(shown(old, port)).isEqualTo(first);
      Files.delete(folder.resolve("tls.key"));
      time.advance(Duration.ofSeconds(1));
      assertThat(shownToNew(port)).isEqualTo(second);
    }
  }

  private static void write(Path folder, Credential made) throws Exception {
    Files.writeString(folder.resolve("tls.crt"), made.certificatePem());
    Files.writeString(folder.resolve("tls.key"), made.keyPem());
  }

  private Certificate shownToNew(int port) throws Exception {
    try (HttpClient client = caller.newClient()) {
      return shown(client, port);
    }
  }

  private static Certificate shown(HttpClient client, int port) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("https://localhost:" + port + VALIDATE))
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(review("CREATE", "\"object\": " + cone(1))))
            .build();
    HttpResponse<String> answer = client.send(request, BodyHandlers.ofString());
    assertThat(answer.statusCode()).isEqualTo(200);
    return answer.sslSession().orElseThrow().getPeerCertificates()[0];
  }

  @Test
  void idleConnectionDoesNotDelayTheStop() throws Exception {
    int port = start(Webhook.validate(Cone.class, _ -> AdmissionResponse.allow()));
    try (Socket _ = new Socket(InetAddress.getLoopbackAddress(), port)) {
      server.stop(Duration.ofHours(1)); // returns long before that
    }
    assertThat(server.port()).isEmpty();
  }

  @Test
  void requestsInFlightAreAnsweredBeforeTheStop() throws Exception {
    CountDownLatch working = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    int port =
        start(
            Webhook.mutate(
                Cone.class,
                request -> {
                  working.countDown();
                  goOn.await();
                  return new Cone(ObjectMeta.builder().build(), request.object().spec());
                }));
    CompletableFuture<Integer> answer =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return caller
                    .post(port, MUTATE, review("CREATE", "\"object\": " + cone(1)))
                    .statusCode();
              } catch (Exception e) {
                throw new IllegalStateException(e);
              }
            });
    working.await();
    CompletableFuture<Void> stopped =
        CompletableFuture.runAsync(() -> server.stop(Duration.ofSeconds(20)));
    while (server.port().isPresent()) {
      Thread.onSpinWait();
    }
    goOn.countDown();
    assertThat(answer.get()).isEqualTo(200);
    stopped.get();
    assertThatThrownBy(() -> caller.post(port, MUTATE, "{}"));
  }
}
