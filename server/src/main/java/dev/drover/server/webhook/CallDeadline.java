package dev.drover.server.webhook;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.security.cert.CertificateException;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/// Ends a call when its time is up, by closing the connection that it waits for.
final class CallDeadline implements AutoCloseable {
  private static final String EXCEEDED = "context deadline exceeded";

  private final long end; // by System.nanoTime
  private @Nullable Future<?> alarm; // set once, before the call begins
  private @Nullable Runnable abort; // guarded by this
  private boolean isOver; // guarded by this

  private CallDeadline(long end) {
    this.end = end;
  }

  /// A deadline after a time.
  ///
  /// @throws IllegalStateException when the watchdog was shut down
  static CallDeadline in(Duration timeout, ScheduledExecutorService watchdog) {
    CallDeadline deadline = new CallDeadline(System.nanoTime() + timeout.toNanos());
    try {
      deadline.alarm = watchdog.schedule(deadline::expire, timeout.toNanos(), TimeUnit.NANOSECONDS);
    } catch (RejectedExecutionException e) {
      throw new IllegalStateException("webhooks are called after the server was closed", e);
    }
    return deadline;
  }

  private void expire() {
    Runnable current;
    synchronized (this) {
      isOver = true;
      current = abort;
    }
    if (current != null) {
      current.run();
    }
  }

  /// What is to be run when time is up: takes the place of what was set before.
  void guard(Runnable action) throws IOException {
    boolean late;
    synchronized (this) {
      abort = action;
      late = isOver;
    }
    if (late) {
      action.run();
      throw new IOException(EXCEEDED);
    }
  }

  /// Nothing is to be ended any more, because the connection is someone else's from now on.
  void release() throws IOException {
    synchronized (this) {
      abort = null;
      if (isOver) {
        throw new IOException(EXCEEDED);
      }
    }
  }

  int millisLeft() throws IOException {
    long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
    if (left <= 0) {
      throw new IOException(EXCEEDED);
    }
    return (int) Math.min(left, Integer.MAX_VALUE);
  }

  /// Waits, but not beyond the deadline.
  void sleep(Duration time) throws IOException, InterruptedException {
    if (time.toMillis() > millisLeft()) {
      Thread.sleep(millisLeft());
      throw new IOException(EXCEEDED);
    }
    Thread.sleep(time);
  }

  /// What a failure means, in Go's words.
  String explain(IOException failure) {
    synchronized (this) {
      if (isOver || failure instanceof SocketTimeoutException) {
        return EXCEEDED;
      }
    }
    if (failure instanceof SSLException) {
      for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
        if (cause instanceof CertificateException && cause.getMessage() != null) {
          return "tls: failed to verify certificate: " + cause.getMessage();
        }
      }
      String text = String.valueOf(failure.getMessage());
      return text.contains("plaintext connection")
          ? "http: server gave HTTP response to HTTPS client"
          : "tls: " + text;
    }
    return String.valueOf(failure.getMessage());
  }

  @Override
  public void close() {
    if (alarm != null) {
      alarm.cancel(false);
    }
  }
}
