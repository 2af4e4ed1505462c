package dev.drover.runtime.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.testsupport.Interleavings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Small programs on the queue in every order of turns: nothing may be lost, doubled or left
/// waiting for ever.
class WorkQueueInterleavingsTest {
  /// What the threads of a program share.
  private static final class Program {
    final Interleavings threads;
    final WorkQueue<String> queue;
    final List<String> done = new ArrayList<>(); // one thread runs at a time: no lock needed
    final List<String> running = new ArrayList<>();
    final int shutDownAfter;

    Program(Interleavings threads) {
      this(threads, Integer.MAX_VALUE);
    }

    Program(Interleavings threads, int shutDownAfter) {
      this.shutDownAfter = shutDownAfter;
      this.threads = threads;
      this.queue =
          new WorkQueue<>(QueueOptions.defaults().with(o -> o.time(new InterleavingTime(threads))));
    }

    void done(String what) {
      done.add(what);
      if (done.size() == shutDownAfter) {
        queue.shutDown();
      }
    }

    void work() throws InterruptedException {
      for (Optional<String> key = queue.take(); key.isPresent(); key = queue.take()) {
        assertThat(running).doesNotContain(key.get());
        running.add(key.get());
        threads.pause();
        running.remove(key.get());
        done(key.get());
        queue.done(key.get());
      }
    }
  }

  @Test
  void queueHandsOutEachKeyOnce() throws Exception {
    int runs =
        Interleavings.explore(
            2,
            threads -> {
              Program program = new Program(threads);
              threads.fork("worker 1", program::work);
              threads.fork("worker 2", program::work);
              threads.fork(
                  "producer",
                  () -> {
                    program.queue.add("a");
                    program.queue.add("b");
                    program.queue.add("c");
                    program.queue.shutDown();
                  });
              threads.after(
                  () -> assertThat(program.done).containsExactlyInAnyOrder("a", "b", "c"));
            });
    assertThat(runs).isGreaterThan(500);
  }

  @Test
  void changeDuringARunIsSeenByALaterRun() throws Exception {
    Interleavings.explore(
        2,
        threads -> {
          Program program = new Program(threads);
          List<String> world = new ArrayList<>(List.of("old"));
          List<String> seen = new ArrayList<>();
          for (String name : List.of("worker 1", "worker 2")) {
            threads.fork(
                name,
                () -> {
                  while (program.queue.take().isPresent()) {
                    seen.add(world.getLast());
                    threads.pause();
                    program.queue.done("a");
                  }
                });
          }
          threads.fork(
              "producer",
              () -> {
                program.queue.add("a");
                world.add("new");
                program.queue.add("a");
                program.queue.shutDown();
              });
          threads.after(() -> assertThat(seen).hasSizeBetween(1, 2).last().isEqualTo("new"));
        });
  }

  @Test
  void delayedKeyFindsAWorkerInEveryInterleaving() throws Exception {
    Interleavings.explore(
        2,
        threads -> {
          Program program = new Program(threads, 3);
          threads.fork("worker 1", program::work);
          threads.fork("worker 2", program::work);
          threads.fork(
              "producer",
              () -> {
                program.queue.addAfter("later", Duration.ofSeconds(2));
                program.queue.addAfter("sooner", Duration.ofSeconds(1));
                program.queue.add("now");
              });
          threads.after(
              () -> assertThat(program.done).containsExactlyInAnyOrder("now", "sooner", "later"));
        });
  }

  @Test
  void delayedKeySurvivesTheEndOfTheTimingWorker() throws Exception {
    Interleavings.explore(
        2,
        threads -> {
          Program program = new Program(threads);
          for (String name : List.of("worker 1", "worker 2")) {
            threads.fork(name, () -> program.done(program.queue.take().orElseThrow()));
          }
          threads.fork(
              "producer",
              () -> {
                program.queue.addAfter("later", Duration.ofSeconds(1));
                program.queue.add("now");
              });
          threads.after(() -> assertThat(program.done).containsExactlyInAnyOrder("now", "later"));
        });
  }

  @Test
  void queueIsNotIdleBeforeAFailedKeyHasGoneWell() throws Exception {
    int runs =
        Interleavings.explore(
            3,
            threads -> {
              Program program = new Program(threads);
              program.queue.add("a");
              threads.fork(
                  "worker",
                  () -> {
                    program.queue.take();
                    program.queue.addRateLimited("a");
                    program.queue.done("a");
                    program.queue.take();
                    program.queue.forget("a");
                    program.done("a");
                    program.queue.done("a");
                  });
              threads.fork(
                  "observer",
                  () -> {
                    if (program.queue.isIdle(Duration.ofMinutes(1))) {
                      assertThat(program.done).containsExactly("a");
                    }
                  });
            });
    assertThat(runs).isGreaterThan(20);
  }

  @Test
  void interruptedWorkerLeavesItsKeyToAnother() throws Exception {
    Interleavings.explore(
        2,
        threads -> {
          Program program = new Program(threads, 3);
          Thread unlucky =
              threads.fork(
                  "unlucky",
                  () -> {
                    try {
                      program.work();
                    } catch (InterruptedException e) {
                      program.done("interrupted");
                    }
                  });
          threads.fork("worker", program::work);
          threads.fork(
              "producer",
              () -> {
                program.queue.add("a");
                threads.interrupt(unlucky);
                program.queue.add("b");
              });
          threads.after(
              () -> assertThat(program.done).containsExactlyInAnyOrder("interrupted", "a", "b"));
        });
  }

  @Test
  void drainReturnsWhenTheLastKeyIsDone() throws Exception {
    Interleavings.explore(
        2,
        threads -> {
          Program program = new Program(threads);
          threads.fork("worker 1", program::work);
          threads.fork("worker 2", program::work);
          threads.fork(
              "producer",
              () -> {
                program.queue.add("a");
                program.queue.add("b");
                boolean drained = program.queue.drain(Duration.ofDays(9)); // unless time jumps
                assertThat(program.done).hasSizeGreaterThanOrEqualTo(drained ? 2 : 0);
              });
        });
  }

  @Test
  void closeReleasesAllWaitingThreads() throws Exception {
    Interleavings.explore(
        2,
        threads -> {
          Program program = new Program(threads);
          threads.fork("worker 1", program::work);
          threads.fork("worker 2", program::work);
          threads.fork("drainer", () -> program.queue.drain(Duration.ofDays(9)));
          threads.fork(
              "closer",
              () -> {
                program.queue.add("a");
                program.queue.addAfter("b", Duration.ofDays(8));
                program.queue.close();
              });
          threads.after(() -> assertThat(program.done).isSubsetOf("a", "b"));
        });
  }
}
