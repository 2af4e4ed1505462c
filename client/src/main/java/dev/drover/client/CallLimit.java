package dev.drover.client;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// A time limit of a call, counted from when it was made.
///
/// @param total the limit; zero = none
/// @param start when the call began, by [System#nanoTime]
record CallLimit(Duration total, long start) {
  static final CallLimit NONE = new CallLimit(Duration.ZERO, 0);

  /// Longer limits are none: in milliseconds or nanoseconds they would not be numbers.
  static final Duration LONGEST = Duration.ofDays(36_500);

  static CallLimit of(Duration total) {
    return isNone(total) ? NONE : new CallLimit(total, System.nanoTime());
  }

  /// Whether a duration limits nothing.
  static boolean isNone(Duration limit) {
    return limit.isZero() || limit.compareTo(LONGEST) > 0;
  }

  /// The same start with a shorter limit, if `other` is one; zero = none.
  CallLimit orShorter(Duration other) {
    if (isNone(other) || (!total.isZero() && total.compareTo(other) <= 0)) {
      return this;
    }
    return total.isZero() ? of(other) : new CallLimit(other, start);
  }

  /// What is left; zero only if there is no limit, at least a millisecond otherwise.
  ///
  /// @throws SocketTimeoutException when nothing is left
  Duration left() throws IOException {
    if (total.isZero()) {
      return total;
    }
    Duration left = total.minusNanos(System.nanoTime() - start);
    if (!left.isPositive()) {
      throw exceeded(null);
    }
    return left.toMillis() == 0 ? Duration.ofMillis(1) : left;
  }

  /// The shorter of what is left and another limit; zero = none.
  Duration leftOr(Duration other) throws IOException {
    Duration left = left();
    Duration known = isNone(other) ? Duration.ZERO : other;
    return left.isZero() || (!known.isZero() && known.compareTo(left) < 0) ? known : left;
  }

  /// The limit to name in an error after waiting for `waited`, the result of `leftOr(other)`: the
  /// whole limit of the call if `waited` was what was left of it, so that users find the number
  /// that they set.
  Duration named(Duration waited, Duration other) {
    return waited.equals(other) ? other : total;
  }

  SocketTimeoutException exceeded(@Nullable IOException cause) {
    return Tunnel.late("no whole answer within " + RestAttempts.seconds(total), cause);
  }
}
