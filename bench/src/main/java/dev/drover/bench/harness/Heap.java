package dev.drover.bench.harness;

/// The heap after a full collection.
public final class Heap {
  private static final int TRIES = 10;

  private Heap() {}

  private static long live() {
    System.gc();
    System.gc(); // once more for what only the first collection made unreachable
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }

  /// The same, once other threads have let go of what they were busy with.
  public static long settled() throws InterruptedException {
    long live = live();
    for (int i = 0; i < TRIES; i++) {
      Thread.sleep(100);
      long again = live();
      if (Math.abs(again - live) < live / 100) {
        return again;
      }
      live = again;
    }
    return live;
  }
}
