package dev.drover.informer;

import dev.drover.api.ObjectKey;
import dev.drover.client.Backoff;
import dev.drover.client.TimeSource;
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

/// Options of a [Reflector]. The defaults are client-go's.
///
/// ```java
/// ReflectorOptions.<Pod>defaults().with(o -> o.resyncPeriod(Duration.ofMinutes(10)).streaming(true));
/// ```
///
/// In Go: {@index cache.ReflectorOptions}.
///
/// @param <T> the type of the objects
public final class ReflectorOptions<T> {
  private static final Duration SHORTEST_WATCH = Duration.ofMinutes(5);
  private static final Backoff DOUBT =
      Backoff.defaults()
          .with(
              b ->
                  b.first(Duration.ofSeconds(1))
                      .cap(Duration.ofMinutes(5))
                      .resetAfter(Duration.ofMinutes(30)));

  private final int pageSize;
  private final boolean streaming;
  private final Duration bookmarkWait;
  private final Duration streamLimit;
  private final Duration resyncPeriod;
  private final BooleanSupplier shouldResync;
  private final Duration minWatchTimeout;
  private final Duration idleTimeout;
  private final Duration internalErrorRetry;
  private final Backoff backoff;
  private final Backoff doubtBackoff;
  private final UnaryOperator<T> transform;
  private final @Nullable Function<ObjectKey, Optional<T>> knownObjects;
  private final KindAvailability presence;
  private final WatchErrorHandler errorHandler;
  private final TimeSource time;
  private final RandomGenerator random;
  private final @Nullable Reachability reachability;

  private ReflectorOptions(Builder<T> from) {
    pageSize = from.pageSize;
    streaming = from.streaming;
    bookmarkWait = from.bookmarkWait;
    streamLimit = from.streamLimit;
    resyncPeriod = from.resyncPeriod;
    shouldResync = from.shouldResync;
    minWatchTimeout = from.minWatchTimeout;
    idleTimeout = from.idleTimeout;
    internalErrorRetry = from.internalErrorRetry;
    backoff = from.backoff;
    doubtBackoff = from.doubtBackoff;
    transform = from.transform;
    knownObjects = from.knownObjects;
    presence = from.presence;
    errorHandler = from.errorHandler;
    time = from.time;
    random = from.random;
    reachability = from.reachability;
    if (pageSize < 0 || resyncPeriod.isNegative() || internalErrorRetry.isNegative()) {
      throw new IllegalArgumentException(
          "need no negative numbers, got pageSize=%s resyncPeriod=%s internalErrorRetry=%s"
              .formatted(pageSize, resyncPeriod, internalErrorRetry));
    }
    if (!bookmarkWait.isPositive() || !streamLimit.isPositive() || !idleTimeout.isPositive()) {
      throw new IllegalArgumentException(
          "need positive time-outs, got bookmarkWait=%s streamLimit=%s idleTimeout=%s"
              .formatted(bookmarkWait, streamLimit, idleTimeout));
    }
    Objects.requireNonNull(shouldResync, "shouldResync");
  }

  /// The default options.
  public static <T> ReflectorOptions<T> defaults() {
    return new Builder<T>().build();
  }

  /// A changed copy.
  public ReflectorOptions<T> with(Consumer<Builder<T>> change) {
    Builder<T> builder = new Builder<>(this);
    change.accept(builder);
    return builder.build();
  }

  /// The time after which the server is to end the next watch: random, so that not all watches end
  /// at once.
  Duration nextWatchTimeout() {
    Duration least =
        minWatchTimeout.compareTo(SHORTEST_WATCH) < 0 ? SHORTEST_WATCH : minWatchTimeout;
    return Duration.ofSeconds((long) (least.toSeconds() * (1 + random.nextDouble())));
  }

  /// Shared by the reflectors of one cluster; a new one if there are no others.
  Reachability reachability() {
    return reachability == null ? new Reachability() : reachability;
  }

  /// The number of objects in a page of a list; 0 = 500 where the server reads from its database,
  /// everything at once where it reads from its cache.
  ///
  /// In Go: {@index cache.WatchListPageSize}.
  public int pageSize() {
    return pageSize;
  }

  /// Whether lists are read as the first events of a watch, if the server supports that.
  public boolean streaming() {
    return streaming;
  }

  /// How long a streamed list may bring no event before a paged list takes its place.
  public Duration bookmarkWait() {
    return bookmarkWait;
  }

  /// How long a streamed list may take as a whole, whatever arrives meanwhile, before a paged list
  /// takes its place: a server or proxy that never sends the closing bookmark would otherwise keep
  /// the copy from syncing.
  public Duration streamLimit() {
    return streamLimit;
  }

  /// How often [Store#resync][dev.drover.informer.classic.Store#resync] is called while watching;
  /// zero = never.
  public Duration resyncPeriod() {
    return resyncPeriod;
  }

  /// Decides about each resync.
  ///
  /// In Go: {@index cache.ShouldResync}.
  public BooleanSupplier shouldResync() {
    return shouldResync;
  }

  /// The shortest time after which the server is to end a watch; the longest is twice that. Less
  /// than five minutes counts as five.
  public Duration minWatchTimeout() {
    return minWatchTimeout;
  }

  /// The time without a byte after which a watch counts as dead; servers send bookmarks about once
  /// a minute. Also ends a watch that is open for so long after the server was to end it.
  public Duration idleTimeout() {
    return idleTimeout;
  }

  /// How long a watch that ends with an internal error of the server is opened again before a list
  /// is read; zero = a list follows at once.
  ///
  /// In Go: {@index cache.MaxInternalErrorRetryDuration}.
  public Duration internalErrorRetry() {
    return internalErrorRetry;
  }

  /// How long to wait after failures.
  public Backoff backoff() {
    return backoff;
  }

  /// How long a watch goes on after an event that could not be read or stored, before a list
  /// replaces what may be stale. Grows with each such list, so that an object that can never be
  /// read does not cause a list per event: from 1 s to 5 min, started over after 30 min.
  public Backoff doubtBackoff() {
    return doubtBackoff;
  }

  /// Changes each object before it is stored, once; it may drop parts, but not the name.
  ///
  /// In Go: {@index cache.TransformFunc}.
  public UnaryOperator<T> transform() {
    return transform;
  }

  /// Finds the present state of an object that cannot be read; null = the store does. A queue
  /// cannot, the store that it feeds can.
  public @Nullable Function<ObjectKey, Optional<T>> knownObjects() {
    return knownObjects;
  }

  /// Decides whether the server has the collection, for kinds that come and go.
  public KindAvailability presence() {
    return presence;
  }

  /// Receives failures.
  public WatchErrorHandler errorHandler() {
    return errorHandler;
  }

  /// The clock of waits and time-outs.
  public TimeSource time() {
    return time;
  }

  /// The source of randomness of waits and time-outs.
  public RandomGenerator random() {
    return random;
  }

  /// Changes options.
  ///
  /// @param <T> the type of the objects
  public static final class Builder<T> {
    private int pageSize;
    private boolean streaming;
    private Duration bookmarkWait = Duration.ofSeconds(30);
    private Duration streamLimit = Duration.ofMinutes(2);
    private Duration resyncPeriod = Duration.ZERO;
    private BooleanSupplier shouldResync = () -> true;
    private Duration minWatchTimeout = SHORTEST_WATCH;
    private Duration idleTimeout = Duration.ofSeconds(150);
    private Duration internalErrorRetry = Duration.ZERO;
    private Backoff backoff = Backoff.defaults();
    private Backoff doubtBackoff = DOUBT;
    private UnaryOperator<T> transform = UnaryOperator.identity();
    private @Nullable Function<ObjectKey, Optional<T>> knownObjects;
    private KindAvailability presence = KindAvailability.EXPECTED;
    private WatchErrorHandler errorHandler = WatchErrorHandler.logging();
    private TimeSource time = TimeSource.system();
    private RandomGenerator random = () -> ThreadLocalRandom.current().nextLong();
    private @Nullable Reachability reachability;

    private Builder() {}

    private Builder(ReflectorOptions<T> from) {
      pageSize = from.pageSize;
      streaming = from.streaming;
      bookmarkWait = from.bookmarkWait;
      streamLimit = from.streamLimit;
      resyncPeriod = from.resyncPeriod;
      shouldResync = from.shouldResync;
      minWatchTimeout = from.minWatchTimeout;
      idleTimeout = from.idleTimeout;
      internalErrorRetry = from.internalErrorRetry;
      backoff = from.backoff;
      doubtBackoff = from.doubtBackoff;
      transform = from.transform;
      knownObjects = from.knownObjects;
      presence = from.presence;
      errorHandler = from.errorHandler;
      time = from.time;
      random = from.random;
      reachability = from.reachability;
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

    /// Sets [ReflectorOptions#streamLimit].
    public Builder<T> streamLimit(Duration changed) {
      streamLimit = changed;
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

    /// Sets [ReflectorOptions#idleTimeout].
    public Builder<T> idleTimeout(Duration changed) {
      idleTimeout = changed;
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

    /// Sets [ReflectorOptions#doubtBackoff].
    public Builder<T> doubtBackoff(Backoff changed) {
      doubtBackoff = changed;
      return this;
    }

    /// Sets [ReflectorOptions#transform].
    public Builder<T> transform(UnaryOperator<T> changed) {
      transform = changed;
      return this;
    }

    /// Sets [ReflectorOptions#knownObjects].
    public Builder<T> knownObjects(@Nullable Function<ObjectKey, Optional<T>> changed) {
      knownObjects = changed;
      return this;
    }

    /// Sets [ReflectorOptions#presence].
    public Builder<T> presence(KindAvailability changed) {
      presence = changed;
      return this;
    }

    /// Sets [ReflectorOptions#errorHandler].
    public Builder<T> errorHandler(WatchErrorHandler changed) {
      errorHandler = changed;
      return this;
    }

    /// Sets [ReflectorOptions#time].
    public Builder<T> time(TimeSource changed) {
      time = changed;
      return this;
    }

    /// Sets [ReflectorOptions#random].
    public Builder<T> random(RandomGenerator changed) {
      random = changed;
      return this;
    }

    Builder<T> reachability(Reachability changed) {
      reachability = changed;
      return this;
    }

    private ReflectorOptions<T> build() {
      return new ReflectorOptions<>(this);
    }
  }
}
