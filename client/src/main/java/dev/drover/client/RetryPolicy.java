package dev.drover.client;

import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/// Decides which failures are retried: client-go's rules, as pure functions.
///
/// | what came back | GET | other verbs | watch | stream, upgrade |
/// |---|---|---|---|---|
/// | 429 or 5xx with a whole number of seconds in `Retry-After` | again | again | again | again |
/// | 429 or 5xx without it, or with more than a minute | no | no | no | no |
/// | connection reset, or ended before the answer | again after 1 s | no | again after 1 s | no |
/// | silence for too long | no | no | again after 1 s | no |
/// | connection refused, unknown host, TLS failure, interrupt | no | no | no | no |
final class RetryPolicy {
  private static final Duration NETWORK_PAUSE = Duration.ofSeconds(1);
  private static final long MAX_RETRY_AFTER = 60; // seconds; longer waits are the caller's decision

  /// What kind of call it is.
  enum Call {
    PLAIN,
    WATCH,
    STREAM,
    UPGRADE
  }

  private RetryPolicy() {}

  /// How long to wait before trying again after an answer; empty when it is final.
  static Optional<Duration> afterAnswer(int status, Headers headers) {
    if (status != 429 && status < 500) {
      return Optional.empty();
    }
    OptionalLong seconds = retryAfter(headers);
    return seconds.isPresent() && seconds.getAsLong() <= MAX_RETRY_AFTER
        ? Optional.of(Duration.ofSeconds(seconds.getAsLong()))
        : Optional.empty();
  }

  /// The seconds of `Retry-After`, if it is a whole number.
  static OptionalLong retryAfter(Headers headers) {
    String text = headers.first("Retry-After").orElse("");
    if (text.isEmpty() || text.length() > 9 || !text.chars().allMatch(c -> c >= '0' && c <= '9')) {
      return OptionalLong.empty();
    }
    return OptionalLong.of(Long.parseLong(text));
  }

  /// How long to wait before trying again when no answer came; empty when it is final.
  static Optional<Duration> afterFailure(Call call, String method, IOException failure) {
    boolean again =
        switch (call) {
          case PLAIN -> method.equals("GET") && isCut(failure);
          case WATCH -> isCut(failure) || failure instanceof SocketTimeoutException;
          case STREAM, UPGRADE -> false;
        };
    return again ? Optional.of(NETWORK_PAUSE) : Optional.empty();
  }

  /// Whether a connection that was there went away.
  private static boolean isCut(IOException failure) {
    if (failure instanceof SocketTimeoutException || failure instanceof InterruptedIOException) {
      return false;
    }
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      String text = String.valueOf(cause.getMessage()).toLowerCase(Locale.ROOT);
      if (cause instanceof EOFException
          || (cause instanceof SocketException
              && (text.contains("reset") || text.contains("broken pipe")))
          || text.contains("goaway")) {
        return true;
      }
    }
    return false;
  }
}
