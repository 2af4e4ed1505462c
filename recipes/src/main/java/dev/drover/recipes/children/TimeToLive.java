package dev.drover.recipes.children;

import dev.drover.api.DeleteOptions;
import dev.drover.api.KubernetesObject;
import dev.drover.api.Preconditions;
import dev.drover.client.ApiException;
import dev.drover.runtime.Context;
import dev.drover.runtime.Reconciler;
import dev.drover.runtime.Result;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;

/// Deletes objects when their time is over.
///
/// ```java
/// manager.controllerFor(Order.class).complete(
///     TimeToLive.of(Duration.ofHours(1), order -> order.finishedAt(), this::reconcile));
/// ```
///
/// **Guarantees.** An object is deleted only as it was seen: if it changed since, it is looked at
/// again first. After a restart objects whose time is over meanwhile are deleted at once.
///
/// @param <T> the type of the objects
public final class TimeToLive<T extends KubernetesObject> implements Reconciler<T> {
  private final Duration life;
  private final Function<? super T, Optional<Instant>> since;
  private final Reconciler<T> next;

  private TimeToLive(
      Duration life, Function<? super T, Optional<Instant>> since, Reconciler<T> next) {
    this.life = life;
    this.since = since;
    this.next = next;
  }

  /// Objects live so long from a moment of their own.
  ///
  /// @param since the moment; empty = the time does not run yet
  /// @param next reconciles objects that live on
  public static <T extends KubernetesObject> TimeToLive<T> of(
      Duration life, Function<? super T, Optional<Instant>> since, Reconciler<T> next) {
    if (life.isNegative()) {
      throw new IllegalArgumentException("need a time to live >= 0, got " + life);
    }
    return new TimeToLive<>(life, since, next);
  }

  /// Objects live so long from their creation.
  public static <T extends KubernetesObject> TimeToLive<T> afterCreation(
      Duration life, Reconciler<T> next) {
    return of(life, object -> Optional.ofNullable(object.metadata().creationTimestamp()), next);
  }

  @Override
  public Result reconcile(T object, Context<T> context) throws Exception {
    Optional<Instant> begin = since.apply(object);
    if (begin.isEmpty() || object.metadata().isDeleting()) {
      return next.reconcile(object, context);
    }
    Duration left = Duration.between(context.clock().instant(), begin.get().plus(life));
    return left.isPositive()
        ? sooner(next.reconcile(object, context), left)
        : expire(object, context);
  }

  /// The reconciler's own wish counts if it is earlier.
  private static Result sooner(Result result, Duration left) {
    return switch (result) {
      case Result.Done _ -> Result.after(left);
      case Result.After(var delay, var priority) ->
          new Result.After(delay.compareTo(left) < 0 ? delay : left, priority);
      case Result.Retry _, Result.Terminal _ -> result;
    };
  }

  private Result expire(T object, Context<T> context) {
    try {
      Optional<T> _ =
          context
              .client()
              .delete(
                  object,
                  DeleteOptions.builder()
                      .propagationPolicy("Background")
                      .preconditions(
                          Preconditions.builder()
                              .uid(object.metadata().uid())
                              .resourceVersion(object.metadata().resourceVersion())
                              .build())
                      .build());
      return Result.done();
    } catch (ApiException.Conflict e) {
      return Result.retry(); // it changed: its time may not be over
    }
  }
}
