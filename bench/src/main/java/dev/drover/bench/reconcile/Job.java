package dev.drover.bench.reconcile;

import dev.drover.bench.harness.Clock;
import dev.drover.bench.harness.JsonText;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// The work of each controller: every ConfigMap of a namespace gets a Secret of the same name,
/// which it owns, and an annotation. Knows when all of them have it.
///
/// @param first whether the first reconcile is the end of it
record Job(String namespace, int objects, int workers, boolean first, Set<String> done, End end) {
  static final String ANNOTATION = "bench.drover.dev/secret";

  /// When it was over.
  static final class End {
    private final CountDownLatch latch = new CountDownLatch(1);
    private volatile long nanos;
  }

  static Job of(String namespace, int objects, int workers, boolean first) {
    return new Job(namespace, objects, workers, first, new HashSet<>(), new End());
  }

  /// A reconcile begins.
  void begun() {
    if (first) {
      over();
    }
  }

  /// All has been written that there is to write for this one.
  void done(String name) {
    synchronized (done) {
      done.add(name);
      if (done.size() < objects) {
        return;
      }
    }
    over();
  }

  private synchronized void over() {
    if (end.latch.getCount() > 0) {
      end.nanos = Clock.nanos();
      end.latch.countDown();
    }
  }

  /// Waits for the end: when it was, in nanoseconds of the epoch.
  long await(Duration limit) throws InterruptedException {
    if (!end.latch.await(limit.toMillis(), TimeUnit.MILLISECONDS)) {
      throw new IllegalStateException("only " + done.size() + " of " + objects + " are done");
    }
    return end.nanos;
  }

  /// The patch that contenders without server-side apply of their own send.
  static String patch(String secret) {
    return JsonText.of(
        JsonText.object(
            "metadata", JsonText.object("annotations", JsonText.object(ANNOTATION, secret))));
  }
}
