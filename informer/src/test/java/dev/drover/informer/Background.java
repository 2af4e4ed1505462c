package dev.drover.informer;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/// Something that another thread does.
public final class Background<R> {
  private final FutureTask<R> task;
  private final Thread thread;

  private Background(Callable<R> work) {
    task = new FutureTask<>(work);
    thread = Thread.ofPlatform().daemon().start(task);
  }

  public static <R> Background<R> start(Callable<R> work) {
    return new Background<>(work);
  }

  /// Until it waits for something.
  public Background<R> awaitWaiting() {
    while (thread.getState() != Thread.State.WAITING) {
      if (task.isDone()) {
        throw new AssertionError("it did not wait: " + task);
      }
      Thread.onSpinWait();
    }
    return this;
  }

  public void interrupt() {
    thread.interrupt();
  }

  /// What came of it; its exception as it is.
  public R get() throws Exception {
    try {
      return task.get();
    } catch (ExecutionException e) {
      throw e.getCause() instanceof Exception cause ? cause : e;
    }
  }
}
