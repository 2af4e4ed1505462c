package dev.drover.testkit.trial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.client.Client;
import dev.drover.client.ClientConfig;
import dev.drover.model.core.v1.ConfigMap;
import dev.drover.server.EmbeddedApiServer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The promises of a test, which threads check that a crash interrupts.
class TrialRulesTest {
  @Test
  void interruptionOfAThreadSaysNothingAboutAPromise() {
    try (EmbeddedApiServer server = EmbeddedApiServer.start();
        Client client =
            Client.connect(
                ClientConfig.fromKubeconfig(
                    server.kubeconfig().getBytes(StandardCharsets.UTF_8)))) {
      TrialRules rules = new TrialRules();
      rules.always("kept", cluster -> cluster.list(ConfigMap.class).size() < 1000);
      rules.always("broken", cluster -> cluster.list(ConfigMap.class).size() > 1000);
      Thread.currentThread().interrupt();
      List<Violation> broken = rules.broken(client, false);
      assertThat(Thread.interrupted()).as("the thread stays interrupted").isTrue();
      assertThat(broken).hasSize(1);
      assertThat(broken.getFirst().toString()).contains("does not hold: broken");
    }
  }
}
