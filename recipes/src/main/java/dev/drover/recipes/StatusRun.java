package dev.drover.recipes;

import dev.drover.api.Condition;
import dev.drover.api.HasStatus;
import dev.drover.api.KubernetesObject;
import dev.drover.client.ApiException;
import dev.drover.client.ReadWriter;
import dev.drover.client.RequestInterruptedException;
import dev.drover.recipes.condition.Conditions;
import dev.drover.recipes.set.OwnerChangedException;
import dev.drover.recipes.set.OwnerGoneException;
import dev.drover.runtime.lasso.IgnoredException;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Calls a handler and writes the status that it gives, with its condition: one write at most, none
/// if nothing changed.
///
/// | the handler                               | what is written                              |
/// |-------------------------------------------|----------------------------------------------|
/// | gives a status                            | that status, with the condition true         |
/// | gives no status                           | the status as it was, with the condition true|
/// | fails                                     | the status as it was, with the condition false|
/// | fails by a conflict, or wants to be ignored, or is interrupted | nothing                 |
///
/// If the object changed meanwhile, the handler is called again with the object as the server has
/// it, five times at most.
///
/// @param <S> the type of the status
final class StatusRun<T extends KubernetesObject & HasStatus<S>, S> {
  private static final int MOST_TRIES = 5;
  private static final Set<String> OWN_REASONS =
      Set.of(StatusFields.RECONCILED, StatusFields.ERROR);

  private final ReadWriter cluster;
  private final StatusFields<S> fields;
  private final InstantSource clock;

  StatusRun(ReadWriter cluster, StatusFields<S> fields, InstantSource clock) {
    this.cluster = cluster;
    this.fields = fields;
    this.clock = clock;
  }

  /// Gives the new status of an object; null = it stays as it is.
  @FunctionalInterface
  interface Handler<T, S> {
    @Nullable S status(T object) throws Exception;
  }

  /// Calls the handler, again if the object changes meanwhile; gives the object as it is after the
  /// write, and nothing if it is gone.
  Optional<T> run(T object, Handler<T, S> handler) throws Exception {
    T current = object;
    for (int tries = 1; true; tries++) {
      try {
        return Optional.of(attempt(current, handler));
      } catch (StatusConflict e) {
        if (tries == MOST_TRIES) {
          throw e.conflict;
        }
        Optional<T> now = cluster.live().find(cluster.kindOf(object), object.key());
        if (now.isEmpty() || !isSame(now.get(), object) || now.get().metadata().isDeleting()) {
          return Optional.empty(); // the next event is about that
        }
        current = now.get();
      }
    }
  }

  private static boolean isSame(KubernetesObject now, KubernetesObject before) {
    return now.metadata().uid().equals(before.metadata().uid());
  }

  /// A conflict of the write of the status, and not of the handler.
  private static final class StatusConflict extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient ApiException.Conflict conflict;

    StatusConflict(ApiException.Conflict conflict) {
      super(conflict);
      this.conflict = conflict;
    }
  }

  private T attempt(T object, Handler<T, S> handler) throws Exception {
    S status;
    try {
      status = handler.status(object);
    } catch (ApiException.Conflict
        | IgnoredException
        | OwnerChangedException
        | OwnerGoneException
        | InterruptedException
        | RequestInterruptedException e) {
      throw e; // says nothing of the object
    } catch (Exception e) {
      failed(object, e);
      throw e;
    }
    return write(object, succeeded(object, status == null ? object.status() : status));
  }

  private @Nullable S succeeded(T object, @Nullable S status) {
    if (fields.type().isEmpty()) {
      return status;
    }
    String type = fields.type().get();
    Conditions now = Conditions.of(fields.conditions(status)).observed(object, clock);
    boolean isHandlers = now.find(type).filter(c -> !OWN_REASONS.contains(c.reason())).isPresent();
    Conditions wanted = isHandlers ? now : now.setTrue(type, StatusFields.RECONCILED, "");
    return fields.with(status, sinceWhen(object, wanted));
  }

  /// A handler that makes its conditions from scratch keeps the time of those that did not change;
  /// those of others stay as they are.
  private List<Condition> sinceWhen(T object, Conditions wanted) {
    Conditions before = Conditions.of(fields.conditions(object.status()));
    return wanted.list().stream()
        .map(
            condition -> {
              Optional<Condition> known = before.find(condition.type());
              return known.filter(condition::equals).isPresent()
                  ? condition
                  : Conditions.of(known.stream().toList())
                      .observed(object, clock)
                      .set(condition)
                      .list()
                      .getFirst();
            })
        .toList();
  }

  /// The handler's error counts, whatever becomes of the status.
  private void failed(T object, Exception error) {
    if (fields.type().isEmpty()) {
      return;
    }
    String message = String.valueOf(error.getMessage());
    S before = object.status();
    Conditions conditions =
        Conditions.of(fields.conditions(before))
            .observed(object, clock)
            .setFalse(fields.type().get(), StatusFields.ERROR, message);
    try {
      T _ = cluster.replaceStatus(object, fields.with(before, conditions.list()));
    } catch (RequestInterruptedException e) {
      error.addSuppressed(e);
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      error.addSuppressed(e);
    }
  }

  private T write(T object, @Nullable S status) throws StatusConflict {
    if (status == null) {
      return object;
    }
    try {
      return cluster.replaceStatus(object, status);
    } catch (ApiException.Conflict e) {
      throw new StatusConflict(e);
    } catch (ApiException.NotFound e) {
      return object; // gone meanwhile: there is no status to write
    }
  }
}
