package dev.drover.client;

import dev.drover.api.DynamicObject;
import dev.drover.api.HasStatus;
import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.api.Patch;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BinaryOperator;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// The algorithm of [ReadWriter#createOrPatch] and [ReadWriter#createOrUpdate].
///
/// The object and its status are two writes, because the server ignores a status that arrives with
/// the rest of an object whose kind has the subresource `status`. The second write is sent only if
/// the answer to the first one lacks the wanted status.
///
/// @param client reads and writes the object
/// @param write changes the first object, as the server has it, into the second
/// @param fresh the object to begin with if there is none
/// @param change makes the wanted object
record Upsert<T extends KubernetesObject>(
    ReadWriter client, BinaryOperator<T> write, T fresh, UnaryOperator<T> change) {
  static final int MOST_TRIES = 5;

  WriteResult<T> run() {
    Kind<T> kind = client.kindOf(fresh);
    Optional<T> there = client.findCachedOrLive(kind, fresh.key());
    boolean created = false;
    boolean updated = false;
    for (int tries = 1; true; tries++) {
      boolean wasThere = there.isPresent();
      try {
        T before = there.orElse(fresh);
        T wanted = named(change.apply(before));
        T stored = wasThere ? changed(before, wanted) : client.create(wanted);
        created |= !wasThere;
        updated |= !isSameVersion(before, stored);
        there = Optional.of(stored);
        T now = withStatus(wasThere ? before : null, wanted, stored);
        updated |= !isSameVersion(stored, now);
        return new WriteResult<>(
            created
                ? WriteResult.Outcome.CREATED
                : updated ? WriteResult.Outcome.UPDATED : WriteResult.Outcome.UNCHANGED,
            now);
      } catch (ApiException e) {
        if (tries == MOST_TRIES || !isOvertaken(e, there.isPresent())) {
          throw e;
        }
        there = client.live().find(kind, fresh.key()); // the state was stale
      }
    }
  }

  private static boolean isSameVersion(KubernetesObject one, KubernetesObject other) {
    return one.metadata().resourceVersion().equals(other.metadata().resourceVersion());
  }

  private T named(T wanted) {
    boolean isMoved = !fresh.namespace().isEmpty() && !wanted.namespace().equals(fresh.namespace());
    if (isMoved || !wanted.name().equals(fresh.name())) {
      throw new IllegalArgumentException(
          "a change must keep the name: made " + wanted.key() + " of " + fresh.key());
    }
    return wanted;
  }

  /// Writes everything but the status; sends nothing if that is the same.
  private T changed(T before, T wanted) {
    if (wanted.equals(before)) {
      return before;
    }
    boolean onlyStatus =
        client.kindOf(fresh).hasSubresource("status")
            && withoutStatus(before).equals(withoutStatus(wanted));
    return onlyStatus ? before : write.apply(before, wanted);
  }

  private static Map<String, ?> withoutStatus(KubernetesObject object) {
    Map<String, Object> rest = new TreeMap<>(DynamicObject.of(object).tree());
    rest.remove("status");
    return rest;
  }

  /// Writes the status if the wanted object has another one than before and the server has not
  /// taken it over. A wanted object without a status leaves it as it is.
  ///
  /// @param before null if the object was created
  private T withStatus(@Nullable T before, T wanted, T stored) {
    Object status = status(wanted);
    if (status == null || status.equals(status(stored))) {
      return stored;
    }
    if (before == null) {
      // The server may have filled in fields of its own: those stay.
      return client.patch(stored, statusPatch(wanted, stored), "status");
    }
    return Objects.equals(status, status(before)) ? stored : client.replaceStatus(stored, status);
  }

  private static @Nullable Object status(KubernetesObject object) {
    return object instanceof HasStatus<?> has
        ? has.status()
        : object instanceof DynamicObject dynamic ? dynamic.get("status").orElse(null) : null;
  }

  private static Patch statusPatch(KubernetesObject wanted, KubernetesObject stored) {
    Map<String, @Nullable Object> patch = new TreeMap<>();
    patch.put("metadata", Map.of("resourceVersion", stored.metadata().resourceVersion()));
    patch.put("status", DynamicObject.of(wanted).tree().get("status"));
    return Patch.merge(patch);
  }

  private static boolean isOvertaken(ApiException e, boolean wasThere) {
    return wasThere
        ? e instanceof ApiException.Conflict || e instanceof ApiException.NotFound
        : e instanceof ApiException.AlreadyExists;
  }
}
