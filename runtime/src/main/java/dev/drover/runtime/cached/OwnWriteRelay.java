package dev.drover.runtime.cached;

import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.api.ObjectKey;
import dev.drover.api.PartialObject;
import dev.drover.api.text.PrintableText;
import dev.drover.client.Client;
import dev.drover.client.WriteListener;
import java.util.Collection;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Shows the writes of a client to the caches of the same resource, in whatever form and version
/// they have it.
///
/// An object that was written in one version is read in another as the server converts it, and the
/// answer to a write of metadata or of a record lacks the fields that the form does not name: the
/// relay reads the object once more for such a cache, which is one request for each write. Any
/// number of threads.
///
/// @param live reads what was written in another form or version; calls no listener
/// @param kinds the caches that there are
public record OwnWriteRelay(Client live, Supplier<? extends Collection<CachedKind<?>>> kinds)
    implements WriteListener {
  private static final Logger LOG = LoggerFactory.getLogger(OwnWriteRelay.class);

  @Override
  public void stored(Kind<?> kind, @Nullable KubernetesObject sent, KubernetesObject answered) {
    for (CachedKind<?> cached : kinds.get()) { // for every write: no stream
      if (isSameResource(cached.kind(), kind)) {
        show(cached, kind, answered);
      }
    }
  }

  @Override
  public void deleted(Kind<?> kind, ObjectKey key, String uid, @Nullable KubernetesObject last) {
    String version = last == null ? "" : last.metadata().resourceVersion();
    for (CachedKind<?> cached : kinds.get()) {
      if (isSameResource(cached.kind(), kind)) {
        cached.deleted(key, uid, version);
      }
    }
  }

  private static boolean isSameResource(Kind<?> one, Kind<?> other) {
    return one.gvk().kind().equals(other.gvk().kind())
        && one.gvk().group().equals(other.gvk().group());
  }

  private void show(CachedKind<?> cached, Kind<?> written, KubernetesObject answered) {
    boolean isSameVersion =
        cached.kind().gvk().equals(written.gvk()) || cached.kind().type() == PartialObject.class;
    if (isSameVersion && ObjectForms.hasAllOf(answered, cached.kind())) {
      cached.stored(answered);
    } else if (cached.hasNamespace(answered.namespace())) {
      readAgain(cached, answered);
    }
  }

  private void readAgain(CachedKind<?> cached, KubernetesObject written) {
    try {
      live.find(cached.kind(), written.key()).ifPresent(cached::stored);
    } catch (RuntimeException e) {
      // The server has stored it: the write must not fail.
      LOG.warn(
          "cache of {}: cannot read own write of {} in this form, so reads may have the old state",
          cached.kind(),
          PrintableText.of(written.key().toString()),
          e);
    }
  }
}
