package dev.drover.client;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A bearer token in a file that another program, such as the kubelet, keeps fresh.
///
/// Read again when the last reading is 50 seconds old by monotonic time (a minute, less ten seconds
/// so that no request leaves with a token about to expire), and whenever the server refused the
/// token. A failed reading keeps the old token. Thread safe.
final class TokenFile {
  private static final Duration FRESH = Duration.ofSeconds(50);

  private final Path file;
  private final @Nullable String fallback;
  private final TimeSource clock;
  private final ReentrantLock lock = new ReentrantLock();
  private volatile @Nullable Reading last;

  /// @param read when, by [TimeSource#nanoTime]
  /// @param refused whether the server answered 401 to it
  private record Reading(String token, long read, boolean refused) {}

  /// @param fallback the token until the file was read for the first time
  TokenFile(Path file, @Nullable String fallback, TimeSource clock) {
    this.file = file;
    this.fallback = fallback;
    this.clock = clock;
  }

  /// @throws ConfigException when the file was never readable and there is no fallback
  String token() {
    Reading known = last;
    if (known != null && isFresh(known)) {
      return known.token;
    }
    lock.lock();
    try {
      known = last;
      return known != null && isFresh(known) ? known.token : read(known);
    } finally {
      lock.unlock();
    }
  }

  private boolean isFresh(Reading reading) {
    return !reading.refused && clock.nanoTime() - reading.read < FRESH.toNanos();
  }

  private String read(@Nullable Reading old) {
    try {
      long now = clock.nanoTime(); // before the read: the content is at least as new
      String token = Files.readString(file, StandardCharsets.UTF_8).strip();
      if (token.isEmpty()) {
        throw new IOException("it is empty");
      }
      String problem = HeaderCredentials.problemOf(token);
      if (problem != null) {
        throw new IOException("its token " + problem);
      }
      last = new Reading(token, now, false);
      return token;
    } catch (IOException e) {
      if (old != null) {
        log()
            .warn(
                "cannot read the token file {}{}; the old token stays in use", file, Reasons.of(e));
        return old.token;
      }
      if (fallback != null) {
        log().debug("client credentials: cannot read the token file {}{}", file, Reasons.of(e));
        return fallback;
      }
      throw new ConfigException("cannot read the token file " + file + Reasons.of(e), e);
    }
  }

  /// The server refused a token that was in use at that moment: unless it was read later, the next
  /// request reads the file again.
  void rejected(long sent) {
    lock.lock();
    try {
      Reading known = last;
      if (known != null && known.read - sent <= 0) {
        last = new Reading(known.token, known.read, true);
      }
    } finally {
      lock.unlock();
    }
  }

  /// No constant: to find the library for logging, every jar of the class path is opened, and this
  /// class is needed before the first connection can be made.
  private static Logger log() {
    return LoggerFactory.getLogger(TokenFile.class);
  }
}
