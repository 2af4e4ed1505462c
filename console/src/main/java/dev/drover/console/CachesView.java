package dev.drover.console;

import dev.drover.informer.InformerState;
import dev.drover.informer.ReflectorStatus;
import dev.drover.informer.SharedIndexInformer;
import dev.drover.runtime.Manager;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The content of the caches, and their lag.
final class CachesView {
  private final Manager manager;

  CachesView(Manager manager) {
    this.manager = manager;
  }

  Map<String, @Nullable Object> tree() {
    return Trees.of("caches", manager.cache().informers().stream().map(CachesView::cache).toList());
  }

  private static Map<String, @Nullable Object> cache(SharedIndexInformer<?> informer) {
    InformerState state = informer.state();
    return Trees.of(
        "kind", Trees.id(informer.kind()),
        "name", state.name(),
        "phase", state.phase().name().toLowerCase(Locale.ROOT),
        "synced", state.synced(),
        "objects", state.objects(),
        "bytes", state.approximateBytes(),
        "resourceVersion", state.resourceVersion(),
        "lagMillis", state.lag().toMillis(),
        "lastEvent", state.lastEvent().map(Object::toString).orElse(null),
        "lists", state.lists(),
        "relists", state.relists(),
        "watchRestarts", state.watchRestarts(),
        "errors", state.errors(),
        "lastError", state.lastError().map(e -> Masking.text(e.toString())).orElse(null),
        "stale", state.stale().stream().map(Object::toString).toList(),
        "indexes", informer.indexer().indexers().keySet().stream().sorted().toList(),
        "sources", state.sources().stream().map(CachesView::source).toList(),
        "handlers", state.handlers().stream().map(CachesView::handler).toList());
  }

  private static Map<String, @Nullable Object> source(InformerState.Source source) {
    ReflectorStatus status = source.reflector();
    return Trees.of(
        "namespace", source.namespace(),
        "watch", status.phase().name().toLowerCase(Locale.ROOT),
        "lists", status.lists(),
        "watches", status.watches(),
        "events", status.events(),
        "relists", status.relists(),
        "relistReason", status.lastRelist().map(r -> Masking.text(r.reason())).orElse(null),
        "relistAt", status.lastRelist().map(r -> r.at().toString()).orElse(null),
        "lastError", status.lastError().map(f -> Masking.text(f.error().toString())).orElse(null),
        "lastErrorAt", status.lastError().map(f -> f.at().toString()).orElse(null));
  }

  private static Map<String, @Nullable Object> handler(InformerState.Handler handler) {
    return Trees.of(
        "name", handler.name(),
        "backlog", handler.backlog(),
        "coalesced", handler.coalesced(),
        "failures", handler.failures());
  }

  /// For the summary of `top`: objects and bytes of all caches.
  static List<Long> totals(Manager manager) {
    long objects = 0;
    long bytes = 0;
    for (SharedIndexInformer<?> informer : manager.cache().informers()) {
      InformerState state = informer.state();
      objects += state.objects();
      bytes += state.approximateBytes();
    }
    return List.of(objects, bytes);
  }
}
