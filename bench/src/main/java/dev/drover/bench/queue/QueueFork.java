package dev.drover.bench.queue;

import dev.drover.bench.queue.QueueContender.Subject;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;

/// One fresh JVM that measures one queue: `QueueFork CONTENDER WORKERS KEYS WARMUPS RUNS` prints
/// how many million keys a second went through it in each run.
final class QueueFork {
  private final QueueContender contender;
  private final int workers;
  private final String[] keys;

  private QueueFork(QueueContender contender, int workers, int count) {
    this.contender = contender;
    this.workers = workers;
    this.keys = new String[count];
    for (int i = 0; i < count; i++) {
      keys[i] = "namespace-" + i % 100 + "/name-" + i;
    }
  }

  public static void main(String[] args) throws InterruptedException {
    int count = Integer.parseInt(args[2]);
    int warmups = Integer.parseInt(args[3]);
    int runs = Integer.parseInt(args[4]);
    QueueFork fork =
        new QueueFork(QueueContender.valueOf(args[0]), Integer.parseInt(args[1]), count);
    for (int i = 0; i < warmups + runs; i++) {
      double rate = count * 1e3 / fork.run();
      if (i >= warmups) {
        System.out.println(String.format(Locale.ROOT, "%.4f", rate));
      }
    }
  }

  /// Nanoseconds from the first key that is added until the last one is done.
  private long run() throws InterruptedException {
    Subject queue = contender.subject();
    LongAdder done = new LongAdder();
    System.gc();
    long start = System.nanoTime();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < workers; i++) {
      threads.add(contender.worker(() -> work(queue, done)));
    }
    for (String key : keys) {
      queue.add(key);
    }
    queue.shutDown();
    for (Thread thread : threads) {
      thread.join();
    }
    long time = System.nanoTime() - start;
    if (done.sum() != keys.length) {
      // A fast queue that loses something has won nothing.
      throw new IllegalStateException(done.sum() + " keys of " + keys.length + " came out");
    }
    return time;
  }

  private static void work(Subject queue, LongAdder done) {
    try {
      long count = 0;
      for (Optional<String> key = queue.take(); key.isPresent(); key = queue.take()) {
        queue.done(key.get());
        count++;
      }
      done.add(count);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
