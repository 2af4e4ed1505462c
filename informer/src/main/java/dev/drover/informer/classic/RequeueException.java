package dev.drover.informer.classic;

/// Thrown by a [Queue.Processor]: the queue puts the item back, to be processed again.
///
/// In Go: {@index cache.ErrRequeue}.
public final class RequeueException extends Exception {
  private static final long serialVersionUID = 1L;

  private final Exception inner;

  /// @param inner why it must be tried again; the queue throws it
  public RequeueException(Exception inner) {
    super("the popped object will be queued again: " + inner.getMessage(), inner);
    this.inner = inner;
  }

  /// Why it must be tried again.
  public Exception inner() {
    return inner;
  }
}
