package dev.drover.cli;

import dev.drover.informer.InformerState;
import dev.drover.informer.SharedInformer;
import dev.drover.informer.SyncTimeoutException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.OptionalLong;

/// Shows the progress of an informer's first list on a terminal.
///
/// @param isTerminal whether a line can be overwritten
record SyncProgress(PrintWriter out, boolean isTerminal) {
  private static final Duration STEP = Duration.ofMillis(200);
  private static final int WIDTH = 30;

  /// Waits until the informer has synced.
  void await(SharedInformer<?> informer) throws InterruptedException {
    while (true) {
      try {
        informer.awaitSynced(STEP);
        clear();
        return;
      } catch (SyncTimeoutException e) {
        show(informer.state());
      }
    }
  }

  private void show(InformerState state) {
    if (isTerminal) {
      out.print("\r" + line(state.progress(), state.remaining()));
      out.flush();
    }
  }

  /// `[=====> ] 1500 of 6000`, or the number alone when the server does not report the total.
  static String line(long items, OptionalLong remaining) {
    if (remaining.isEmpty() || items == 0) {
      return items + " objects";
    }
    long all = items + remaining.getAsLong();
    int done = (int) (WIDTH * items / all);
    return "["
        + "=".repeat(done)
        + (done < WIDTH ? ">" : "")
        + " ".repeat(Math.max(0, WIDTH - done - 1))
        + "] "
        + items
        + " of "
        + all;
  }

  private void clear() {
    if (isTerminal) {
      out.print("\r" + " ".repeat(WIDTH + 30) + "\r");
      out.flush();
    }
  }
}
