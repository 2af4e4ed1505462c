package dev.drover.runtime.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// The orders in which a work queue hands out keys.
class QueueOrderTest {
  private static WorkQueue<String> queue(QueueOrder<String> order) {
    return new WorkQueue<>(QueueOptions.defaults(), order);
  }

  private static List<String> takeAll(WorkQueue<String> queue) throws InterruptedException {
    List<String> taken = new ArrayList<>();
    while (!queue.isEmpty()) {
      String key = queue.take().orElseThrow();
      taken.add(key);
      queue.done(key);
    }
    return taken;
  }

  /// The group of `a7` is `a`.
  private static QueueOrder<String> byLetter() {
    return QueueOrder.fairBy(key -> key.charAt(0));
  }

  @Test
  void fifoQueueIgnoresPriorities() throws Exception {
    WorkQueue<String> queue = queue(QueueOrder.fifo());
    queue.add("a", -5);
    queue.add("b", 7);
    queue.add("c", AddOptions.NOW.withPriority(9));
    queue.add("a", 100);
    assertThat(takeAll(queue)).containsExactly("a", "b", "c");
  }

  @Test
  void keyOfAQuietGroupWaitsForOneKeyOfEachOtherGroup() throws Exception {
    WorkQueue<String> queue = queue(byLetter());
    IntStream.range(0, 1_000).forEach(i -> queue.add("a" + i));
    IntStream.range(0, 1_000).forEach(i -> queue.add("b" + i));
    queue.add("c");
    assertThat(takeAll(queue).subList(0, 7))
        .containsExactly("a0", "b0", "c", "a1", "b1", "a2", "b2");
  }

  @Test
  void groupThatIsRefilledAllTheTimeDoesNotDelayOthers() throws Exception {
    WorkQueue<String> queue = queue(byLetter());
    IntStream.range(0, 100).forEach(i -> queue.add("a" + i));
    for (int i = 100; i < 110; i++) {
      queue.add("z" + i);
      List<String> next = new ArrayList<>();
      for (int j = 0; j < 2; j++) {
        String key = queue.take().orElseThrow();
        queue.add(key.replace('z', 'a')); // the noisy group gets more
        queue.done(key);
        next.add(key);
      }
      assertThat(next).contains("z" + i);
    }
  }

  @Test
  void prioritiesComeBeforeTheTurnsOfGroups() throws Exception {
    WorkQueue<String> queue = queue(byLetter());
    queue.add("a1", AddOptions.LOW);
    queue.add("a2");
    queue.add("a3");
    queue.add("b1", AddOptions.LOW);
    queue.add("a1", 5);
    assertThat(takeAll(queue)).containsExactly("a1", "a2", "a3", "b1");
  }

  @Test
  void keyThatFailedOrIsAddedDuringItsRunStaysInItsGroup() throws Exception {
    WorkQueue<String> queue = queue(byLetter());
    queue.add("a1");
    String running = queue.take().orElseThrow();
    queue.add("a1");
    queue.add("a2");
    queue.add("b1");
    queue.addRateLimited("c1");
    queue.done(running);
    List<String> taken = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      taken.add(queue.take().orElseThrow());
    }
    assertThat(taken).contains("c1").containsSubsequence("a2", "b1", "a1");
  }

  @Test
  void keysWithoutAGroupAreHandedOut() throws Exception {
    WorkQueue<String> queue =
        queue(
            QueueOrder.fairBy(
                key -> {
                  if (key.startsWith("x")) {
                    throw new IllegalStateException("no group");
                  }
                  return key;
                }));
    List.of("x1", "x2", "a").forEach(queue::add);
    assertThat(takeAll(queue)).containsExactly("x1", "a", "x2");
  }

  @Test
  void closedFairQueueIsEmpty() throws Exception {
    WorkQueue<String> queue = queue(byLetter());
    List.of("a1", "a2", "b1").forEach(queue::add);
    assertThat(queue.snapshot(10).keys()).hasSize(3);
    queue.close();
    assertThat(queue.take()).isEmpty();
    assertThat(queue.isEmpty()).isTrue();
  }
}
