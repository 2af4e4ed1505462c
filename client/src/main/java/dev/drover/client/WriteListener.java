package dev.drover.client;

import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.api.ObjectKey;
import org.jspecify.annotations.Nullable;

/// Is called after each write that the server has carried out, on the thread of the caller and
/// before the write returns.
///
/// ```java
/// Client audited = client.observing(listener);
/// ```
///
/// A dry run is no write. An exception of the listener reaches the caller of the write, although
/// the server has stored it: a listener must not throw. Any number of threads.
public interface WriteListener {
  /// Does nothing.
  WriteListener NONE =
      new WriteListener() {
        @Override
        public void stored(
            Kind<?> kind, @Nullable KubernetesObject sent, KubernetesObject answered) {}

        @Override
        public void deleted(
            Kind<?> kind, ObjectKey key, String uid, @Nullable KubernetesObject last) {}
      };

  /// The server has stored an object, or has marked it for deletion and still has it.
  ///
  /// @param sent what the object was to become: whole for updates and edits, with the fields that
  ///   the caller described for creations and applies; null if only the server can tell, as for a
  ///   patch
  /// @param answered what the server made of it
  void stored(Kind<?> kind, @Nullable KubernetesObject sent, KubernetesObject answered);

  /// The server has no object of this name any more: it was deleted, a write removed the last
  /// finalizer that held it, or a deletion or another write found none.
  ///
  /// @param uid of the object that is gone; empty if the server did not say
  /// @param last the object as it was last known; null if neither the server nor the caller told
  void deleted(Kind<?> kind, ObjectKey key, String uid, @Nullable KubernetesObject last);

  /// This listener and then another one.
  default WriteListener and(WriteListener next) {
    WriteListener first = this;
    return new WriteListener() {
      @Override
      public void stored(Kind<?> kind, @Nullable KubernetesObject sent, KubernetesObject answered) {
        first.stored(kind, sent, answered);
        next.stored(kind, sent, answered);
      }

      @Override
      public void deleted(
          Kind<?> kind, ObjectKey key, String uid, @Nullable KubernetesObject last) {
        first.deleted(kind, key, uid, last);
        next.deleted(kind, key, uid, last);
      }
    };
  }
}
