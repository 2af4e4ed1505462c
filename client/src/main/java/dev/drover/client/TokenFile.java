package dev.drover.client;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A bearer token in a file that someone else keeps fresh, such as the kubelet.
///
/// Read again when the last reading is 50 seconds old: a minute, less ten seconds so that no
/// request leaves with a token about to expire. A failed reading keeps the old token. Thread safe.
final class TokenFile {
  private static final Duration FRESH = Duration.ofSeconds(50);

  private final Path file;
  private final @Nullable String fallback;
  private final InstantSource clock;
  private final ReentrantLock lock = new ReentrantLock();
  private volatile @Nullable Reading last;

  private record Reading(String token, Instant read) {}

  /// @param fallback the token until the file was read for the first time
  TokenFile(Path file, @Nullable String fallback, InstantSource clock) {
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
    return clock.instant().isBefore(reading.read.plus(FRESH));
  }

  private String read(@Nullable Reading old) {
    try {
      String token = Files.readString(file, StandardCharsets.UTF_8).strip();
      if (token.isEmpty()) {
        throw new IOException("it is empty");
      }
      last = new Reading(token, clock.instant());
      return token;
    } catch (IOException e) {
      if (old != null) {
        log()
            .warn(
                "cannot read the token file {}{}; the old token stays in use", file, Reasons.of(e));
        return old.token;
      }
      if (fallback != null) {
        log().debug("cannot read the token file {}{}", file, Reasons.of(e));
        return fallback;
      }
      throw new ConfigException("cannot read the token file " + file + Reasons.of(e), e);
    }
  }

  /// A token that was read before this moment is not wanted by the server: look into the file
  /// again.
  void rejected(Instant sent) {
    lock.lock();
    try {
      Reading known = last;
      if (known != null && known.read.isBefore(sent)) {
        last = new Reading(known.token, Instant.MIN);
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
