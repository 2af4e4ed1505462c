package dev.drover.informer.store;

import dev.drover.api.ResourceVersion;
import dev.drover.client.TimeSource;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;

/// Lets threads wait until a store has reached a version.
///
/// A waiting thread first registers and then looks at the store; a writer first changes the store
/// and then looks for waiting threads: so no change between the two is missed. A write without
/// waiting threads costs one read.
public final class Watermark {
  private final Supplier<String> current;
  private final TimeSource time;
  private final Set<Waiting> waiting = ConcurrentHashMap.newKeySet();

  private static final class Waiting {
    final String version;
    final CountDownLatch over = new CountDownLatch(1);
    volatile boolean reached; // kept, because the version of a store may also go back

    Waiting(String version) {
      this.version = version;
    }
  }

  public Watermark(Supplier<String> current, TimeSource time) {
    this.current = current;
    this.time = time;
  }

  /// Wakes the threads whose version is reached.
  public void rise() {
    if (!waiting.isEmpty()) {
      String now = current.get();
      for (Waiting one : waiting) {
        if (reaches(now, one.version)) {
          one.reached = true;
          one.over.countDown();
        }
      }
    }
  }

  /// Whether the version was reached in time.
  public boolean await(String version, Duration limit) throws InterruptedException {
    if (!ResourceVersion.isWellFormed(version)) {
      throw new IllegalArgumentException("no object has the version '" + version + "'");
    }
    if (reaches(current.get(), version)) {
      return true;
    }
    Waiting one = new Waiting(version);
    waiting.add(one);
    TimeSource.Alarm alarm = time.after(limit, one.over::countDown);
    try {
      if (reaches(current.get(), version)) {
        return true;
      }
      one.over.await();
      return one.reached;
    } finally {
      alarm.cancel();
      waiting.remove(one);
    }
  }

  private static boolean reaches(String now, String version) {
    return ResourceVersion.isWellFormed(now) && ResourceVersion.compare(now, version) >= 0;
  }
}
