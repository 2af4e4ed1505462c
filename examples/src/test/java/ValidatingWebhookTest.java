import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.api.ObjectMeta;
import dev.drover.certificates.Tls;
import dev.drover.client.ApiException;
import dev.drover.model.admissionregistration.v1.MutatingWebhookConfiguration;
import dev.drover.model.admissionregistration.v1.ValidatingWebhookConfiguration;
import dev.drover.model.admissionregistration.v1.WebhookClientConfig;
import dev.drover.testkit.KubernetesTest;
import dev.drover.testkit.TestCluster;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("real")
@KubernetesTest
class ValidatingWebhookTest {
  @Test
  void validatingWebhookLimitsScoopsAndMutatingWebhookSetsTheFlavour(TestCluster cluster)
      throws Exception {
    try (var _ = RunningExample.start(cluster, new ValidatingWebhook()::main)) {
      var validating =
          cluster
              .client()
              .resources(ValidatingWebhookConfiguration.class)
              .await("cones", c -> true, RunningExample.SOON);
      assertThat(ask(validating.webhooks().getFirst().clientConfig(), 6))
          .contains("\"allowed\":false")
          .contains("at most 5");
      var mutating =
          cluster
              .client()
              .resources(MutatingWebhookConfiguration.class)
              .await("cones", c -> true, RunningExample.SOON);
      assertThat(ask(mutating.webhooks().getFirst().clientConfig(), 2))
          .contains("\"allowed\":true")
          .contains("\"patch\"");
      assertServerAsks(cluster);
    }
  }

  /// What kube-apiserver sends, cut to what matters.
  private static String ask(WebhookClientConfig where, int scoops) throws Exception {
    String review =
        """
        {"apiVersion": "admission.k8s.io/v1", "kind": "AdmissionReview", "request": {
          "uid": "1", "operation": "CREATE", "name": "a", "namespace": "default",
          "kind": {"group": "shop.example.com", "version": "v1", "kind": "Cone"},
          "resource": {"group": "shop.example.com", "version": "v1", "resource": "cones"},
          "userInfo": {"username": "jane"},
          "object": {"apiVersion": "shop.example.com/v1", "kind": "Cone",
            "metadata": {"name": "a", "namespace": "default"}, "spec": {"scoops": %d}}}}
        """
            .formatted(scoops);
    String authority = new String(where.caBundle().toByteArray(), StandardCharsets.US_ASCII);
    try (var client = HttpClient.newBuilder().sslContext(Tls.trusting(authority)).build()) {
      var request =
          HttpRequest.newBuilder(URI.create(where.url()))
              .header("Content-Type", "application/json")
              .POST(BodyPublishers.ofString(review))
              .build();
      // At once: what is registered is served.
      return client.send(request, BodyHandlers.ofString()).body();
    }
  }

  private static void assertServerAsks(TestCluster cluster) {
    assertThatThrownBy(() -> cluster.client().create(cone(cluster, "tall", 6)))
        .isInstanceOf(ApiException.class)
        .hasMessageContaining("at most 5");
    assertThat(cluster.client().create(cone(cluster, "small", 2)).spec().flavor())
        .isEqualTo("vanilla");
  }

  private static ValidatingWebhook.Cone cone(TestCluster cluster, String name, int scoops) {
    return new ValidatingWebhook.Cone(
        ObjectMeta.builder().namespace(cluster.namespace()).name(name).build(),
        new ValidatingWebhook.Cone.Spec(scoops, null));
  }
}
