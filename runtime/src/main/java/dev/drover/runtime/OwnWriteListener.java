package dev.drover.runtime;

import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.api.ObjectKey;
import dev.drover.client.WriteListener;
import dev.drover.runtime.cached.OwnWriteRelay;
import org.jspecify.annotations.Nullable;

/// Passes the writes of a manager's client on to its cache, which shows them to reads, and to its
/// write log, which tells own changes from those of others.
record OwnWriteListener(OwnWriteRelay relay, Cache cache, WriteLog log) implements WriteListener {
  @Override
  public void stored(Kind<?> kind, @Nullable KubernetesObject sent, KubernetesObject answered) {
    relay.stored(kind, sent, answered);
    log.stored(kind, sent, answered, cache.keepsWhole(kind));
  }

  @Override
  public void deleted(Kind<?> kind, ObjectKey key, String uid, @Nullable KubernetesObject last) {
    relay.deleted(kind, key, uid, last);
  }
}
