package dev.drover.informer;

import dev.drover.api.text.PrintableText;
import dev.drover.client.ApiException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Gets every failure between the server and a cache.
///
/// ```java
/// informer.setWatchErrorHandler((reflector, error) -> failures.increment(reflector.name()));
/// ```
///
/// For visibility only: what is done about a failure does not depend on it. It is called by the
/// thread of the [Reflector] for every failed list, every watch that could not be opened, every
/// watch that ended by a failure, also one that the server reported within it, and every object
/// that could not be read or transformed. It must be quick; when it throws, that is logged.
///
/// In Go: {@index cache.WatchErrorHandler}, {@index cache.WatchErrorHandlerWithContext}.
@FunctionalInterface
public interface WatchErrorHandler {
  /// Something went wrong; the reflector goes on by itself.
  void failed(Reflector<?> reflector, RuntimeException error);

  /// Writes failures to the log: those of normal operation (an expired version) at debug level,
  /// others as warnings.
  ///
  /// In Go: {@index cache.DefaultWatchErrorHandler}.
  static WatchErrorHandler logging() {
    Logger log = LoggerFactory.getLogger(Reflector.class);
    return (reflector, error) -> {
      if (error instanceof ApiException.Expired) {
        log.debug(
            "reflector {}: {}; listing again",
            reflector.name(),
            PrintableText.of(error.getMessage()));
      } else {
        log.warn(
            "reflector {}: {}; retrying", reflector.name(), PrintableText.of(error.getMessage()));
      }
    };
  }
}
