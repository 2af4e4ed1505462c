package dev.drover.informer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.client.ManualTime;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/// Which reflector connects to a server that is down, and which ones wait.
class ReachabilityTest {
  private static final Duration LONG = Duration.ofMinutes(5);

  private final ManualTime time = new ManualTime();
  private final Reachability server = new Reachability();

  private CompletableFuture<Boolean> waiting(Duration limit) throws InterruptedException {
    CompletableFuture<Boolean> outcome = new CompletableFuture<>();
    int alarms = time.alarms();
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                outcome.complete(server.awaitReturn(limit, time));
              } catch (InterruptedException e) {
                outcome.completeExceptionally(e);
              }
            });
    time.awaitAlarms(alarms + 1);
    return outcome;
  }

  @Test
  void onlyOneReflectorProbes() {
    assertThat(server.claimProbe("a")).isTrue();
    assertThat(server.claimProbe("b")).isFalse();
    assertThat(server.claimProbe("a")).isTrue();
  }

  @Test
  void responseWakesAllWaitingReflectors() throws Exception {
    server.claimProbe("a");
    var b = waiting(LONG);
    var c = waiting(LONG);
    server.reached();
    // Either woken by the answer, or not yet waiting when it came: neither waits for the limit.
    b.get(30, TimeUnit.SECONDS);
    c.get(30, TimeUnit.SECONDS);
    assertThat(server.claimProbe("b")).isTrue();
  }

  @Test
  void reflectorThatWaitsTriesItselfAfterItsOwnBackOff() throws Exception {
    server.claimProbe("a");
    var b = waiting(Duration.ofSeconds(30));
    time.advance(Duration.ofSeconds(30));
    assertThat(b.get(30, TimeUnit.SECONDS)).isFalse();
  }

  @Test
  void anotherReflectorTakesOverFromAProberThatEnds() throws Exception {
    server.claimProbe("a");
    var b = waiting(LONG);
    server.leave("b"); // not the prober
    assertThat(server.claimProbe("b")).isFalse();
    server.leave("a");
    assertThat(b.get(30, TimeUnit.SECONDS)).isFalse();
    assertThat(server.claimProbe("b")).isTrue();
  }
}
