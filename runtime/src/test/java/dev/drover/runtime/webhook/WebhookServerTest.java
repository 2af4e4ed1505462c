package dev.drover.runtime.webhook;

import static dev.drover.runtime.webhook.WebhookCaller.cone;
import static dev.drover.runtime.webhook.WebhookCaller.response;
import static dev.drover.runtime.webhook.WebhookCaller.review;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.api.Bytes;
import dev.drover.api.ObjectMeta;
import dev.drover.api.RawExtension;
import dev.drover.certificates.CertificateAuthority;
import dev.drover.certificates.Credential;
import dev.drover.client.ConfigException;
import dev.drover.client.ManualTime;
import dev.drover.client.TimeSource;
import dev.drover.model.core.v1.Pod;
import dev.drover.runtime.Cone;
import dev.drover.runtime.ControllerObserver;
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
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a webhook server promises to API servers and to authors of webhooks.
class WebhookServerTest {
  private static final String VALIDATE = "/validate-shop-example-com-v1-cone";
  private static final String MUTATE = "/mutate-shop-example-com-v1-cone";

  private final WebhookCaller caller = new WebhookCaller();
  private final List<String> observed = Collections.synchronizedList(new ArrayList<>());
  private WebhookServer server;

  private final ControllerObserver observer =
      new ControllerObserver() {
        @Override
        public void webhookStarted(String webhook) {
          observed.add("started");
        }

        @Override
        public void webhookEnded(String webhook, int code, Duration took) {
          observed.add("ended " + code);
        }

        @Override
        public void webhookCrashed(String webhook) {
          observed.add("crashed " + webhook);
        }
      };

  private int start(Webhook<?>... webhooks) throws Exception {
    return start(TimeSource.system(), webhooks);
  }

  private int start(TimeSource time, Webhook<?>... webhooks) throws Exception {
    WebhookOptions options =
        WebhookOptions.defaults().with(o -> o.port(0).certificate(caller.newCertificate()));
    return start(options, time, webhooks);
  }

  private int start(WebhookOptions options, TimeSource time, Webhook<?>... webhooks)
      throws Exception {
    server = new WebhookServer(options, time, observer);
    server.serve(webhooks);
    server.start();
    return server.port().orElseThrow();
  }

  @AfterEach
  void stop() {
    if (server != null) {
      server.stop(Duration.ZERO);
    }
  }

  private Map<String, Object> ask(int port, String path, String review) throws Exception {
    HttpResponse<String> answer = caller.post(port, path, review);
    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.headers().firstValue("Content-Type")).contains("application/json");
    return response(answer);
  }

  private static Webhook<Cone> allowing() {
    return Webhook.validate(Cone.class, _ -> AdmissionResponse.allow());
  }

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
  void webhookSeesTheWholeRequest() throws Exception {
    AtomicReference<AdmissionRequest<Cone>> seen = new AtomicReference<>();
    int port =
        start(
            Webhook.validate(
                Cone.class,
                request -> {
                  seen.set(request);
                  return AdmissionResponse.allow();
                }));
    String objects = "\"object\": " + cone(2) + ", \"oldObject\": " + cone(1);
    Map<String, Object> response = ask(port, VALIDATE + "?timeout=10s", review("UPDATE", objects));
    assertThat(response).containsEntry("uid", "u-1").containsEntry("allowed", true);
    assertThat(response).doesNotContainKeys("patch", "patchType", "warnings");
    AdmissionRequest<Cone> request = seen.get();
    assertThat(request.operation()).isEqualTo(AdmissionRequest.Operation.UPDATE);
    assertThat(request.object().spec().scoops()).isEqualTo(2);
    assertThat(request.old().orElseThrow().spec().scoops()).isEqualTo(1);
    assertThat(request.user().username()).isEqualTo("jane");
    assertThat(request.user().groups()).containsExactly("staff");
    assertThat(request.resource().resource()).isEqualTo("cones");
    assertThat(request.subresource()).isEqualTo("status");
    assertThat(request.namespace() + "/" + request.name()).isEqualTo("shop/a");
    assertThat(request.isDryRun()).isTrue();
    assertThat(request.options().tree().toString()).contains("fieldManager=kubectl");
    assertThat(observed).containsExactly("started", "ended 200");
  }

  @Test
  void deletedObjectIsTheObjectAndTheOldObject() throws Exception {
    AtomicReference<String> seen = new AtomicReference<>();
    int port =
        start(
            Webhook.validate(
                Cone.class,
                request -> {
                  seen.set(request.object().name() + request.old().orElseThrow().name());
                  return AdmissionResponse.allow();
                }));
    ask(port, VALIDATE, review("DELETE", "\"object\": null, \"oldObject\": " + cone(1)));
    assertThat(seen).hasValue("aa");
  }

  @Test
  void denialHasCodeReasonMessageCausesWarningsAndAnnotations() throws Exception {
    int port =
        start(
            Webhook.validate(
                Cone.class,
                request -> {
                  request.warn("line one\nline two");
                  request.annotate("checked", "yes");
                  return AdmissionResponse.invalid("spec.scoops", "at most 5");
                }));
    Map<String, Object> response = ask(port, VALIDATE, review("CREATE", "\"object\": " + cone(9)));
    assertThat(response)
        .containsEntry("allowed", false)
        .containsEntry("warnings", List.of("line one line two"))
        .containsEntry("auditAnnotations", Map.of("checked", "yes"));
    assertThat(response.get("status").toString())
        .contains("code=422", "reason=Invalid", "message=spec.scoops: at most 5")
        .contains("field=spec.scoops");
  }

  @Test
  void plainDenialIs403AndMayBeThrownByAMutatorToo() throws Exception {
    int port =
        start(
            Webhook.validate(Cone.class, _ -> AdmissionResponse.deny("no")),
            Webhook.mutate(
                Cone.class,
                _ -> {
                  throw new DeniedException("not so");
                }));
    String review = review("CREATE", "\"object\": " + cone(1));
    assertThat(ask(port, VALIDATE, review).get("status").toString())
        .contains("code=403", "reason=Forbidden", "message=no");
    assertThat(ask(port, MUTATE, review).get("status").toString())
        .contains("code=403", "message=not so");
    assertThat(observed).noneMatch(line -> line.startsWith("crashed"));
  }

  @Test
  void changeBecomesAPatchThatLeavesUnknownFieldsAlone() throws Exception {
    int port = start(Webhook.mutate(Cone.class, request -> request.object().withFlavor("mint")));
    Map<String, Object> response = ask(port, MUTATE, review("CREATE", "\"object\": " + cone(1)));
    assertThat(response).containsEntry("allowed", true).containsEntry("patchType", "JSONPatch");
    assertThat(Bytes.ofBase64((String) response.get("patch")).utf8())
        .isEqualTo("[{\"op\":\"add\",\"path\":\"/spec/flavor\",\"value\":\"mint\"}]");
  }

  @Test
  void noChangeIsNoPatchAndADeleteIsNotChanged() throws Exception {
    int port = start(Webhook.mutate(Cone.class, AdmissionRequest::object));
    assertThat(ask(port, MUTATE, review("CREATE", "\"object\": " + cone(1))))
        .containsEntry("allowed", true)
        .doesNotContainKeys("patch", "patchType");
    assertThat(ask(port, MUTATE, review("DELETE", "\"oldObject\": " + cone(1))))
        .containsEntry("allowed", true)
        .doesNotContainKeys("patch", "patchType");
  }

  @Test
  void exceptionOfAWebhookIsAnsweredLoggedAndCounted() throws Exception {
    int port =
        start(
            Webhook.validate(
                Cone.class,
                _ -> {
                  throw new IllegalStateException("bug");
                }),
            Webhook.mutate(
                Cone.class,
                _ -> {
                  throw new StackOverflowError();
                }));
    String review = review("CREATE", "\"object\": " + cone(1));
    assertThat(ask(port, VALIDATE, review))
        .containsEntry("uid", "u-1")
        .containsEntry("allowed", false);
    assertThat(ask(port, VALIDATE, review).get("status").toString())
        .contains("code=500", "reason=InternalError", VALIDATE + " failed", "bug");
    assertThat(ask(port, MUTATE, review).get("status").toString()).contains("code=500");
    assertThat(observed).contains("crashed " + VALIDATE, "crashed " + MUTATE, "ended 200");
  }

  @Test
  void webhookThatTakesLongerThanTheServerWaitsIsInterrupted() throws Exception {
    ManualTime time = new ManualTime();
    CountDownLatch working = new CountDownLatch(1);
    int port =
        start(
            time,
            Webhook.validate(
                Cone.class,
                _ -> {
                  working.countDown();
                  new CountDownLatch(1).await();
                  return AdmissionResponse.allow();
                }));
    CompletableFuture<Map<String, Object>> answer =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                String review = review("CREATE", "\"object\": " + cone(1));
                return ask(port, VALIDATE + "?timeout=2s", review);
              } catch (Exception e) {
                throw new IllegalStateException(e);
              }
            });
    working.await();
    time.advance(Duration.ofSeconds(2));
    assertThat(answer.get().get("status").toString())
        .contains("code=504", "was interrupted after 2000 ms");
  }

  @Test
  void requestForOtherObjectsIsAnsweredWithWhatWasExpected() throws Exception {
    int port = start(Webhook.validate(Pod.class, _ -> AdmissionResponse.allow()).at("/here"));
    assertThat(
            ask(port, "/here", review("CREATE", "\"object\": " + cone(1))).get("status").toString())
        .contains("code=400", "this webhook is for", "Pod", "Cone");
  }

  @Test
  void objectThatCannotBeReadIsAnsweredWithThePlace() throws Exception {
    int port = start(allowing());
    String broken = cone(1).replace("\"scoops\": 1", "\"scoops\": \"many\"");
    assertThat(
            ask(port, VALIDATE, review("CREATE", "\"object\": " + broken)).get("status").toString())
        .contains("code=400", "spec.scoops");
    assertThat(ask(port, VALIDATE, review("CREATE", "\"object\": null")).get("status").toString())
        .contains("code=400", "neither 'object' nor 'oldObject'");
    assertThat(
            ask(port, VALIDATE, review("DANCE", "\"object\": " + cone(1))).get("status").toString())
        .contains("code=400", "'DANCE' is no operation");
  }

  private static String status(Map<String, Object> response) {
    assertThat(response).containsEntry("uid", "u-1").containsEntry("allowed", false);
    return response.get("status").toString();
  }

  private static final String OWN_UID =
      "{\"kind\": \"AdmissionReview\", \"apiVersion\": \"admission.k8s.io/v1\", \"request\":"
          + " {\"uid\": \"u-1\",";

  /// An HTTP error would let `failurePolicy: Ignore` admit the object, and so would a denial with
  /// another uid than that of the request.
  @Test
  void reviewThatCannotBeReadIsDeniedWithItsUid() throws Exception {
    int port = start(allowing());
    assertThat(status(ask(port, VALIDATE, OWN_UID + " oops")))
        .contains("code=400", "AdmissionReview")
        .containsPattern("(byte|offset|position) \\d+");
    assertThat(
            status(
                ask(
                    port,
                    VALIDATE,
                    review("CREATE", "\"object\": " + cone(1))
                        .replace("k8s.io/v1\"", "k8s.io/v2\""))))
        .contains("code=400", "expected admission.k8s.io/v1", "found admission.k8s.io/v2");
    assertThat(
            ask(
                port,
                VALIDATE,
                "{\"kind\": \"AdmissionReview\", \"apiVersion\": \"admission.k8s.io/v1\"}"))
        .containsEntry("allowed", false)
        .extractingByKey("status")
        .asString()
        .contains("code=400", "no 'request'");
    assertThat(observed).contains("ended 200").doesNotContain("ended 400");
  }

  private static String beta(String review) {
    return review.replace("k8s.io/v1\"", "k8s.io/v1beta1\"");
  }

  private static Object versionOf(HttpResponse<String> answer) {
    return ((Map<?, ?>) RawExtension.ofJson(answer.body()).tree()).get("apiVersion");
  }

  @Test
  void reviewOfV1beta1IsAnsweredInItsVersion() throws Exception {
    int port = start(allowing());
    HttpResponse<String> allowed =
        caller.post(port, VALIDATE, beta(review("CREATE", "\"object\": " + cone(1))));
    assertThat(versionOf(allowed)).isEqualTo("admission.k8s.io/v1beta1");
    assertThat(WebhookCaller.response(allowed))
        .containsEntry("uid", "u-1")
        .containsEntry("allowed", true);
    HttpResponse<String> cut =
        caller.post(port, VALIDATE, beta(review("CREATE", "\"object\": {")).stripTrailing());
    assertThat(versionOf(cut))
        .as("of a review that is no JSON")
        .isEqualTo("admission.k8s.io/v1beta1");
    assertThat(WebhookCaller.response(cut))
        .containsEntry("uid", "u-1")
        .containsEntry("allowed", false);
    String nested = cone(1).replace("shop.example.com/v1\"", "admission.k8s.io/v1beta1\"");
    assertThat(versionOf(caller.post(port, VALIDATE, review("CREATE", "\"object\": " + nested))))
        .as("the version is not that of the object")
        .isEqualTo("admission.k8s.io/v1");
  }

  @Test
  void reviewThatIsTooLargeIsDeniedWithItsUid() throws Exception {
    int port = start(allowing());
    String large = OWN_UID + " ".repeat(WebhookServer.MAX_BODY) + "}}";
    assertThat(status(ask(port, VALIDATE, large)))
        .contains("code=413", "larger than 7340032 bytes");
  }

  @Test
  void reviewOfAnotherContentTypeIsDeniedWithItsUid() throws Exception {
    int port = start(allowing());
    URI uri = URI.create("https://localhost:" + port + VALIDATE);
    for (String type : List.of("application/yaml", ";")) {
      HttpRequest.Builder request =
          HttpRequest.newBuilder(uri)
              .header("Content-Type", type)
              .POST(BodyPublishers.ofString(review("CREATE", "\"object\": " + cone(1))));
      assertThat(status(response(caller.send(request)))).contains("code=415");
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
