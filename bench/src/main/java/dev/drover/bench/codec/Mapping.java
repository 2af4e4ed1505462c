package dev.drover.bench.codec;

import java.io.IOException;

/// One way from bytes to objects and back.
///
/// @param <T> what a database becomes
interface Mapping<T> {
  T decode(byte[] json) throws IOException;

  byte[] encode(T object) throws IOException;
}
