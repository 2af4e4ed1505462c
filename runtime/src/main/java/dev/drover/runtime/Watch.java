package dev.drover.runtime;

import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A source of a controller, from when it is asked for until it is closed. Any number of threads.
///
/// ```
/// planned ──begin──▶ at work ──close──▶ closed
///    └─────────────close─────────────────▲
/// ```
final class Watch implements AutoCloseable {
  private final Source source;
  private final Source.Sink sink;
  private final Consumer<Watch> closed;
  private boolean begun; // guarded by this
  private boolean over; // guarded by this
  private Source.@Nullable Watching working; // guarded by this

  /// @param closed is told of the end
  Watch(Source source, Source.Sink sink, Consumer<Watch> closed) {
    this.source = source;
    this.sink = sink;
    this.closed = closed;
  }

  String name() {
    return source.name();
  }

  /// Begins to hand requests over; nothing when it has begun already, or is closed.
  ///
  /// @return whether this was the call that did
  boolean begin() {
    synchronized (this) {
      if (begun || over) {
        return false;
      }
      begun = true;
    }
    Source.Watching started = source.start(sink); // other people's code, so under no lock
    synchronized (this) {
      if (!over) {
        working = started;
        return true;
      }
    }
    started.close();
    return false;
  }

  private synchronized Source.@Nullable Watching working() {
    return working;
  }

  void awaitSynced(Duration limit) throws InterruptedException {
    Source.Watching watching = working();
    if (watching != null) {
      watching.awaitSynced(limit);
    }
  }

  boolean isIdle() {
    Source.Watching watching = working();
    return watching == null || watching.isIdle();
  }

  /// Hands nothing over any more, whether it had begun or not.
  @Override
  public void close() {
    Source.Watching ending;
    synchronized (this) {
      over = true;
      ending = working;
      working = null;
    }
    closed.accept(this);
    if (ending != null) {
      ending.close();
    }
  }
}
