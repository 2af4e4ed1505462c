package dev.drover.testkit.trial;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.client.ClientConfig;
import dev.drover.runtime.Manager;
import dev.drover.runtime.ManagerOptions;
import dev.drover.runtime.Result;
import dev.drover.runtime.StartException;
import dev.drover.server.EmbeddedApiServer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class StartLimitTest {
  @Test
  @Timeout(60)
  @Tag("slow")
  void startThatWaitsForAKindThatNothingInstallsFailsAndSaysWhatToInstall() {
    TrialTime time = new TrialTime(); // stands still
    try (EmbeddedApiServer server = EmbeddedApiServer.start();
        Manager manager =
            Manager.connect(
                "pages",
                ClientConfig.fromKubeconfig(server.kubeconfig().getBytes(StandardCharsets.UTF_8)),
                ManagerOptions.defaults()
                    .with(o -> o.time(time).syncTimeout(Duration.ofDays(1))))) {
      manager.controllerFor(Page.class).complete((page, context) -> Result.done());
      assertThatThrownBy(
              () -> {
                try (StartLimit _ = StartLimit.of(Duration.ofMillis(300), time)) {
                  manager.start();
                }
              })
          .isInstanceOf(StartException.class)
          .hasMessageContaining("Install the CustomResourceDefinition pages.trials.drover.dev");
    }
  }
}
