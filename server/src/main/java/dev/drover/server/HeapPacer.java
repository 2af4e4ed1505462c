package dev.drover.server;

import dev.drover.api.lifecycle.Lifecycle;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryUsage;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Keeps the heap near to what is stored.
///
/// The serial collector looks at old objects only when the heap has grown to its limit, whatever is
/// live. This asks for a collection as soon as they take a third more than was live after the last
/// one; what the heap does not need then goes back to the system (`-XX:MaxHeapFreeRatio`).
///
/// ```
///   old objects        ╱│    ╱│  × 4/3
///                    ╱  │  ╱  │
///   live after the ╱    ╰╱    ╰
/// ```
///
/// A collection stops the JVM: 0.2 s with 20,000 pods. So it is only done in JVMs that are the
/// server's own and say so with `-Ddrover.server.heap=compact`, as `apiserver.jvm` does.
final class HeapPacer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(HeapPacer.class);
  private static final String PROPERTY = "drover.server.heap";
  private static final String OLD_OBJECTS = "Tenured Gen"; // of the serial collector
  private static final Duration PERIOD = Duration.ofMillis(500);
  private static final long LEAST = 32L << 20; // bytes that are worth a collection

  private final Lifecycle threads =
      new Lifecycle("server", e -> LOG.error("heap pacer: its thread failed and ended", e));

  private HeapPacer() {}

  /// Starts if the JVM is the server's own and has the serial collector.
  static HeapPacer start() {
    HeapPacer pacer = new HeapPacer();
    if ("compact".equals(System.getProperty(PROPERTY))) {
      oldObjects().ifPresent(pool -> pacer.threads.fork("heap pacer", () -> follow(pool)));
    }
    return pacer;
  }

  private static Optional<MemoryPoolMXBean> oldObjects() {
    return ManagementFactory.getMemoryPoolMXBeans().stream()
        .filter(pool -> pool.getName().equals(OLD_OBJECTS))
        .findFirst();
  }

  private static void follow(MemoryPoolMXBean pool) throws InterruptedException {
    for (; ; ) {
      Thread.sleep(PERIOD);
      MemoryUsage afterCollection = pool.getCollectionUsage();
      long live = afterCollection == null ? 0 : afterCollection.getUsed();
      if (isDue(live, pool.getUsage().getUsed())) {
        System.gc();
      }
    }
  }

  /// Whether a collection is worth its time.
  ///
  /// @param live bytes after the last collection
  /// @param used bytes now
  static boolean isDue(long live, long used) {
    return used - live > Math.max(LEAST, live / 3);
  }

  @Override
  public void close() {
    threads.interruptAndJoin();
  }
}
