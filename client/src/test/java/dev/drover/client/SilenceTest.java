package dev.drover.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class SilenceTest {
  private static final long LONG = Duration.ofHours(1).toNanos();
  private static final long SHORT = Duration.ofMillis(20).toNanos();

  private final Silence silence = new Silence();
  private final CountDownLatch cut = new CountDownLatch(1);

  private Silence.Wait wait(CountDownLatch latch) {
    return silence.add(latch::countDown);
  }

  @Test
  void endsAConnectionThatWaitsForTooLong() throws InterruptedException {
    Silence.Wait wait = wait(cut);
    wait.begin(SHORT);
    cut.await();
    assertThat(wait.end()).isTrue();
    assertThat(wait.end()).as("told once").isFalse();
  }

  @Test
  void lookingAtLongWaitsItIsStillInTimeForShortOnes() throws InterruptedException {
    CountDownLatch never = new CountDownLatch(1);
    List<Silence.Wait> others = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      Silence.Wait other = wait(never);
      other.begin(LONG);
      others.add(other);
    }
    wait(cut).begin(SHORT);
    cut.await();
    assertThat(others).noneMatch(Silence.Wait::end);
    assertThat(never.getCount()).isEqualTo(1);
  }

  @Test
  void oneThatGotItsAnswerIsLeftAlone() throws InterruptedException {
    CountDownLatch never = new CountDownLatch(1);
    Silence.Wait answered = wait(never);
    answered.begin(SHORT);
    assertThat(answered.end()).isFalse();
    Silence.Wait later = wait(cut);
    later.begin(2 * SHORT);
    cut.await();
    assertThat(never.getCount()).isEqualTo(1);
  }

  /// The thread goes when nobody waits; the next wait must not find it gone.
  @Test
  void everyWaitIsSeenHoweverManyThereWereBefore() throws InterruptedException {
    for (int i = 0; i < 300; i++) {
      CountDownLatch each = new CountDownLatch(1);
      Silence.Wait wait = wait(each);
      wait.begin(1 + i * 10_000L); // up to 3 ms: also while the thread is about to go
      assertThat(each.await(30, TimeUnit.SECONDS)).isTrue();
      assertThat(wait.end()).isTrue();
      silence.remove(wait);
    }
  }

  @Test
  void manyThreadsAtOnce() throws InterruptedException {
    List<Thread> threads = new ArrayList<>();
    CountDownLatch all = new CountDownLatch(50);
    for (int i = 0; i < 50; i++) {
      long own = SHORT / (i % 7 + 1);
      threads.add(
          Thread.startVirtualThread(
              () -> {
                Silence.Wait wait = silence.add(all::countDown);
                for (int n = 0; n < 200; n++) { // answers that come at once
                  wait.begin(LONG + n);
                  assertThat(wait.end()).isFalse();
                }
                wait.begin(own);
              }));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    all.await();
  }

  @Test
  void noLimitIsNoWait() {
    Silence.Wait wait = wait(cut);
    wait.begin(0);
    assertThat(wait.end()).isFalse();
    wait.begin(Long.MAX_VALUE); // the longest duration there is does not overflow
    assertThat(wait.end()).isFalse();
  }
}
