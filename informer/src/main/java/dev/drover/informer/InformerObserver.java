package dev.drover.informer;

import java.time.Duration;

/// Observes informers, for logs and metrics. What can be counted later is in [InformerState]; this
/// is for what happens once.
///
/// Called by the threads of informers, with no lock held; must be quick. When it throws, that is
/// logged.
///
/// ```java
/// InformerObserver slowLists =
///     new InformerObserver() {
///       @Override
///       public void synced(String informer, Duration took) {
///         LOG.info("{} synced after {}", informer, took);
///       }
///     };
/// ```
public interface InformerObserver {
  /// Looks away.
  InformerObserver NONE = new InformerObserver() {};

  /// A whole list has reached the store.
  ///
  /// @param objects how many the list had
  default void listed(String informer, int objects) {}

  /// The informer is in step with the server for the first time.
  ///
  /// @param took since its start
  default void synced(String informer, Duration took) {}

  /// A list or a watch failed, or an object could not be read, indexed or stored.
  default void failed(String informer, Throwable error) {}

  /// A handler threw.
  default void handlerFailed(String informer, String handler, Throwable error) {}

  /// The informer has stopped.
  default void stopped(String informer) {}
}
