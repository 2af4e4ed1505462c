package dev.drover.server.flowcontrol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.server.metrics.MetricsText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class PriorityLevelTest {
  private static final Duration LONG = Duration.ofMinutes(1);
  private static final Duration SHORT = Duration.ofMillis(1);

  @AutoClose private final ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor();
  private final FlowMetrics metrics = new FlowMetrics();
  private final PriorityLevel level = new PriorityLevel("l", metrics);

  private static Flow flow(String user) {
    return new Flow("s", "1", "l", "2", user);
  }

  private String shown() {
    MetricsText text = new MetricsText();
    metrics.write(text);
    return text.toString();
  }

  private void awaitWaiting(int count) {
    String line = "current_inqueue_requests{flow_schema=\"s\",priority_level=\"l\"} " + count;
    long end = System.nanoTime() + Duration.ofSeconds(30).toNanos();
    while (!shown().contains(line)) {
      assertThat(System.nanoTime()).as("deadline for " + line).isLessThan(end);
      LockSupport.parkNanos(Duration.ofMillis(1).toNanos());
    }
  }

  @Test
  void levelWithoutQueuesRefusesWhatExceedsItsSeats() throws Exception {
    level.configure(new LevelLimits(false, 1, 0, 0, 0));
    Optional<Seat> first = level.await(flow("a"), LONG);
    assertThat(first).isPresent();
    assertThat(level.await(flow("a"), LONG)).isEmpty();
    first.get().close();
    assertThat(level.await(flow("a"), LONG)).isPresent();
    assertThat(shown())
        .contains(
            "rejected_requests_total{flow_schema=\"s\",priority_level=\"l\",reason=\"concurrency-limit\"}"
                + " 1");
  }

  @Test
  void exemptLevelServesEverything() throws Exception {
    level.configure(new LevelLimits(true, 0, 0, 0, 0));
    for (int i = 0; i < 100; i++) {
      assertThat(level.await(flow("a"), LONG)).isPresent();
    }
  }

  @Test
  void waitingRequestIsServedWhenASeatIsGivenBack() throws Exception {
    level.configure(new LevelLimits(false, 1, 1, 1, 10));
    Seat first = level.await(flow("a"), LONG).orElseThrow();
    Future<Optional<Seat>> second = clients.submit(() -> level.await(flow("a"), LONG));
    awaitWaiting(1);
    first.close();
    assertThat(second.get()).isPresent();
  }

  @Test
  void requestThatWaitsTooLongIsRefused() throws Exception {
    level.configure(new LevelLimits(false, 1, 1, 1, 10));
    Seat first = level.await(flow("a"), LONG).orElseThrow();
    assertThat(level.await(flow("a"), SHORT)).isEmpty();
    first.close();
    assertThat(level.await(flow("a"), SHORT)).isPresent();
    assertThat(shown()).contains("reason=\"time-out\"} 1");
  }

  @Test
  void fullQueueRefusesAtOnce() throws Exception {
    level.configure(new LevelLimits(false, 1, 1, 1, 1));
    Seat first = level.await(flow("a"), LONG).orElseThrow();
    Future<Optional<Seat>> second = clients.submit(() -> level.await(flow("a"), LONG));
    awaitWaiting(1);
    assertThat(level.await(flow("b"), LONG)).isEmpty();
    assertThat(shown()).contains("reason=\"queue-full\"} 1");
    first.close();
    second.get().orElseThrow().close();
  }

  @Test
  void flowWithFewRequestsDoesNotWaitForOneWithMany() throws Exception {
    level.configure(new LevelLimits(false, 1, 64, 1, 50));
    Seat first = level.await(flow("greedy"), LONG).orElseThrow();
    List<String> order = new CopyOnWriteArrayList<>();
    List<Future<?>> all = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      all.add(clients.submit(() -> served("greedy", order)));
      awaitWaiting(i + 1);
    }
    all.add(clients.submit(() -> served("modest", order)));
    awaitWaiting(11);
    first.close();
    for (Future<?> each : all) {
      each.get();
    }
    assertThat(order.indexOf("modest")).isLessThanOrEqualTo(1);
  }

  private Void served(String user, List<String> order) throws InterruptedException {
    try (Seat seat = level.await(flow(user), LONG).orElseThrow()) {
      assertThat(seat.waited()).isPositive();
      order.add(user);
    }
    return null;
  }

  @Test
  void moreSeatsLetWaitingRequestsGo() throws Exception {
    level.configure(new LevelLimits(false, 1, 2, 1, 10));
    Seat first = level.await(flow("a"), LONG).orElseThrow();
    Future<Optional<Seat>> second = clients.submit(() -> level.await(flow("a"), LONG));
    awaitWaiting(1);
    level.configure(new LevelLimits(false, 2, 4, 1, 10));
    assertThat(second.get()).isPresent();
    first.close();
  }

  @Test
  void handOfAFlowIsAlwaysTheSameAndHasDifferentQueues() {
    int[] hand = ShuffleSharding.hand(flow("a"), 64, 8);
    assertThat(hand).isEqualTo(ShuffleSharding.hand(flow("a"), 64, 8)).doesNotHaveDuplicates();
    assertThat(Arrays.stream(hand).allMatch(card -> card >= 0 && card < 64)).isTrue();
    assertThat(Arrays.stream(ShuffleSharding.hand(flow("b"), 3, 8)).sorted().toArray())
        .containsExactly(0, 1, 2);
  }
}
