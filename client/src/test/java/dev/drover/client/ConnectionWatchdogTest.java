package dev.drover.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ConnectionWatchdogTest {
  private static final long LONG = Duration.ofHours(1).toNanos();
  private static final long SHORT = Duration.ofMillis(20).toNanos();

  private final ConnectionWatchdog watchdog = new ConnectionWatchdog();
  private final CountDownLatch cut = new CountDownLatch(1);

  private ConnectionWatchdog.Deadline deadline(CountDownLatch latch) {
    return watchdog.add(latch::countDown);
  }

  @Test
  void connectionIsClosedAfterItsDeadline() throws InterruptedException {
    ConnectionWatchdog.Deadline deadline = deadline(cut);
    deadline.begin(SHORT);
    cut.await();
    assertThat(deadline.end()).isTrue();
    assertThat(deadline.end()).as("reported once").isFalse();
  }

  @Test
  void shortDeadlineIsKeptBesideLongOnes() throws InterruptedException {
    CountDownLatch never = new CountDownLatch(1);
    List<ConnectionWatchdog.Deadline> others = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      ConnectionWatchdog.Deadline other = deadline(never);
      other.begin(LONG);
      others.add(other);
    }
    deadline(cut).begin(SHORT);
    cut.await();
    assertThat(others).noneMatch(ConnectionWatchdog.Deadline::end);
    assertThat(never.getCount()).isEqualTo(1);
  }

  @Test
  void clearedDeadlineDoesNotCloseTheConnection() throws InterruptedException {
    CountDownLatch never = new CountDownLatch(1);
    ConnectionWatchdog.Deadline answered = deadline(never);
    answered.begin(SHORT);
    assertThat(answered.end()).isFalse();
    ConnectionWatchdog.Deadline later = deadline(cut);
    later.begin(2 * SHORT);
    cut.await();
    assertThat(never.getCount()).isEqualTo(1);
  }

  /// The thread ends when no deadline is set; the next deadline must start another.
  @Test
  void everyDeadlineIsKeptWhileTheThreadEndsAndStarts() throws InterruptedException {
    for (int i = 0; i < 300; i++) {
      CountDownLatch each = new CountDownLatch(1);
      ConnectionWatchdog.Deadline deadline = deadline(each);
      deadline.begin(1 + i * 10_000L); // up to 3 ms: also while the thread is about to go
      assertThat(each.await(30, TimeUnit.SECONDS)).isTrue();
      assertThat(deadline.end()).isTrue();
      watchdog.remove(deadline);
    }
  }

  @Test
  void deadlinesOfManyThreadsAreKept() throws InterruptedException {
    List<Thread> threads = new ArrayList<>();
    CountDownLatch all = new CountDownLatch(50);
    for (int i = 0; i < 50; i++) {
      long own = SHORT / (i % 7 + 1);
      threads.add(
          Thread.startVirtualThread(
              () -> {
                ConnectionWatchdog.Deadline deadline = watchdog.add(all::countDown);
                for (int n = 0; n < 200; n++) { // answers that come at once
                  deadline.begin(LONG + n);
                  assertThat(deadline.end()).isFalse();
                }
                deadline.begin(own);
              }));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    all.await();
  }

  @Test
  void threadEndsWithTheTransportAlsoBeforeItsDeadlines() throws InterruptedException {
    Set<Thread> others = watchdogs();
    deadline(cut).begin(LONG);
    Set<Thread> own = watchdogs();
    own.removeAll(others);
    assertThat(own).hasSize(1);
    watchdog.close();
    assertThat(own.iterator().next().join(Duration.ofSeconds(30))).isTrue();
    deadline(cut).begin(LONG);
    Set<Thread> after = watchdogs();
    after.removeAll(others);
    assertThat(after).isEmpty();
  }

  private static Set<Thread> watchdogs() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals("drover/client/watchdog"))
        .collect(Collectors.toCollection(HashSet::new));
  }

  @Test
  void zeroIsNoDeadlineAndTheLongestDoesNotOverflow() {
    ConnectionWatchdog.Deadline deadline = deadline(cut);
    deadline.begin(0);
    assertThat(deadline.end()).isFalse();
    deadline.begin(Long.MAX_VALUE); // the longest duration there is does not overflow
    assertThat(deadline.end()).isFalse();
  }
}
