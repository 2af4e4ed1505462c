package dev.drover.informer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.model.core.v1.ConfigMap;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/// When handlers look at everything again, and that a new list is no reason to.
class InformerResyncTest extends InformerOnMemory {
  @Test
  void resyncCallsEachHandlerInItsOwnPeriod() throws Exception {
    put("a", "red");
    Probe<ConfigMap> never = new Probe<>();
    Probe<ConfigMap> rarely = new Probe<>();
    informer.addEventHandlerWithResyncPeriod(probe, Duration.ofMinutes(1));
    informer.addEventHandlerWithResyncPeriod(rarely, Duration.ofMinutes(3));
    informer.addEventHandlerWithResyncPeriod(never, Duration.ZERO);
    startAndSync();
    probe.await("initial shop/a");
    rarely.await("initial shop/a");
    for (int minute = 1; minute <= 3; minute++) {
      time.awaitAlarms(1);
      time.advance(Duration.ofMinutes(1));
      probe.awaitCount(minute + 1);
    }
    rarely.await("sync shop/a");
    put("b", "red");
    never.await("add shop/b");
    rarely.await("add shop/b");

    assertThat(probe.events()).startsWith("initial shop/a", "sync shop/a", "sync shop/a");
    assertThat(rarely.events()).containsExactly("initial shop/a", "sync shop/a", "add shop/b");
    assertThat(never.events()).containsExactly("initial shop/a", "add shop/b");
    assertThat(maps.lists()).isEqualTo(1);
  }

  @Test
  void resyncPeriodIsTenHoursByDefault() throws Exception {
    put("a", "red");
    informer.addEventHandler(probe);
    startAndSync();
    probe.await("initial shop/a");
    time.awaitAlarms(1);
    time.advance(Duration.ofHours(10).minusNanos(1));
    assertThat(probe.events()).hasSize(1);
    time.advance(Duration.ofNanos(1));
    probe.await("sync shop/a");
  }

  @Test
  void listThatIsReadAgainIsNoResync() throws Exception {
    put("a", "red");
    put("b", "red");
    put("c", "red");
    informer.addEventHandler(probe);
    startAndSync();
    probe.awaitCount(3);
    probe.forget();
    maps.unwatched(
        () -> {
          maps.delete("shop", "b");
          put("c", "blue");
          put("d", "red");
        });
    relist(2);
    probe.awaitView(truth());

    assertThat(probe.events())
        .containsExactlyInAnyOrder("lost shop/b", "update shop/c", "add shop/d");
    assertThat(maps.lists()).isEqualTo(2);
  }
}
