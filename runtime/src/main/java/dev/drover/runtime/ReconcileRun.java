package dev.drover.runtime;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// One run of a controller, for observers and tracers.
public final class ReconcileRun {
  private final String controller;
  private final String kind;
  private final Request request;
  private final String id;
  private final int attempt;
  private final Reason reason;

  private ReconcileRun(
      String controller, String kind, Request request, String id, int attempt, Reason reason) {
    this.controller = controller;
    this.kind = kind;
    this.request = request;
    this.id = id;
    this.attempt = attempt;
    this.reason = reason;
  }

  /// A run, for tests of observers and tracers; the runtime makes those of controllers.
  ///
  /// @param kind of the objects; empty if the controller has none of its own
  /// @param attempt since the request last worked, from 1
  public static ReconcileRun of(
      String controller, String kind, Request request, String id, int attempt, Reason reason) {
    return new ReconcileRun(controller, kind, request, id, attempt, reason);
  }

  /// The name of the controller.
  public String controller() {
    return controller;
  }

  /// Of the objects that it reconciles; empty when it has none of its own.
  public String kind() {
    return kind;
  }

  /// Which object.
  public Request request() {
    return request;
  }

  /// Tells this run from all others.
  public String id() {
    return id;
  }

  /// The number of this run since the request last worked, from 1.
  public int attempt() {
    return attempt;
  }

  /// Why it happens.
  public Reason reason() {
    return reason;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof ReconcileRun that
        && controller.equals(that.controller)
        && kind.equals(that.kind)
        && request.equals(that.request)
        && id.equals(that.id)
        && attempt == that.attempt
        && reason.equals(that.reason);
  }

  @Override
  public int hashCode() {
    return Objects.hash(controller, kind, request, id, attempt, reason);
  }

  @Override
  public String toString() {
    return "ReconcileRun[controller=%s, kind=%s, request=%s, id=%s, attempt=%s, reason=%s]"
        .formatted(controller, kind, request, id, attempt, reason);
  }
}
