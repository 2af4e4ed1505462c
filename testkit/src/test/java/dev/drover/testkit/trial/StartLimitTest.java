package dev.drover.testkit.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.client.ClientConfig;
import dev.drover.runtime.Manager;
import dev.drover.runtime.ManagerOptions;
import dev.drover.runtime.Result;
import dev.drover.runtime.StartException;
import dev.drover.server.EmbeddedApiServer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class StartLimitTest {
  private static final Duration LIMIT = Duration.ofMillis(1500);
  private static final int WHILE_PAUSES_GROW = 10; // tries; then 30 ms and more between two
  private static final int REQUESTS = 6; // of a try: discovery, and the definition

  @Test
  @Timeout(60)
  @Tag("slow")
  void startThatWaitsForAKindThatNothingInstallsFailsAndSaysWhatToInstall() {
    TrialTime time = new TrialTime(); // stands still
    AtomicInteger requests = new AtomicInteger();
    long begun = System.nanoTime();
    try (EmbeddedApiServer server = EmbeddedApiServer.start();
        Manager manager =
            Manager.connect(
                "pages",
                ClientConfig.fromKubeconfig(server.kubeconfig().getBytes(StandardCharsets.UTF_8)),
                ManagerOptions.defaults()
                    .with(
                        o ->
                            o.time(time)
                                .syncTimeout(Duration.ofDays(1))
                                .layer(
                                    (request, next) -> {
                                      requests.incrementAndGet();
                                      return next.send(request);
                                    })))) {
      manager.controllerFor(Page.class).complete((page, context) -> Result.done());
      assertThatThrownBy(
              () -> {
                try (StartLimit _ = StartLimit.of(LIMIT, time)) {
                  manager.start();
                }
              })
          .isInstanceOf(StartException.class)
          .hasMessageContaining("Install the CustomResourceDefinition pages.trials.drover.dev");
      long millis = Duration.ofNanos(System.nanoTime() - begun).toMillis();
      assertThat(requests.get())
          .as("with a growing pause, in %d ms", millis)
          .isBetween(2, (int) (REQUESTS * (WHILE_PAUSES_GROW + millis / 30)));
    }
  }
}
