package dev.drover.runtime.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.drover.api.Bytes;
import dev.drover.api.StatusCause;
import dev.drover.client.ApiException;
import dev.drover.client.Client;
import dev.drover.client.ClientConfig;
import dev.drover.client.RestClient;
import dev.drover.client.Warning;
import dev.drover.client.WriteOptions;
import dev.drover.controlplane.ControlPlane;
import dev.drover.model.admissionregistration.v1.MutatingWebhookConfiguration;
import dev.drover.model.admissionregistration.v1.RuleWithOperations;
import dev.drover.model.admissionregistration.v1.ValidatingWebhookConfiguration;
import dev.drover.model.admissionregistration.v1.WebhookClientConfig;
import dev.drover.model.core.v1.ConfigMap;
import dev.drover.runtime.Manager;
import dev.drover.runtime.ManagerOptions;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// A real kube-apiserver asks our webhooks.
@Tag("real")
class WebhookRealTest {
  private static final WebhookCaller CALLER = new WebhookCaller();
  private static final BlockingQueue<Warning> WARNINGS = new LinkedBlockingQueue<>();

  private static ControlPlane server;
  private static Client client;
  private static Manager manager;

  @BeforeAll
  static void start() throws Exception {
    server = ControlPlane.start(ControlPlane.Options.defaults());
    ClientConfig config =
        ClientConfig.fromKubeconfig(server.kubeconfig().getBytes(StandardCharsets.UTF_8));
    client = Client.over(RestClient.of(config).withWarningHandler(WARNINGS::add));
    manager =
        Manager.connect(
            "hooked",
            config,
            ManagerOptions.defaults()
                .with(o -> o.webhooks(w -> w.port(0).certificate(CALLER.newCertificate()))));
    manager.webhooks(
        Webhook.mutate(ConfigMap.class, WebhookRealTest::mutate),
        Webhook.validate(ConfigMap.class, WebhookRealTest::validate));
    manager.start();
    register();
    awaitRegistration();
  }

  private static ConfigMap mutate(AdmissionRequest<ConfigMap> request) {
    String user = request.user().username();
    return request.object().with(m -> m.label("made-by", user).data("flavor", "vanilla"));
  }

  private static AdmissionResponse validate(AdmissionRequest<ConfigMap> request) {
    request.warn(request.operation() + " of " + request.object().name() + " was looked at");
    return switch (request.object().name()) {
      case "bad" ->
          AdmissionResponse.invalid("data.scoops", "at most 5").because("data.cone", "missing");
      case "crash" -> throw new IllegalStateException("a bug");
      case "kept" ->
          request.operation() == AdmissionRequest.Operation.DELETE
              ? AdmissionResponse.deny("it is kept")
              : AdmissionResponse.allow();
      default -> AdmissionResponse.allow();
    };
  }

  private static void register() {
    client.create(
        MutatingWebhookConfiguration.named("hooks")
            .with(
                c ->
                    c.webhook(
                        "mutate.example.com",
                        w ->
                            w.clientConfig(at("/mutate--v1-configmap"))
                                .addRule(configMaps())
                                .sideEffects("None")
                                .admissionReviewVersions("v1"))));
    client.create(
        ValidatingWebhookConfiguration.named("hooks")
            .with(
                c ->
                    c.webhook(
                        "validate.example.com",
                        w ->
                            w.clientConfig(at("/validate--v1-configmap"))
                                .addRule(configMaps())
                                .sideEffects("None")
                                .admissionReviewVersions("v1"))));
  }

  private static Consumer<WebhookClientConfig.Builder> at(String path) {
    String url = "https://127.0.0.1:" + manager.webhookPort().orElseThrow() + path;
    return c -> c.url(url).caBundle(Bytes.ofUtf8(CALLER.authorityPem()));
  }

  private static RuleWithOperations configMaps() {
    return RuleWithOperations.builder()
        .operations("CREATE", "UPDATE", "DELETE")
        .apiGroups("")
        .apiVersions("v1")
        .resources("configmaps")
        .build();
  }

  /// The server learns of configurations by a watch of its own.
  private static void awaitRegistration() {
    Client trying = client.writing(WriteOptions.defaults().with(o -> o.dryRun(true)));
    while (true) {
      WARNINGS.clear();
      ConfigMap tried = trying.create(ConfigMap.named("default", "tried"));
      if (tried.metadata().labels().containsKey("made-by") && !WARNINGS.isEmpty()) {
        return;
      }
    }
  }

  @AfterAll
  static void stop() {
    manager.close();
    client.close();
    server.close();
  }

  @Test
  void denialReachesTheClientWithCodeMessageAndCauses() {
    ApiException denied =
        catchThrowableOfType(
            ApiException.class, () -> client.create(ConfigMap.named("default", "bad")));
    assertThat(denied.code()).isEqualTo(422);
    assertThat(denied)
        .hasMessageContaining("admission webhook \"validate.example.com\" denied the request")
        .hasMessageContaining("data.scoops: at most 5");
    assertThat(denied.status().details().causes())
        .extracting(StatusCause::field)
        .containsExactly("data.scoops", "data.cone");
  }

  @Test
  void mutationOfAWebhookIsStored() {
    ConfigMap made =
        client.create(ConfigMap.named("default", "good").with(m -> m.data("scoops", "2")));
    assertThat(made.data()).isEqualTo(Map.of("scoops", "2", "flavor", "vanilla"));
    assertThat(made.metadata().labels()).containsKey("made-by");
  }

  @Test
  void warningsArriveAtTheClient() {
    WARNINGS.clear();
    client.create(ConfigMap.named("default", "watched"));
    assertThat(WARNINGS).extracting(Warning::text).contains("CREATE of watched was looked at");
  }

  @Test
  void deletionCanBeDenied() {
    client.create(ConfigMap.named("default", "kept"));
    ApiException denied =
        catchThrowableOfType(
            ApiException.class,
            () -> client.resources(ConfigMap.class).inNamespace("default").delete("kept"));
    assertThat(denied.code()).isEqualTo(403);
    assertThat(denied).hasMessageContaining("it is kept");
  }

  @Test
  void exceptionOfAWebhookIsA500WithItsMessage() {
    ApiException failed =
        catchThrowableOfType(
            ApiException.class, () -> client.create(ConfigMap.named("default", "crash")));
    assertThat(failed.code()).isEqualTo(500);
    assertThat(failed)
        .hasMessageContaining("/validate--v1-configmap failed")
        .hasMessageContaining("a bug");
  }
}
