package dev.drover.client.ops;

import dev.drover.api.FieldSelector;
import dev.drover.api.KubernetesObject;
import dev.drover.api.WatchEvent;
import dev.drover.client.ApiException;
import dev.drover.client.RequestFailedException;
import dev.drover.client.ResourceClient;
import dev.drover.client.RetryWatcher;
import dev.drover.client.WatchOptions;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/// Waits until an object is gone.
///
/// ```java
/// pods.delete("web-0");
/// DeletionWait.await(pods, pod, Duration.ofMinutes(1));
/// ```
///
/// The uid decides: an object of the same name that was made later is another one, and does not
/// keep the wait going.
public final class DeletionWait {
  private DeletionWait() {}

  /// Waits until this object is gone.
  ///
  /// @throws RequestFailedException when it is still there after `limit`; the message names the
  ///   finalizers that hold it
  public static <T extends KubernetesObject> void await(
      ResourceClient<T> client, T object, Duration limit) {
    await(client, object.name(), object.metadata().uid(), limit);
  }

  /// Waits until the object of this name and uid is gone; an empty uid means any.
  ///
  /// @throws RequestFailedException when it is still there after `limit`
  public static <T extends KubernetesObject> void await(
      ResourceClient<T> client, String name, String uid, Duration limit) {
    long end = System.nanoTime() + TimeUnit.NANOSECONDS.convert(limit);
    while (true) {
      Optional<T> now = client.find(name);
      if (now.isEmpty() || isOther(now.get(), uid)) {
        return;
      }
      long left = end - System.nanoTime();
      if (left <= 0) {
        throw late(client, now.get(), limit);
      }
      if (watch(client, now.get(), uid, left)) {
        return;
      }
    }
  }

  private static boolean isOther(KubernetesObject object, String uid) {
    return !uid.isEmpty() && !object.metadata().uid().equals(uid);
  }

  /// Watches until the object is gone; false if the time is over or the watch has to be restarted.
  private static <T extends KubernetesObject> boolean watch(
      ResourceClient<T> client, T object, String uid, long nanos) {
    WatchOptions itself =
        WatchOptions.defaults()
            .with(
                o ->
                    o.fields(FieldSelector.field("metadata.name", object.name()))
                        .resourceVersion(object.metadata().resourceVersion()));
    try (RetryWatcher<T> events = RetryWatcher.from(client, itself)) {
      CompletableFuture<Void> alarm =
          CompletableFuture.runAsync(
              events::close, CompletableFuture.delayedExecutor(nanos, TimeUnit.NANOSECONDS));
      try {
        while (events.hasNext()) {
          switch (events.next()) {
            case WatchEvent.Deleted<T>(T gone) when uid.isEmpty() || !isOther(gone, uid) -> {
              return true;
            }
            case WatchEvent.Added<T>(T other) when isOther(other, uid) -> {
              return true;
            }
            default -> {}
          }
        }
        return false;
      } finally {
        alarm.cancel(false);
      }
    } catch (ApiException.Expired e) {
      return false;
    }
  }

  private static RequestFailedException late(
      ResourceClient<?> client, KubernetesObject object, Duration limit) {
    String held =
        object.metadata().finalizers().isEmpty()
            ? object.metadata().isDeleting() ? "it is being deleted" : "nothing deletes it"
            : "the finalizers " + object.metadata().finalizers() + " hold it";
    return new RequestFailedException(
        "%s %s is not gone after %s s: %s"
            .formatted(client.kind().plural(), object.key(), limit.toMillis() / 1000.0, held),
        null);
  }
}
