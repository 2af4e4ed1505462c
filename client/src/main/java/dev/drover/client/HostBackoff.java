package dev.drover.client;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// Decides how long to wait before the next request to a host, by the results of the last ones.
/// None by default.
///
/// ```java
/// HostBackoff overload = HostBackoff.of(Backoff.exponential(ofSeconds(1), ofSeconds(30)));
/// rest.get().backOff(overload).execute();
/// ```
///
/// Any number of threads.
///
/// In Go: {@index rest.BackoffManager}, {@index rest.URLBackoff}.
public interface HostBackoff {
  /// Never waits.
  HostBackoff NONE =
      new HostBackoff() {
        @Override
        public Duration delay(String host) {
          return Duration.ZERO;
        }

        @Override
        public void update(String host, int status) {}
      };

  /// Waits longer with each answer in a row that says that the host is overloaded or broken (429
  /// and from 500 on), and not after any other.
  static HostBackoff of(Backoff backoff) {
    Map<String, Integer> failures = new ConcurrentHashMap<>();
    return new HostBackoff() {
      @Override
      public Duration delay(String host) {
        Integer count = failures.get(host);
        return count == null ? Duration.ZERO : backoff.length(count);
      }

      @Override
      public void update(String host, int status) {
        if (status == 429 || status >= 500) {
          failures.merge(host, 1, Math::addExact);
        } else {
          failures.remove(host);
        }
      }
    };
  }

  /// How long to wait now.
  Duration delay(String host);

  /// Takes note of an answer; 0 when none came.
  void update(String host, int status);
}
