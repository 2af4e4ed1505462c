package dev.drover.runtime;

import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.api.ObjectKey;
import dev.drover.client.WriteListener;
import org.jspecify.annotations.Nullable;

/// Passes the writes of a manager's client on to its cache, which shows them to reads, and to its
/// write log, which tells own changes from those of others.
record OwnWriteListener(Cache cache, WriteLog log) implements WriteListener {
  @Override
  public void stored(Kind<?> kind, @Nullable KubernetesObject sent, KubernetesObject answered) {
    cache.stored(kind, answered);
    log.stored(kind, sent, answered, cache.keepsWhole(kind));
  }

  @Override
  public void deleted(Kind<?> kind, ObjectKey key, String uid, @Nullable KubernetesObject last) {
    cache.deleted(kind, key, uid, last == null ? "" : last.metadata().resourceVersion());
  }
}
