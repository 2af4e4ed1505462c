package dev.drover.informer.classic;

/// The queue is closed, and everything that was in it has been handed out.
///
/// In Go: {@index cache.ErrFIFOClosed}.
public final class QueueClosedException extends IllegalStateException {
  private static final long serialVersionUID = 1L;

  QueueClosedException() {
    super("the queue is closed");
  }
}
