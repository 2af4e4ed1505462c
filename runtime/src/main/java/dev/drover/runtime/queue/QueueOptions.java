package dev.drover.runtime.queue;

import dev.drover.client.TimeSource;
import java.util.function.Consumer;

/// Options of a [WorkQueue]: its name, its limiter of retries, its observer.
///
/// ```java
/// new WorkQueue<String>(QueueOptions.defaults().with(o -> o.name("orders").maxRetries(10)))
/// ```
public final class QueueOptions {
  /// As many retries as it takes.
  public static final int UNLIMITED = Integer.MAX_VALUE;

  private static final QueueOptions DEFAULTS = new QueueOptions(new Builder());

  private final String name;
  private final RetryLimiter limiter;
  private final int maxRetries;
  private final Ageing ageing;
  private final QueueObserver observer;
  private final TimeSource time;

  private QueueOptions(Builder from) {
    this.name = from.name;
    this.limiter = from.limiter;
    this.maxRetries = from.maxRetries;
    this.ageing = from.ageing;
    this.observer = from.observer;
    this.time = from.time;
  }

  /// client-go's limiter of retries, no limit of their number, no observer.
  public static QueueOptions defaults() {
    return DEFAULTS;
  }

  /// A copy with changes.
  public QueueOptions with(Consumer<Builder> change) {
    Builder builder = new Builder();
    builder.name = name;
    builder.limiter = limiter;
    builder.maxRetries = maxRetries;
    builder.ageing = ageing;
    builder.observer = observer;
    builder.time = time;
    change.accept(builder);
    return new QueueOptions(builder);
  }

  /// The name of the queue in logs, metrics and snapshots.
  public String name() {
    return name;
  }

  /// How long keys wait after they failed.
  public RetryLimiter limiter() {
    return limiter;
  }

  /// How often a key is tried again before it is given up; [#UNLIMITED] = no limit.
  public int maxRetries() {
    return maxRetries;
  }

  /// What keeps keys of low priority from starving.
  public Ageing ageing() {
    return ageing;
  }

  /// Observes the queue, for metrics.
  public QueueObserver observer() {
    return observer;
  }

  /// The time that delayed keys wait by.
  public TimeSource time() {
    return time;
  }

  @Override
  public String toString() {
    return "QueueOptions[name=%s, limiter=%s, maxRetries=%d, ageing=%s]"
        .formatted(name, limiter, maxRetries, ageing);
  }

  /// Changes options. Not thread safe.
  public static final class Builder {
    private String name = "queue";
    private RetryLimiter limiter = RetryLimiter.controllerDefault();
    private int maxRetries = UNLIMITED;
    private Ageing ageing = Ageing.DEFAULT;
    private QueueObserver observer = QueueObserver.NONE;
    private TimeSource time = TimeSource.system();

    private Builder() {}

    /// As [QueueOptions#name].
    public Builder name(String changed) {
      name = changed;
      return this;
    }

    /// As [QueueOptions#limiter].
    public Builder limiter(RetryLimiter changed) {
      limiter = changed;
      return this;
    }

    /// As [QueueOptions#maxRetries].
    public Builder maxRetries(int number) {
      if (number < 0) {
        throw new IllegalArgumentException("need maxRetries >= 0, got " + number);
      }
      maxRetries = number;
      return this;
    }

    /// As [QueueOptions#ageing].
    public Builder ageing(Ageing changed) {
      ageing = changed;
      return this;
    }

    /// As [QueueOptions#observer].
    public Builder observer(QueueObserver changed) {
      observer = changed;
      return this;
    }

    /// As [QueueOptions#time].
    public Builder time(TimeSource changed) {
      time = changed;
      return this;
    }
  }
}
