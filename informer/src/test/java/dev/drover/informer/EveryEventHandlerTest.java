package dev.drover.informer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.model.core.v1.ConfigMap;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Handlers that ask for every event, and what happens at their bound.
class EveryEventHandlerTest extends InformerOnMemory {
  private static final int UPDATES = 200_000;

  private static HandlerOptions everyEvent(int bound) {
    return HandlerOptions.defaults().with(o -> o.everyEvent(bound));
  }

  /// Keeps the values that it sees, and holds up its first call.
  private static final class Recorder implements EventHandler<ConfigMap> {
    final CountDownLatch go = new CountDownLatch(1);
    final CountDownLatch ended = new CountDownLatch(1);
    final List<String> seen = new ArrayList<>(); // written by the handler's thread

    @Override
    public String name() {
      return "recorder";
    }

    @Override
    public void onAdd(ConfigMap map, boolean isInInitialList) {
      hold(go);
      seen.add(map.data().get("colour"));
    }

    @Override
    public void onUpdate(ConfigMap before, ConfigMap now) {
      assertThat(before.data().get("colour")).isEqualTo(seen.getLast());
      seen.add(now.data().get("colour"));
    }

    @Override
    public void onOverflow(HandlerOverflowException overflow) {
      seen.add("overflow");
      ended.countDown();
    }
  }

  @Test
  void handlerOfEveryEventSeesAllUpdatesOfAFastWatchInOrder() throws Exception {
    put("a", "0");
    Recorder recorder = new Recorder();
    AtomicInteger updates = new AtomicInteger();
    Registration registration = informer.addEventHandler(recorder, everyEvent(UPDATES));
    informer.addEventHandler(
        EventHandler.<ConfigMap>of().onUpdate((_, _) -> updates.incrementAndGet()));
    startAndSync();
    for (int i = 1; i <= UPDATES; i++) {
      put("a", Integer.toString(i));
    }
    informer.awaitVersion(maps.version(), LONG);
    assertThat(registration.backlog()).isEqualTo(UPDATES + 1); // with the one of the first list
    recorder.go.countDown();
    awaitIdle(registration);

    assertThat(recorder.seen)
        .isEqualTo(IntStream.rangeClosed(0, UPDATES).mapToObj(Integer::toString).toList());
    assertThat(registration.failure()).isEmpty();
    assertThat(handler("recorder").coalesced()).isZero();
  }

  @Test
  void registrationEndsWithAnErrorAtItsBoundAfterWhatWaitedWasDelivered() throws Exception {
    put("a", "0");
    Recorder recorder = new Recorder();
    Registration registration = informer.addEventHandler(recorder, everyEvent(100));
    informer.addEventHandler(probe);
    startAndSync();
    for (int i = 1; i <= 200; i++) {
      put("a", Integer.toString(i));
    }
    informer.awaitVersion(maps.version(), LONG);

    assertThat(registration.failure()) // although the handler is stuck
        .hasValueSatisfying(
            e -> assertThat(e).hasMessageContaining("recorder").hasMessageContaining("everyEvent"));
    assertThat(handler("recorder").synced()).isFalse();
    assertThat(handler("recorder").failures()).isEqualTo(1);

    recorder.go.countDown();
    assertThat(recorder.ended.await(20, TimeUnit.SECONDS)).isTrue();
    List<String> expected =
        new ArrayList<>(IntStream.rangeClosed(0, 100).mapToObj(Integer::toString).toList());
    expected.add("overflow");
    assertThat(recorder.seen).isEqualTo(expected);
    informer.awaitCondition(_ -> informer.state().handlers().size() == 1 || wake(), LONG);

    probe.awaitView(truth()); // the others go on
    assertThat(registration.backlog()).isZero();
  }

  /// A condition is tested after each change only.
  private boolean wake() {
    maps.bookmark();
    return false;
  }

  @Test
  void waitForAnEndedRegistrationNamesTheOverflow() throws Exception {
    Recorder recorder = new Recorder();
    recorder.go.countDown();
    Registration registration = informer.addEventHandler(recorder, everyEvent(1));
    registration.close();

    assertThatThrownBy(() -> registration.awaitSynced(Duration.ofSeconds(5)))
        .isInstanceOf(SyncTimeoutException.class)
        .hasMessageContaining("was removed");
    assertThat(registration.failure()).isEmpty();
  }

  @Test
  void closedInformerEndsAHandlerThatHasOverflowed() throws Exception {
    put("a", "0");
    Recorder recorder = new Recorder();
    informer.addEventHandler(recorder, everyEvent(1));
    startAndSync();
    for (int i = 1; i <= 10; i++) {
      put("a", Integer.toString(i));
    }
    informer.awaitVersion(maps.version(), LONG);
    informer.close(); // interrupts the call that holds

    assertThat(recorder.seen).hasSizeLessThanOrEqualTo(1);
  }

  @Test
  void resyncIsForHandlersOfEveryEventThatAskForIt() throws Exception {
    put("a", "red");
    informer = make(CacheOptions.<ConfigMap>defaults().with(o -> o.resync(Duration.ofMinutes(1))));
    Probe<ConfigMap> other = new Probe<>();
    informer.addEventHandler(probe, everyEvent(10));
    informer.addEventHandler(other, everyEvent(10).with(o -> o.resync(Duration.ofMinutes(1))));
    startAndSync();
    probe.await("initial shop/a");
    while (!other.events().contains("sync shop/a")) {
      time.advance(Duration.ofSeconds(10));
      Thread.yield();
    }

    assertThat(probe.events()).containsExactly("initial shop/a");
  }

  private static void awaitIdle(Registration registration) throws InterruptedException {
    long end = System.nanoTime() + LONG.toNanos();
    while (!registration.isIdle() && System.nanoTime() < end) {
      TimeUnit.MILLISECONDS.sleep(1);
    }
    assertThat(registration.isIdle()).isTrue();
  }
}
