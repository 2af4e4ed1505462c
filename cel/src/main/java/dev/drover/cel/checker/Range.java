package dev.drover.cel.checker;

import org.jspecify.annotations.Nullable;

/// The lower and the upper bound of a size or a cost: unsigned, and saturating instead of
/// overflowing.
///
/// In Go: `checker.SizeEstimate` and `checker.CostEstimate`.
public record Range(long min, long max) {
  static final long MOST = -1L;
  static final Range UNKNOWN = new Range(0, MOST);
  private static final double TWO_TO_64 = 0x1p64;

  static Range of(long exactly) {
    return new Range(exactly, exactly);
  }

  Range plus(Range other) {
    return new Range(add(min, other.min), add(max, other.max));
  }

  Range times(Range other) {
    return new Range(multiply(min, other.min), multiply(max, other.max));
  }

  /// Multiplied, rounded up.
  Range times(double factor) {
    return new Range(multiply(min, factor), multiply(max, factor));
  }

  Range union(Range other) {
    return new Range(
        Long.compareUnsigned(other.min, min) < 0 ? other.min : min,
        Long.compareUnsigned(other.max, max) > 0 ? other.max : max);
  }

  static @Nullable Range either(@Nullable Range one, @Nullable Range other) {
    return one == null ? other : other == null ? one : one.union(other);
  }

  static long add(long x, long y) {
    return Long.compareUnsigned(x, MOST - y) > 0 ? MOST : x + y;
  }

  static long multiply(long x, long y) {
    return y != 0 && Long.compareUnsigned(x, Long.divideUnsigned(MOST, y)) > 0 ? MOST : x * y;
  }

  static long multiply(long x, double y) {
    double factor = toDouble(x);
    if (factor > 0 && y > 0 && factor > TWO_TO_64 / y) {
      return MOST;
    }
    return fromDouble(Math.ceil(factor * y));
  }

  static double toDouble(long unsigned) {
    if (unsigned >= 0) {
      return unsigned;
    }
    double half = (unsigned >>> 1) | (unsigned & 1);
    return half * 2.0;
  }

  static long fromDouble(double value) {
    if (value >= TWO_TO_64) {
      return MOST;
    }
    return value >= 0x1p63 ? (long) (value - 0x1p63) + Long.MIN_VALUE : (long) value;
  }
}
