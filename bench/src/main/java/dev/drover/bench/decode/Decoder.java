package dev.drover.bench.decode;

import java.io.IOException;
import java.util.List;

/// One way from the bytes of a list to objects.
///
/// @param <T> what a pod becomes
interface Decoder<T> {
  /// Decodes a list as an informer's first LIST would.
  Decoded<T> decode(byte[] bytes) throws IOException;

  /// A few values of a pod that differ from pod to pod: all decoders must agree on them.
  String sample(T pod);

  /// A decoded list.
  ///
  /// @param beside what has to stay in memory with the pods, such as the table of shared parts
  record Decoded<T>(List<? extends T> pods, Object beside) {}
}
