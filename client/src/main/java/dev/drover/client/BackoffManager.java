package dev.drover.client;

import java.time.Duration;

/// Decides how long to wait before the next request to a host, from how the last ones went. None by
/// default.
///
/// In Go: {@index rest.BackoffManager}.
public interface BackoffManager {
  /// Never waits.
  BackoffManager NONE =
      new BackoffManager() {
        @Override
        public Duration delay(String host) {
          return Duration.ZERO;
        }

        @Override
        public void update(String host, int status) {}
      };

  /// How long to wait now.
  Duration delay(String host);

  /// Takes note of an answer; 0 when none came.
  void update(String host, int status);
}
