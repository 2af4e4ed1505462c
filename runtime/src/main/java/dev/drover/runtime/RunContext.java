package dev.drover.runtime;

import dev.drover.api.KubernetesObject;
import dev.drover.runtime.engine.Attempt;
import dev.drover.runtime.internal.ReconcileLogger;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The context of one run.
final class RunContext<T extends KubernetesObject> implements Context<T> {
  private final Attempt attempt;
  private final ClusterClient client;
  private final EventSink events;
  private final @Nullable T object;
  private final InstantSource clock;
  private final Logger log;

  /// Records events.
  @FunctionalInterface
  interface EventSink {
    void record(KubernetesObject regarding, String type, String reason, String message);
  }

  /// @param kind of the object, for the log
  /// @param object what events are about; null when the request is all there is
  RunContext(
      String controller,
      String kind,
      Attempt attempt,
      ClusterClient client,
      EventSink events,
      InstantSource clock,
      @Nullable T object) {
    this.attempt = attempt;
    this.client = client;
    this.events = events;
    this.object = object;
    this.clock = clock;
    this.log =
        new ReconcileLogger(
            LoggerFactory.getLogger("dev.drover.controller." + controller),
            attempt.facts(controller, kind));
  }

  @Override
  public ClusterClient client() {
    return client;
  }

  @Override
  public Logger log() {
    return log;
  }

  @Override
  public void event(String reason, String message) {
    record("Normal", reason, message);
  }

  @Override
  public void warning(String reason, String message) {
    record("Warning", reason, message);
  }

  private void record(String type, String reason, String message) {
    if (object == null) {
      throw new IllegalStateException(
          "there is no object that this event could be about: the request is all there is");
    }
    events.record(object, type, reason, message);
  }

  @Override
  public Request request() {
    return attempt.request();
  }

  @Override
  public String reconcileId() {
    return attempt.id();
  }

  @Override
  public int attempt() {
    return attempt.number();
  }

  @Override
  public Optional<Throwable> lastError() {
    return attempt.lastError();
  }

  @Override
  public Optional<Instant> deadline() {
    return attempt.deadline();
  }

  @Override
  public InstantSource clock() {
    return clock;
  }

  @Override
  public Reason reason() {
    return attempt.reason();
  }
}
