package dev.drover.client;

import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Detects that the server, or the network path to it, is gone although no connection was reset:
/// the counterpart of client-go's HTTP/2 pings, for connections without pings.
///
/// ```
///   a stream is open, nothing came for 30 s ──▶ request ──▶ any response   ──▶ wait again
///                                                       └─▶ none in 15 s   ──▶ end silent streams
/// ```
///
/// Bytes on any connection count: a client whose watches are busy sends no checks. Streams that
/// were heard after a check began are not ended by it. TCP keep-alive detects a dead peer as well,
/// but not a proxy or load balancer that is alive while the server is not.
///
/// Any number of threads. The timer is a deadline of the [ConnectionWatchdog]; a check runs on a
/// virtual thread.
final class ServerCheck {
  private static final Logger LOG = LoggerFactory.getLogger(ServerCheck.class);

  private final Duration silence; // zero = no checks
  private final Duration limit;
  private final Request request;
  private final Set<Stream> streams = ConcurrentHashMap.newKeySet(); // changed under this
  private final ConnectionWatchdog.Deadline timer;
  private boolean checking; // guarded by this
  private volatile long heard = System.nanoTime();

  /// Makes a request and reads the head of the response.
  @FunctionalInterface
  interface Request {
    /// Returns once a response has begun.
    ///
    /// @throws IOException when no response came within the limit
    void send(Duration limit) throws IOException;
  }

  /// A response whose body may take for ever.
  interface Stream {
    /// When the last bytes came, by [System#nanoTime].
    long heard();

    /// Ends the stream; its reader gets a time-out with this message. Must not block.
    void end(String message);
  }

  ServerCheck(RequestTimeouts timeouts, ConnectionWatchdog watchdog, Request request) {
    this.silence = timeouts.checkAfter();
    this.limit = timeouts.checkLimit();
    this.request = request;
    this.timer = watchdog.add(this::timeIsUp);
  }

  /// Bytes of the server came. Called for each read: only a volatile write.
  void heard(long now) {
    heard = now;
  }

  /// A stream was opened.
  synchronized void add(Stream stream) {
    if (!silence.isZero() && streams.add(stream) && streams.size() == 1) {
      schedule(silence);
    }
  }

  /// A stream has ended. Does nothing for one that was not added.
  synchronized void remove(Stream stream) {
    if (streams.remove(stream) && streams.isEmpty()) {
      timer.end();
    }
  }

  private void schedule(Duration delay) {
    timer.begin(TimeUnit.NANOSECONDS.convert(delay));
  }

  private synchronized void timeIsUp() {
    Duration left = silence.minusNanos(System.nanoTime() - heard);
    if (checking || streams.isEmpty()) {
      return; // the end of the check, or the next stream, sets the timer
    }
    if (left.isPositive()) {
      schedule(left);
    } else {
      checking = true;
      Thread.ofVirtual().name("drover/client/server-check").start(this::check);
    }
  }

  private void check() {
    long begun = System.nanoTime();
    try {
      request.send(limit);
      heard(System.nanoTime());
    } catch (IOException | RuntimeException e) {
      endSilent(begun, e);
    } finally {
      endCheck();
    }
  }

  private synchronized void endCheck() {
    checking = false;
    if (!streams.isEmpty()) {
      schedule(silence);
    }
  }

  private void endSilent(long begun, Exception cause) {
    String message =
        "nothing came for %s, and the server did not answer a check within %s"
            .formatted(RestAttempts.seconds(silence), RestAttempts.seconds(limit));
    int ended = 0;
    for (Stream stream : streams) {
      if (stream.heard() - begun < 0) {
        remove(stream);
        stream.end(message);
        ended++;
      }
    }
    LOG.warn("client: {}; ended {} silent watches and streams", message, ended, cause);
  }
}
