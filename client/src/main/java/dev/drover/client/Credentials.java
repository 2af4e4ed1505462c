package dev.drover.client;

import java.util.function.BiConsumer;

/// The headers that authenticate a request.
///
/// Thread safe. May read a file or run a program, on the caller's thread.
interface Credentials {

  /// Hands over the headers of one request, with their current values; a name may come several
  /// times.
  ///
  /// @throws ConfigException when there are no credentials to be had
  void apply(BiConsumer<String, String> header);

  /// The server refused a request with 401: what was handed out before that request is not used
  /// again if there is a way to get something newer.
  ///
  /// @param sent the time right after [#apply] for that request, by [TimeSource#nanoTime] of
  ///   [ClientConfig#clock]
  default void rejected(long sent) {}
}
