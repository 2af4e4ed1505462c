package dev.drover.runtime;

import dev.drover.runtime.queue.KeyQueue;
import dev.drover.runtime.queue.QueueOptions;
import dev.drover.runtime.queue.QueueOrder;
import dev.drover.runtime.queue.RetryLimiter;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Options of a controller: workers, retries, time-outs, its queue.
///
/// ```java
/// manager.controllerFor(Icecream.class).options(o -> o.workers(4).timeout(Duration.ofMinutes(1)))
/// ```
///
/// In Go: {@index controller.Options}.
public final class ControllerOptions {
  private static final ControllerOptions DEFAULTS = new ControllerOptions(new Builder());

  private final int workers;
  private final RetryLimiter limiter;
  private final int maxRetries;
  private final Duration timeout;
  private final Duration syncTimeout;
  private final boolean isLeaderOnly;
  private final QueueOrder<? super Request> order;
  private final @Nullable Function<QueueOptions, ? extends KeyQueue<Request>> queue;

  private ControllerOptions(Builder from) {
    this.workers = from.workers;
    this.limiter = from.limiter;
    this.maxRetries = from.maxRetries;
    this.timeout = from.timeout;
    this.syncTimeout = from.syncTimeout;
    this.isLeaderOnly = from.isLeaderOnly;
    this.order = from.order;
    this.queue = from.queue;
  }

  /// One worker; 5 ms after the first failure, twice that after each further one, 1000 s at most;
  /// no limit for a run, two minutes for the caches.
  public static ControllerOptions defaults() {
    return DEFAULTS;
  }

  /// A copy with changes.
  public ControllerOptions with(Consumer<Builder> change) {
    Builder builder = new Builder(this);
    change.accept(builder);
    return new ControllerOptions(builder);
  }

  /// How many objects are reconciled at once.
  public int workers() {
    return workers;
  }

  /// How long a failed request waits.
  public RetryLimiter limiter() {
    return limiter;
  }

  /// How often a request is tried again before it is given up until the next change;
  /// [QueueOptions#UNLIMITED] = no limit.
  public int maxRetries() {
    return maxRetries;
  }

  /// After how long a run is interrupted; zero = never.
  public Duration timeout() {
    return timeout;
  }

  /// How long the sources may take to start and to hand over their objects.
  public Duration syncTimeout() {
    return syncTimeout;
  }

  /// Whether the controller works only while this process leads.
  public boolean isLeaderOnly() {
    return isLeaderOnly;
  }

  /// The order in which requests are handed out; has no effect on a queue of [Builder#queue].
  public QueueOrder<? super Request> order() {
    return order;
  }

  /// Makes the queue of a controller; empty = a [dev.drover.runtime.queue.WorkQueue] with [#order].
  public Optional<Function<QueueOptions, ? extends KeyQueue<Request>>> queue() {
    return Optional.ofNullable(queue);
  }

  @Override
  public String toString() {
    return ("ControllerOptions[workers=%d, limiter=%s, maxRetries=%d, timeout=%s, syncTimeout=%s,"
            + " isLeaderOnly=%s]")
        .formatted(workers, limiter, maxRetries, timeout, syncTimeout, isLeaderOnly);
  }

  /// Changes options. Not thread safe.
  public static final class Builder {
    private int workers = 1;
    private RetryLimiter limiter =
        RetryLimiter.exponential(Duration.ofMillis(5), Duration.ofSeconds(1000));
    private int maxRetries = QueueOptions.UNLIMITED;
    private Duration timeout = Duration.ZERO;
    private Duration syncTimeout = Duration.ofMinutes(2);
    private boolean isLeaderOnly = true;
    private QueueOrder<? super Request> order = QueueOrder.byPriority();
    private @Nullable Function<QueueOptions, ? extends KeyQueue<Request>> queue;

    private Builder() {}

    private Builder(ControllerOptions from) {
      workers = from.workers;
      limiter = from.limiter;
      maxRetries = from.maxRetries;
      timeout = from.timeout;
      syncTimeout = from.syncTimeout;
      isLeaderOnly = from.isLeaderOnly;
      order = from.order;
      queue = from.queue;
    }

    /// As [ControllerOptions#workers].
    public Builder workers(int number) {
      if (number < 1) {
        throw new IllegalArgumentException("need workers >= 1, got " + number);
      }
      workers = number;
      return this;
    }

    /// As [ControllerOptions#limiter].
    public Builder limiter(RetryLimiter changed) {
      limiter = changed;
      return this;
    }

    /// As [ControllerOptions#maxRetries].
    public Builder maxRetries(int number) {
      if (number < 0) {
        throw new IllegalArgumentException("need maxRetries >= 0, got " + number);
      }
      maxRetries = number;
      return this;
    }

    /// As [ControllerOptions#timeout].
    public Builder timeout(Duration limit) {
      if (limit.isNegative()) {
        throw new IllegalArgumentException("need timeout >= 0, got " + limit);
      }
      timeout = limit;
      return this;
    }

    /// As [ControllerOptions#syncTimeout].
    public Builder syncTimeout(Duration limit) {
      if (!limit.isPositive()) {
        throw new IllegalArgumentException("need syncTimeout > 0, got " + limit);
      }
      syncTimeout = limit;
      return this;
    }

    /// The controller works whether this process leads or not.
    public Builder onEveryReplica() {
      isLeaderOnly = false;
      return this;
    }

    /// The order in which requests are handed out, such as [QueueOrder#fifo].
    public Builder order(QueueOrder<? super Request> changed) {
      order = changed;
      return this;
    }

    /// The namespaces take turns, so that one with many changes does not delay the others. As
    /// `order(QueueOrder.fairBy(Request::namespace))`.
    public Builder fairByNamespace() {
      return order(QueueOrder.fairBy(Request::namespace));
    }

    /// Takes requests from another queue than a [dev.drover.runtime.queue.WorkQueue].
    ///
    /// In Go: {@index controller.Options.NewQueue}.
    ///
    /// @param factory makes the queue of each controller that has these options; gets the name, the
    ///   limiter, the observer and the time that the controller would use
    public Builder queue(Function<QueueOptions, ? extends KeyQueue<Request>> factory) {
      queue = factory;
      return this;
    }
  }
}
