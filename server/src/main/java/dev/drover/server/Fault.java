package dev.drover.server;

import java.time.Duration;
import java.util.Optional;

/// A fault that is injected into requests.
///
/// ```java
/// server.faults().inject(RequestMatch.any().verb("update"), Fault.refuse(409), 2);
/// server.faults().inject(RequestMatch.any().verb("list"), Fault.delay(Duration.ofSeconds(3)), 1);
/// server.faults().inject(RequestMatch.any().verb("create"), Fault.cutAfter(), 1);
/// ```
///
/// May grow: a `switch` outside this library needs a `default` branch.
public sealed interface Fault {
  /// The request is refused.
  ///
  /// @param code the HTTP status
  /// @param reason as in a `Status`, such as `TooManyRequests`
  /// @param retryAfter the value of `Retry-After`
  record Refusal(int code, String reason, String message, Optional<Duration> retryAfter)
      implements Fault {
    public Refusal {
      if (code < 400 || code > 599) {
        throw new IllegalArgumentException("need a failure, 400 to 599, got " + code);
      }
    }
  }

  /// The request is served later.
  record Delay(Duration duration) implements Fault {}

  /// The connection is cut before anything is done.
  record CutBefore() implements Fault {}

  /// What was asked for is done, but the connection is cut before the response.
  record CutAfter() implements Fault {}

  /// Refuses with the usual words for a status: 409, 429, 500, 503, 504.
  static Fault refuse(int code) {
    return switch (code) {
      case 409 -> refusal(code, "Conflict", "the object has been modified (a fault of a test)");
      case 429 ->
          new Refusal(
              code,
              "TooManyRequests",
              "too many requests, please try again later (a fault of a test)",
              Optional.of(Duration.ofSeconds(1)));
      case 500 -> refusal(code, "InternalError", "Internal error occurred: a fault of a test");
      case 503 -> refusal(code, "ServiceUnavailable", "a fault of a test");
      case 504 -> refusal(code, "Timeout", "Timeout: a fault of a test");
      default -> refusal(code, "", "a fault of a test");
    };
  }

  private static Fault refusal(int code, String reason, String message) {
    return new Refusal(code, reason, message, Optional.empty());
  }

  /// Refuses, and tells the client when to come back.
  static Fault refuse(int code, Duration retryAfter) {
    Refusal plain = (Refusal) refuse(code);
    return new Refusal(code, plain.reason, plain.message, Optional.of(retryAfter));
  }

  static Fault delay(Duration duration) {
    return new Delay(duration);
  }

  static Fault cutBefore() {
    return new CutBefore();
  }

  static Fault cutAfter() {
    return new CutAfter();
  }
}
