package dev.drover.api.wire;

/// Makes a value of a part of an array, which it copies: the array is reused.
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
