package dev.drover.informer;

import dev.drover.api.ObjectKey;
import dev.drover.client.Timekeeper;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// How a [Reflector] works. The defaults are client-go's.
///
/// ```java
/// ReflectorOptions.<Pod>defaults().with(o -> o.resyncPeriod(Duration.ofMinutes(10)).streaming(true));
/// ```
///
/// In Go: {@index cache.ReflectorOptions}.
///
/// @param pageSize how many objects a page of a list has; 0 = 500 where the server reads from its
///   database, everything at once where it reads from its cache ({@index cache.WatchListPageSize})
/// @param streaming whether lists are read as events of a watch, where the server can do that
/// @param bookmarkWait how long a streamed list may be silent before a plain list takes its place
/// @param resyncPeriod how often [Store#resync] is called while watching; zero = never
/// @param shouldResync asked each time before ({@index cache.ShouldResync})
/// @param minWatchTimeout the shortest time after which the server ends a watch; the longest is
///   twice that. Less than five minutes counts as five
/// @param silence after which a watch counts as dead; servers send bookmarks about once a minute
/// @param internalErrorRetry how long a watch in which the server reports an internal error is just
///   opened again, before a list is read; zero = not at all ({@index
///   cache.MaxInternalErrorRetryDuration})
/// @param backoff how long to wait after failures
/// @param transform changes each object before it is stored, once; it may drop parts, but not the
///   name ({@index cache.TransformFunc})
/// @param known finds the present state of an object that cannot be read; null = the store does. A
///   queue cannot, the store behind it can
/// @param presence knows whether the server has the collection, for those that come and go
/// @param errorHandler is told of failures
/// @param time what waits, waits by it
/// @param random for waits and time-outs
/// @param <T> the type of the objects
public record ReflectorOptions<T>(
    int pageSize,
    boolean streaming,
    Duration bookmarkWait,
    Duration resyncPeriod,
    BooleanSupplier shouldResync,
    Duration minWatchTimeout,
    Duration silence,
    Duration internalErrorRetry,
    Backoff backoff,
    UnaryOperator<T> transform,
    @Nullable Function<ObjectKey, Optional<T>> known,
    Presence presence,
    WatchErrorHandler errorHandler,
    Timekeeper time,
    RandomGenerator random) {

  private static final Duration SHORTEST_WATCH = Duration.ofMinutes(5);

  /// Checks the numbers.
  public ReflectorOptions {
    if (pageSize < 0 || resyncPeriod.isNegative() || internalErrorRetry.isNegative()) {
      throw new IllegalArgumentException(
          "need no negative numbers, got pageSize=%s resyncPeriod=%s internalErrorRetry=%s"
              .formatted(pageSize, resyncPeriod, internalErrorRetry));
    }
    if (!bookmarkWait.isPositive() || !silence.isPositive()) {
      throw new IllegalArgumentException(
          "a dead watch must be noticed some day, got bookmarkWait=%s silence=%s"
              .formatted(bookmarkWait, silence));
    }
    Objects.requireNonNull(shouldResync, "shouldResync");
  }

  /// When the server is to end the next watch: not all of them at once.
  Duration nextWatchTimeout() {
    Duration least =
        minWatchTimeout.compareTo(SHORTEST_WATCH) < 0 ? SHORTEST_WATCH : minWatchTimeout;
    return Duration.ofSeconds((long) (least.toSeconds() * (1 + random.nextDouble())));
  }

  /// What nothing else was said about.
  public static <T> ReflectorOptions<T> defaults() {
    return new Builder<T>().build();
  }

  /// A changed copy.
  public ReflectorOptions<T> with(Consumer<Builder<T>> change) {
    Builder<T> builder = new Builder<>(this);
    change.accept(builder);
    return builder.build();
  }

  /// Builds options.
  ///
  /// @param <T> the type of the objects
  public static final class Builder<T> {
    private int pageSize;
    private boolean streaming;
    private Duration bookmarkWait = Duration.ofSeconds(30);
    private Duration resyncPeriod = Duration.ZERO;
    private BooleanSupplier shouldResync = () -> true;
    private Duration minWatchTimeout = Duration.ofMinutes(5);
    private Duration silence = Duration.ofSeconds(150);
    private Duration internalErrorRetry = Duration.ZERO;
    private Backoff backoff = Backoff.REFLECTOR;
    private UnaryOperator<T> transform = UnaryOperator.identity();
    private @Nullable Function<ObjectKey, Optional<T>> known;
    private Presence presence = Presence.EXPECTED;
    private WatchErrorHandler errorHandler = WatchErrorHandler.logging();
    private Timekeeper time = Timekeeper.system();
    private RandomGenerator random = () -> ThreadLocalRandom.current().nextLong();

    private Builder() {}

    private Builder(ReflectorOptions<T> from) {
      pageSize = from.pageSize;
      streaming = from.streaming;
      bookmarkWait = from.bookmarkWait;
      resyncPeriod = from.resyncPeriod;
      shouldResync = from.shouldResync;
      minWatchTimeout = from.minWatchTimeout;
      silence = from.silence;
      internalErrorRetry = from.internalErrorRetry;
      backoff = from.backoff;
      transform = from.transform;
      known = from.known;
      presence = from.presence;
      errorHandler = from.errorHandler;
      time = from.time;
      random = from.random;
    }

    /// Sets [ReflectorOptions#pageSize].
    public Builder<T> pageSize(int changed) {
      pageSize = changed;
      return this;
    }

    /// Sets [ReflectorOptions#streaming].
    public Builder<T> streaming(boolean changed) {
      streaming = changed;
      return this;
    }

    /// Sets [ReflectorOptions#bookmarkWait].
    public Builder<T> bookmarkWait(Duration changed) {
      bookmarkWait = changed;
      return this;
    }

    /// Sets [ReflectorOptions#resyncPeriod].
    public Builder<T> resyncPeriod(Duration changed) {
      resyncPeriod = changed;
      return this;
    }

    /// Sets [ReflectorOptions#shouldResync].
    public Builder<T> shouldResync(BooleanSupplier changed) {
      shouldResync = changed;
      return this;
    }

    /// Sets [ReflectorOptions#minWatchTimeout].
    public Builder<T> minWatchTimeout(Duration changed) {
      minWatchTimeout = changed;
      return this;
    }

    /// Sets [ReflectorOptions#silence].
    public Builder<T> silence(Duration changed) {
      silence = changed;
      return this;
    }

    /// Sets [ReflectorOptions#internalErrorRetry].
    public Builder<T> internalErrorRetry(Duration changed) {
      internalErrorRetry = changed;
      return this;
    }

    /// Sets [ReflectorOptions#backoff].
    public Builder<T> backoff(Backoff changed) {
      backoff = changed;
      return this;
    }

    /// Sets [ReflectorOptions#transform].
    public Builder<T> transform(UnaryOperator<T> changed) {
      transform = changed;
      return this;
    }

    /// Sets [ReflectorOptions#known].
    public Builder<T> known(@Nullable Function<ObjectKey, Optional<T>> changed) {
      known = changed;
      return this;
    }

    /// Sets [ReflectorOptions#presence].
    public Builder<T> presence(Presence changed) {
      presence = changed;
      return this;
    }

    /// Sets [ReflectorOptions#errorHandler].
    public Builder<T> errorHandler(WatchErrorHandler changed) {
      errorHandler = changed;
      return this;
    }

    /// Sets [ReflectorOptions#time].
    public Builder<T> time(Timekeeper changed) {
      time = changed;
      return this;
    }

    /// Sets [ReflectorOptions#random].
    public Builder<T> random(RandomGenerator changed) {
      random = changed;
      return this;
    }

    private ReflectorOptions<T> build() {
      return new ReflectorOptions<>(
          pageSize,
          streaming,
          bookmarkWait,
          resyncPeriod,
          shouldResync,
          minWatchTimeout,
          silence,
          internalErrorRetry,
          backoff,
          transform,
          known,
          presence,
          errorHandler,
          time,
          random);
    }
  }
}
