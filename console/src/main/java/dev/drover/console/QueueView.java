package dev.drover.console;

import dev.drover.runtime.Controller;
import dev.drover.runtime.Manager;
import dev.drover.runtime.Request;
import dev.drover.runtime.queue.QueueSnapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Which requests wait, since when, and why they failed: the first hundred of each controller.
final class QueueView {
  private final Manager manager;

  QueueView(Manager manager) {
    this.manager = manager;
  }

  Map<String, @Nullable Object> tree() {
    return Trees.of("queues", manager.controllers().stream().map(QueueView::queue).toList());
  }

  private static Map<String, @Nullable Object> queue(Controller controller) {
    QueueSnapshot<Request> queue = controller.snapshot();
    return Trees.of(
        "controller", controller.name(),
        "workers", controller.workers(),
        "running", queue.running(),
        "ready", queue.ready(),
        "delayed", queue.delayed(),
        "keys", queue.keys().stream().map(key -> key(key, queue.at())).toList());
  }

  private static Map<String, @Nullable Object> key(QueueSnapshot.Key<Request> key, Instant now) {
    return Trees.of(
        "namespace", key.key().namespace(),
        "name", key.key().name(),
        "where", key.where().name().toLowerCase(Locale.ROOT).replace('_', ' '),
        "priority", key.priority(),
        "since", key.since().toString(),
        "ageMillis", key.age(now).toMillis(),
        "readyAt", key.readyAt().map(Instant::toString).orElse(null),
        "readyInMillis", key.readyAt().map(at -> Duration.between(now, at).toMillis()).orElse(null),
        "failures", key.failures(),
        "lastError", key.lastError().map(e -> Masking.text(e.toString())).orElse(null));
  }
}
