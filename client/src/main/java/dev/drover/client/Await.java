package dev.drover.client;

import dev.drover.api.DynamicObject;
import dev.drover.api.FieldSelector;
import dev.drover.api.KubernetesObject;
import dev.drover.api.ObjectList;
import dev.drover.api.WatchEvent;
import java.io.EOFException;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Waits until an object is as wanted: lists it, watches it, and lists again when the watch ends or
/// fails.
final class Await<T extends KubernetesObject> {
  private static final int MAX_SHOWN = 2000; // characters of the object
  private static final Duration PAUSE = Duration.ofSeconds(1);

  private final ResourceClient<T> client;
  private final String name;
  private final Predicate<T> wanted;
  private final Duration limit;
  private final long start = System.nanoTime();
  private String last = "it does not exist";
  private @Nullable T seen; // unless it does not exist
  private boolean listed; // once: server, credentials and permission are good in principle
  private @Nullable RuntimeException failure; // of the last round

  Await(ResourceClient<T> client, String name, Predicate<T> wanted, Duration limit) {
    this.client = client;
    this.name = name;
    this.wanted = wanted;
    this.limit = limit;
  }

  T get() {
    while (true) {
      Duration asked = Duration.ZERO;
      try {
        T found = round();
        if (found != null) {
          return found;
        }
      } catch (KubernetesException | ConfigException e) {
        if (!listed || !isTransient(e)) {
          throw e;
        }
        failure = e;
        asked = e instanceof ApiException api ? api.retryAfter().orElse(asked) : asked;
      }
      pause(asked);
    }
  }

  /// Whether a failure may be gone in a moment: the server restarts or is overloaded, or
  /// credentials are being rotated.
  private static boolean isTransient(RuntimeException e) {
    return switch (e) {
      case RequestFailedException failed -> failed.getCause() instanceof IOException;
      case ApiException.Unauthorized unauthorized -> true;
      case ApiException.TooManyRequests busy -> true;
      case ApiException.TimedOut late -> true;
      case ApiException.ServerError failed -> true;
      case ConfigException credentials -> true;
      default -> false;
    };
  }

  /// The object once it is as wanted; null when the watch ended before, or the connection did.
  private @Nullable T round() {
    FieldSelector itself = FieldSelector.field("metadata.name", name);
    try {
      ObjectList<T> now = client.list(ListOptions.defaults().with(o -> o.fields(itself)), left());
      listed = true;
      failure = null;
      for (T object : now.items()) {
        if (isWanted(object)) {
          return object;
        }
      }
      return watch(
          WatchOptions.defaults()
              .with(o -> o.fields(itself).resourceVersion(now.resourceVersion())));
    } catch (RequestFailedException e) {
      if (!(e.getCause() instanceof SocketTimeoutException)) {
        throw e;
      }
      left(); // says so when the time is over; a dead connection may have been the cause
      return null;
    }
  }

  private @Nullable T watch(WatchOptions options) {
    Duration left = left();
    // No retries: they would not end with the time that is left, and listing again is one.
    try (WatchStream<T> events = client.watch(options, 0, left)) {
      while (events.hasNext()) {
        left();
        switch (events.next()) {
          case WatchEvent.Added<T>(T object) when isWanted(object) -> {
            return object;
          }
          case WatchEvent.Modified<T>(T object) when isWanted(object) -> {
            return object;
          }
          case WatchEvent.Deleted<T> gone -> {
            last = "it was deleted";
            seen = null;
          }
          case WatchEvent.Failed<T> failed -> {
            return null;
          }
          case WatchEvent.Added<T> other -> {}
          case WatchEvent.Modified<T> other -> {}
          case WatchEvent.Bookmark<T> bookmark -> {}
        }
      }
    } catch (ApiException.Expired e) {
      return null;
    } catch (RequestFailedException e) {
      if (!(e.getCause() instanceof EOFException)) {
        throw e;
      }
    }
    return null;
  }

  /// A server that ends watches at once is not to be flooded.
  ///
  /// @param asked what the server asked for
  private void pause(Duration asked) {
    Duration left = left();
    Duration wanted = asked.compareTo(PAUSE) > 0 ? asked : PAUSE;
    try {
      client.rest().pause(left.compareTo(wanted) < 0 ? left : wanted);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RequestInterruptedException("await " + name + ": interrupted", e);
    }
  }

  private boolean isWanted(T object) {
    last = "it is at version " + object.metadata().resourceVersion();
    seen = object;
    return wanted.test(object);
  }

  /// The status of the object as it was last, or the whole object if it has none; never the content
  /// of a Secret, which its text does not show.
  private String state() {
    T object = seen;
    if (object == null) {
      return "";
    }
    String text =
        DynamicObject.of(object)
            .get("status")
            .map(status -> "with the status " + status)
            .orElseGet(object::toString);
    return ", " + (text.length() > MAX_SHOWN ? text.substring(0, MAX_SHOWN) + "..." : text);
  }

  private Duration left() {
    Duration left = limit.minusNanos(System.nanoTime() - start);
    if (!left.isPositive()) {
      throw new RequestFailedException(
          client.kind().plural()
              + " "
              + name
              + " is not as wanted after "
              + RestAttempts.seconds(limit)
              + ": "
              + last
              + state()
              + (failure == null ? "" : "; the last request failed: " + failure.getMessage()),
          failure);
    }
    return left;
  }
}
