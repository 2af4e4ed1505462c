package dev.drover.client;

import dev.drover.api.KubernetesObject;
import dev.drover.api.ResourceVersion;
import dev.drover.api.Status;
import dev.drover.api.WatchEvent;
import java.time.Duration;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A watch that resumes: when the server ends it, the connection breaks or the server fails, it
/// begins again after the version of the last event.
///
/// ```java
/// var now = pods.list();
/// try (var events = RetryWatcher.from(pods, now.resourceVersion())) {
///   while (events.hasNext()) {
///     switch (events.next()) { ... }
///   }
/// } catch (ApiException.Expired e) {
///   // the server no longer has the events in between: list again
/// }
/// ```
///
/// - **No event is lost and none comes twice**, as long as the server has the events after the last
///   version. When it does not (410), [#hasNext] throws [ApiException.Expired]: only a new list can
///   help. For a cache that does all this by itself use an informer.
/// - The first attempt to open the watch fails as a plain watch does, so that a wrong namespace or
///   a missing permission shows at once. After that every other failure than 410 is followed by a
///   new attempt: after one second, then after twice as long each time, 30 seconds at most, and not
///   before the time that the server asks for. An event resets the pause.
/// - Without a time-out in its options each watch is to end after 5 to 10 minutes, as those of
///   caches are: something on the way that keeps a dead watch open, byte by byte, cannot do so for
///   ever.
/// - An event that cannot be decoded is reported as in any watch, and the watch goes on after it.
/// - It runs on the reading thread and has no thread of its own. One reading thread; any thread may
///   close it, which ends a pause too.
///
/// In Go: {@index watchtools.RetryWatcher}.
///
/// @param <T> the type of the objects
public final class RetryWatcher<T extends KubernetesObject> implements WatchStream<T> {
  private static final Logger LOG = LoggerFactory.getLogger(RetryWatcher.class);
  private static final Duration LIFE = Duration.ofMinutes(5); // of a watch, and up to twice as long
  private static final Backoff BACKOFF =
      Backoff.exponential(Duration.ofSeconds(1), Duration.ofSeconds(30));

  private final ResourceClient<T> client;
  private final WatchOptions options;
  private volatile boolean closed;
  private volatile @Nullable CountDownLatch waiting; // of the current pause
  private volatile @Nullable WatchStream<T> stream;
  private String version;
  private boolean opened; // at least once
  private int failures; // since the last event
  private @Nullable WatchEvent<T> next;
  private @Nullable ApiException expired;

  private RetryWatcher(ResourceClient<T> client, WatchOptions options) {
    this.client = client;
    this.options = options;
    this.version = options.resourceVersion();
  }

  /// A watch of the objects of this client, after this version.
  ///
  /// @param version that of a list or an object
  /// @throws IllegalArgumentException for an empty version or `0`: such a watch begins with objects
  ///   of an unknown age, and has no version to resume from
  public static <T extends KubernetesObject> RetryWatcher<T> from(
      ResourceClient<T> client, String version) {
    return from(client, WatchOptions.defaults().with(o -> o.resourceVersion(version)));
  }

  /// As [#from(ResourceClient, String)], with the selectors and time-outs of these options.
  public static <T extends KubernetesObject> RetryWatcher<T> from(
      ResourceClient<T> client, WatchOptions options) {
    String version = options.resourceVersion();
    if (version.isEmpty() || version.equals("0") || options.sendInitialEvents()) {
      throw new IllegalArgumentException(
          "a watch that resumes needs the version of a list to begin after, got '" + version + "'");
    }
    return new RetryWatcher<>(client, options);
  }

  /// The version after which the watch would resume now.
  public String resourceVersion() {
    return version;
  }

  /// Waits for the next event; false only after [#close].
  ///
  /// @throws ApiException.Expired when the server no longer has the events after the last version;
  ///   each further call throws it again
  /// @throws RequestInterruptedException when the thread is interrupted
  /// @throws ApiException when the first attempt is refused
  /// @throws RequestFailedException when the first attempt fails
  /// @throws ConfigException when there are no credentials for the first attempt
  @Override
  public boolean hasNext() {
    while (next == null && !closed) {
      if (expired != null) {
        throw expired;
      }
      try {
        read();
      } catch (RequestInterruptedException | ApiException.Expired e) {
        throw e;
      } catch (KubernetesException
          | ConfigException e) { // a credential program may fail for a while
        if (!opened) {
          throw e;
        }
        retry(e);
      }
    }
    return next != null;
  }

  /// Reads one event, or pauses at the end of a stream.
  private void read() {
    WatchStream<T> events = stream();
    if (!events.hasNext()) {
      if (!closed) {
        Optional<KubernetesException> failure = events.failure();
        drop();
        if (failure.isPresent()) {
          throw failure.get();
        }
        pause(nextPause(Duration.ZERO)); // the server ends watches after some minutes
      }
      return;
    }
    WatchEvent<T> event = events.next();
    switch (event) {
      case WatchEvent.Added<T>(T object) -> version = later(object);
      case WatchEvent.Modified<T>(T object) -> version = later(object);
      case WatchEvent.Deleted<T>(T object) -> version = later(object);
      case WatchEvent.Bookmark<T> bookmark -> version = bookmark.resourceVersion();
      case WatchEvent.Failed<T>(Status status) -> {
        drop();
        throw failed(ApiException.of(what(), status));
      }
    }
    failures = 0;
    next = event;
  }

  private WatchStream<T> stream() {
    WatchStream<T> known = stream;
    if (known != null) {
      return known;
    }
    try {
      WatchStream<T> fresh =
          client.watch(options.with(o -> o.resourceVersion(version).timeout(timeout())), 0);
      opened = true;
      stream = fresh;
      if (closed) { // meanwhile: close() did not see the new stream
        fresh.close();
      }
      return fresh;
    } catch (ApiException e) {
      throw failed(e);
    }
  }

  /// The time-out of the next watch: random, so that not all watches end at once.
  private Duration timeout() {
    return options.timeout().isZero()
        ? LIFE.plusMillis(ThreadLocalRandom.current().nextLong(LIFE.toMillis()))
        : options.timeout();
  }

  private void drop() {
    WatchStream<T> old = stream;
    stream = null;
    if (old != null) {
      old.close();
    }
  }

  private ApiException failed(ApiException e) {
    if (e instanceof ApiException.Expired) {
      expired = ApiException.of(what() + " cannot resume, list again", e.status());
      return expired;
    }
    return e;
  }

  private String what() {
    return "watch " + client.kind().plural() + " after version " + version;
  }

  /// The version of an event. Some servers send a deleted object with the version it had before:
  /// the watch must not fall back to it.
  private String later(T object) {
    String seen = object.metadata().resourceVersion();
    if (seen.isEmpty()) {
      return version;
    }
    boolean isOlder =
        ResourceVersion.isWellFormed(seen)
            && ResourceVersion.isWellFormed(version)
            && ResourceVersion.compare(seen, version) < 0;
    return isOlder ? version : seen;
  }

  private void retry(RuntimeException e) {
    drop();
    Duration asked =
        e instanceof ApiException api ? api.retryAfter().orElse(Duration.ZERO) : Duration.ZERO;
    Duration wait = nextPause(asked);
    LOG.debug("retry watcher: {} ended, resuming in {}", what(), wait, e);
    pause(wait);
  }

  /// The next pause, or a longer one if the server asked for it.
  private Duration nextPause(Duration asked) {
    Duration wait = BACKOFF.length(++failures);
    return asked.compareTo(wait) > 0 ? asked : wait;
  }

  private void pause(Duration wait) {
    TimeSource.Alarm alarm = () -> {};
    try {
      CountDownLatch over = new CountDownLatch(1);
      alarm = client.rest().config().clock().after(wait, over::countDown);
      waiting = over;
      if (!closed) {
        over.await();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RequestInterruptedException(what() + ": interrupted", e);
    } finally {
      alarm.cancel();
      waiting = null;
    }
  }

  @Override
  public WatchEvent<T> next() {
    WatchEvent<T> event = hasNext() ? next : null;
    if (event == null) {
      throw new NoSuchElementException("the watch is closed");
    }
    next = null;
    return event;
  }

  @Override
  public void close() {
    closed = true;
    CountDownLatch pausing = waiting;
    if (pausing != null) {
      pausing.countDown();
    }
    WatchStream<T> open = stream;
    if (open != null) {
      open.close();
    }
  }
}
