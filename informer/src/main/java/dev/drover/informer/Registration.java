package dev.drover.informer;

import java.time.Duration;
import java.util.Optional;

/// A handler that was added to an informer.
///
/// ```java
/// try (Registration registration = informer.addEventHandler(handler)) {
///   registration.awaitSynced(Duration.ofSeconds(30)); // the handler was called for each object
///   serve();
/// }
/// ```
///
/// In Go: {@index cache.ResourceEventHandlerRegistration}.
public interface Registration extends AutoCloseable {
  /// Whether the informer has synced and this handler has been told of every object that was there
  /// when it began.
  ///
  /// In Go: {@index cache.ResourceEventHandlerRegistration.HasSynced}.
  boolean hasSynced();

  /// Waits for [#hasSynced].
  ///
  /// @throws SyncTimeoutException when it does not come in time; it says what is missing and why
  void awaitSynced(Duration limit) throws InterruptedException;

  /// How many changes wait for this handler.
  int backlog();

  /// Whether this handler has been told of everything that has reached the store, and has returned.
  boolean isIdle();

  /// Why the registration ended by itself: the handler asked for every event, and too many waited.
  /// Empty otherwise.
  Optional<HandlerOverflowException> failure();

  /// Takes the handler away: it is not told of anything any more, also not of what waits for it.
  /// May be called by the handler itself. Does not wait for a call that is running.
  ///
  /// In Go: {@index cache.SharedInformer.RemoveEventHandler}.
  @Override
  void close();
}
