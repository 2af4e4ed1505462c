package dev.drover.api.tree;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Lets recursive code go deeper than the stack of the calling thread, which may be small (512 KB).
///
/// The recursion counts its levels. The first [#CALLER_LEVELS] run on the calling thread, as nearly
/// all values need; deeper levels run on a thread with a large stack, which the caller joins:
///
/// ```java
/// if (DeepStack.isUsedUp(depth)) {
///   return DeepStack.call(depth, () -> walk(value, depth));
/// }
/// ```
///
/// A level must not need more than 1.5 KB of stack on the calling thread.
public final class DeepStack {
  private static final int CALLER_LEVELS = 160;
  private static final int SEGMENT_LEVELS = 4096;
  private static final long SEGMENT_BYTES = 24L << 20; // reserved, committed as it is used

  private DeepStack() {}

  /// Whether the current thread has no stack left for the levels below `depth`.
  public static boolean isUsedUp(int depth) {
    return depth >= CALLER_LEVELS && isSegmentUsedUp(depth);
  }

  private static boolean isSegmentUsedUp(int depth) {
    return !(Thread.currentThread() instanceof Segment<?> segment)
        || depth - segment.from >= SEGMENT_LEVELS;
  }

  /// Runs `task`, which starts at level `depth`, on a new stack, and waits for its result. What it
  /// throws is thrown here. An interrupt does not end the wait; the thread stays interrupted.
  public static <R extends @Nullable Object> R call(int depth, Supplier<R> task) {
    Segment<R> segment = new Segment<>(depth, task);
    segment.start();
    boolean interrupted = false;
    while (true) {
      try {
        segment.join();
        break;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return segment.result();
  }

  /// As [#call], without a result.
  public static void run(int depth, Runnable task) {
    DeepStack.<@Nullable Object>call(
        depth,
        () -> {
          task.run();
          return null;
        });
  }

  private static final class Segment<R extends @Nullable Object> extends Thread {
    private final int from;
    private final Supplier<R> task;
    private @Nullable R result;
    private @Nullable Throwable failure;

    Segment(int from, Supplier<R> task) {
      super(null, null, "drover/api/deep-stack", SEGMENT_BYTES, false);
      this.from = from;
      this.task = task;
      setDaemon(true);
    }

    @Override
    public void run() {
      try {
        result = task.get();
      } catch (Throwable e) { // handed over to the thread that waits
        failure = e;
      }
    }

    @SuppressWarnings("NullAway") // without a failure there is a result, which may be null
    R result() {
      switch (failure) {
        case null -> {
          return result;
        }
        case RuntimeException e -> throw e;
        case Error e -> throw e;
        default -> throw new IllegalStateException(failure);
      }
    }
  }
}
