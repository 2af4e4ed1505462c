package dev.drover.runtime.webhook;

import static dev.drover.runtime.webhook.WebhookCaller.cone;
import static dev.drover.runtime.webhook.WebhookCaller.response;
import static dev.drover.runtime.webhook.WebhookCaller.review;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.Bytes;
import dev.drover.api.RawExtension;
import dev.drover.client.ManualTime;
import dev.drover.model.core.v1.Pod;
import dev.drover.runtime.Cone;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/// What a webhook server promises to authors of webhooks: requests, responses, failures.
class WebhookReviewTest extends OnWebhookServer {
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
}
