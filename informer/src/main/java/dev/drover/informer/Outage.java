package dev.drover.informer;

import dev.drover.client.ApiException;
import dev.drover.client.RequestFailedException;

/// Whether a failure says that the server, or the way to it, is down. The pauses after such
/// failures are short, so that reflectors recover within seconds of the server being back, however
/// long it was away.
enum Outage {
  /// The server answered, or the failure has another cause.
  NONE,

  /// A connection was made and broke, or a proxy answered that it reaches no server (502, and 503
  /// without Retry-After): retried every few seconds.
  CUT,

  /// No connection could be made: one reflector probes for all ([Reachability]).
  REFUSED;

  static Outage of(RuntimeException failure) {
    if (Failures.isRefused(failure)) {
      return REFUSED;
    }
    return switch (failure) {
      case RequestFailedException _ -> CUT;
      case ReflectorException.VeryShortWatch watch when watch.getCause() != null -> CUT;
      case ReflectorException.UnfinishedStream stream when !stream.isTimedOut() -> CUT;
      case ApiException e when e.code() == 502 -> CUT;
      case ApiException e when e.code() == 503 && e.retryAfter().isEmpty() -> CUT;
      default -> NONE;
    };
  }
}
