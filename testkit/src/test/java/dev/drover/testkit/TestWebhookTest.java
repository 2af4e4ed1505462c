package dev.drover.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.model.core.v1.ConfigMap;
import dev.drover.runtime.webhook.AdmissionResponse;
import dev.drover.runtime.webhook.Webhook;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Drover's own webhooks, called by the server of a test.
@KubernetesTest
class TestWebhookTest {
  @Test
  void serverCallsAValidatingWebhook(TestCluster cluster) {
    cluster.webhook(
        Webhook.validate(
            ConfigMap.class,
            request ->
                request.object().data().containsKey("secret")
                    ? AdmissionResponse.deny("no secrets in config maps")
                    : AdmissionResponse.allow()));
    cluster.client().create(map(cluster, "fine", Map.of("a", "b")));
    assertThatThrownBy(() -> cluster.client().create(map(cluster, "bad", Map.of("secret", "x"))))
        .hasMessageContaining("denied the request: no secrets in config maps");
  }

  @Test
  void serverLetsAMutatingWebhookChangeObjects(TestCluster cluster) {
    cluster.webhook(
        Webhook.mutate(
            ConfigMap.class,
            request -> request.object().with(m -> m.data(Map.of("by", "webhook")))));
    ConfigMap stored = cluster.client().create(map(cluster, "any", Map.of("by", "client")));
    assertThat(stored.data()).containsEntry("by", "webhook");
  }

  private static ConfigMap map(TestCluster cluster, String name, Map<String, String> data) {
    return ConfigMap.named(cluster.namespace(), name).with(m -> m.data(data));
  }
}
