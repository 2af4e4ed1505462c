package dev.drover.informer;

import dev.drover.client.ApiException;
import dev.drover.client.RequestFailedException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Objects;

/// Classifies the failures of lists and watches: client-go's rules, as pure functions.
final class Failures {
  private static final String TOO_LARGE = "Too large resource version";

  private Failures() {}

  /// The version asked for is too old, or newer than what the server knows.
  static boolean isVersionUnavailable(RuntimeException e) {
    return e instanceof ApiException.Expired || isVersionTooLarge(e);
  }

  /// The server has not got as far as the version asked for. Servers have said so in three ways: by
  /// the type of a cause, by its message (1.17 to 1.18.5), by the message as a whole (before).
  static boolean isVersionTooLarge(RuntimeException e) {
    if (!(e instanceof ApiException api)) {
      return false;
    }
    if (api.causes().stream().anyMatch(c -> "ResourceVersionTooLarge".equals(c.reason()))) {
      return true;
    }
    return api instanceof ApiException.TimedOut
        && (api.causes().stream().anyMatch(c -> TOO_LARGE.equals(c.message()))
            || Objects.toString(api.status().message(), "").contains(TOO_LARGE));
  }

  /// The server is not there, or overloaded: a list would not help, the watch may go on where it
  /// ended.
  static boolean isServerBusy(RuntimeException e) {
    return e instanceof ApiException.TooManyRequests || isRefused(e);
  }

  /// No connection to the server could be made.
  static boolean isRefused(RuntimeException e) {
    return e instanceof RequestFailedException
        && (e.getCause() instanceof ConnectException
            || e.getCause() instanceof NoRouteToHostException
            || e.getCause() instanceof UnknownHostException);
  }

  static boolean isInternalError(RuntimeException e) {
    return e instanceof ApiException.ServerError api
        && (api.reason().equals("InternalError") || api.code() == 500);
  }

  /// How long the server asked to be left alone.
  static Duration retryAfter(RuntimeException e) {
    return e instanceof ApiException api ? api.retryAfter().orElse(Duration.ZERO) : Duration.ZERO;
  }
}
