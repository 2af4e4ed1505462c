package dev.drover.informer;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// A fault that a [Reflector] itself found in what the server sent. Passed to the
/// [WatchErrorHandler].
///
/// May grow: code that handles some of its subtypes also handles this type.
public abstract sealed class ReflectorException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private ReflectorException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }

  /// A watch ended within a second and had brought nothing new.
  ///
  /// In Go: {@index cache.VeryShortWatchError}.
  public static final class VeryShortWatch extends ReflectorException {
    private static final long serialVersionUID = 1L;

    VeryShortWatch(@Nullable Throwable cause) {
      super(
          "very short watch: it ended within a second and brought nothing new"
              + (cause == null ? "" : ": " + cause.getMessage()),
          cause);
    }
  }

  /// A streamed list did not say where it ends.
  public static final class UnfinishedStream extends ReflectorException {
    private static final long serialVersionUID = 1L;

    private final boolean timedOut;

    private UnfinishedStream(String message, boolean timedOut, @Nullable Throwable cause) {
      super(message, cause);
      this.timedOut = timedOut;
    }

    static UnfinishedStream cut(int events, @Nullable Throwable cause) {
      return new UnfinishedStream(
          "the streamed list ended after %d events, without its closing bookmark%s"
              .formatted(events, cause == null ? "" : ": " + cause.getMessage()),
          false,
          cause);
    }

    static UnfinishedStream stalled(int events, Duration wait) {
      return new UnfinishedStream(
          "the streamed list stalled after %d events: nothing arrived for %s"
              .formatted(events, wait),
          true,
          null);
    }

    static UnfinishedStream late(int events, Duration limit) {
      return new UnfinishedStream(
          "the streamed list brought %d events, but no closing bookmark within %s"
              .formatted(events, limit),
          true,
          null);
    }

    /// Whether the closing bookmark did not come in time; else the connection ended before.
    public boolean isTimedOut() {
      return timedOut;
    }
  }

  /// The server sent something older than what it had sent before.
  public static final class WentBack extends ReflectorException {
    private static final long serialVersionUID = 1L;

    WentBack(String what, String before, String now) {
      super(
          "the server went back in time: " + what + " has version " + now + " after " + before,
          null);
    }
  }

  /// A list that cannot be one: it has no end.
  public static final class NoList extends ReflectorException {
    private static final long serialVersionUID = 1L;

    NoList(String message) {
      super(message, null);
    }
  }

  /// What a reflector lives from threw an error, which no server can be blamed for: the memory is
  /// full, or code that a user brought is wrong.
  public static final class Unexpected extends ReflectorException {
    private static final long serialVersionUID = 1L;

    Unexpected(Throwable cause) {
      super("an unexpected error: " + cause, cause);
    }

    /// The failure as it is to be reported.
    static RuntimeException of(Throwable failure) {
      return failure instanceof RuntimeException e ? e : new Unexpected(failure);
    }
  }

  /// An object was not stored: it has no name, its transform failed, or the store refused it.
  public static final class NotStored extends ReflectorException {
    private static final long serialVersionUID = 1L;

    NotStored(String what, Throwable cause) {
      super("not stored: " + what + ": " + cause.getMessage(), cause);
    }
  }
}
