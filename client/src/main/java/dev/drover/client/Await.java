package dev.drover.client;

import dev.drover.api.FieldSelector;
import dev.drover.api.KubernetesObject;
import dev.drover.api.ObjectList;
import dev.drover.api.WatchEvent;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Waits until an object is as wanted: lists it, watches it, and lists again when the watch ends.
final class Await<T extends KubernetesObject> {
  private final ResourceClient<T> client;
  private final String name;
  private final Predicate<T> wanted;
  private final Duration limit;
  private final long start = System.nanoTime();
  private String last = "it does not exist";

  Await(ResourceClient<T> client, String name, Predicate<T> wanted, Duration limit) {
    this.client = client;
    this.name = name;
    this.wanted = wanted;
    this.limit = limit;
  }

  T get() {
    FieldSelector itself = FieldSelector.field("metadata.name", name);
    while (true) {
      ObjectList<T> now = client.list(ListOptions.ALL.withFields(itself));
      for (T object : now.items()) {
        if (isWanted(object)) {
          return object;
        }
      }
      WatchOptions options =
          WatchOptions.ALL.withFields(itself).from(now.resourceVersion()).withSilence(left());
      T found = watch(options);
      if (found != null) {
        return found;
      }
    }
  }

  /// The object once it is as wanted; null when the watch ended before.
  private @Nullable T watch(WatchOptions options) {
    try (WatchStream<T> events = client.watch(options)) {
      while (events.hasNext()) {
        left();
        switch (events.next()) {
          case WatchEvent.Added<T>(T object) when isWanted(object) -> {
            return object;
          }
          case WatchEvent.Modified<T>(T object) when isWanted(object) -> {
            return object;
          }
          case WatchEvent.Deleted<T> gone -> last = "it was deleted";
          case WatchEvent.Failed<T> failed -> {
            return null;
          }
          case WatchEvent.Added<T> other -> {}
          case WatchEvent.Modified<T> other -> {}
          case WatchEvent.Bookmark<T> bookmark -> {}
        }
      }
    } catch (RequestFailedException e) {
      if (!(e.getCause() instanceof SocketTimeoutException)) {
        throw e;
      }
      left(); // the silence was as long as the time that was left
    }
    return null;
  }

  private boolean isWanted(T object) {
    last = "it is at version " + object.metadata().resourceVersion();
    return wanted.test(object);
  }

  private Duration left() {
    Duration left = limit.minusNanos(System.nanoTime() - start);
    if (!left.isPositive()) {
      throw new RequestFailedException(
          client.kind().plural() + " " + name + " is not as wanted after " + limit + ": " + last,
          null);
    }
    return left;
  }
}
