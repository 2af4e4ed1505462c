package dev.drover.informer;

import dev.drover.informer.store.Change;
import java.util.List;

/// The notifications that wait for one handler. Guarded by the lock of its [Mailbox].
///
/// @param <T> the type of the objects
sealed interface Backlog<T> permits CoalescingBacklog, BoundedBacklog {
  /// How many calls of the handler wait.
  int size();

  /// How many notifications may wait; [Integer#MAX_VALUE] if there is no bound.
  int bound();

  /// How many notifications were superseded, and dropped, before the handler got them.
  long coalesced();

  /// Adds a notification.
  ///
  /// @return false if there is no room; the notification is not added then
  boolean add(Change<T> notification);

  /// Takes out the next notifications for the handler, at most `limit`.
  List<Change<T>> poll(int limit);

  /// Drops everything.
  void clear();
}
