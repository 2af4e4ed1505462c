package dev.drover.client;

/// Holds requests back so that a client does not send too many. There is none by default: the
/// server's own fairness decides.
///
/// ```java
/// RateLimiter limiter = new TokenBucket(50, 100); // 50 a second, 100 at once
/// RestClient rest = RestClient.of(config).withRateLimiter(limiter);
/// ```
///
/// In Go: {@index flowcontrol.RateLimiter}.
public interface RateLimiter {
  /// Never holds a request back.
  RateLimiter NONE = () -> {};

  /// Waits until the next request may go.
  void acquire() throws InterruptedException;
}
