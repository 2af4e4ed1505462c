package dev.drover.api.wire;

/// Makes a value from a range of an array. The array is reused, so an implementation copies the
/// range.
///
/// A value that keeps its bytes is made with one copy, without an array in between:
///
/// ```java
/// Bytes raw = in.raw(Bytes::of);
/// ```
///
/// @param <R> the type of the value
@FunctionalInterface
public interface Slice<R> {
  /// The value for the bytes from `from` up to, not including, `to`.
  R of(byte[] bytes, int from, int to);
}
