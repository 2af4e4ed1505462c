package dev.drover.runtime.events;

import dev.drover.client.TimeSource;
import dev.drover.runtime.internal.HostName;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/// Options of an [EventRecorder]: the reporting controller, the API, the capacity, retries.
///
/// ```java
/// EventOptions.of("shop-controller").with(o -> o.api(EventOptions.Api.CORE_V1).capacity(100))
/// ```
public final class EventOptions {
  private final String controller;
  private final String host;
  private final Api api;
  private final int capacity;
  private final Duration closing;
  private final Duration pause;
  private final int tries;
  private final TimeSource time;
  private final RandomGenerator random;

  private EventOptions(Builder from) {
    if (from.controller.isEmpty() || from.capacity < 1 || from.tries < 1) {
      throw new IllegalArgumentException(
          "need a controller, capacity >= 1 and tries >= 1, got \"%s\", %d and %d"
              .formatted(from.controller, from.capacity, from.tries));
    }
    if (from.closing.isNegative()) {
      throw new IllegalArgumentException("need closing >= 0, got " + from.closing);
    }
    this.controller = from.controller;
    this.host = from.host;
    this.api = from.api;
    this.capacity = from.capacity;
    this.closing = from.closing;
    this.pause = from.pause;
    this.tries = from.tries;
    this.time = from.time;
    this.random = from.random;
  }

  /// client-go's numbers: a thousand may wait, 12 tries, 10 seconds apart; 5 seconds to close.
  public static EventOptions of(String controller) {
    return new EventOptions(new Builder(controller));
  }

  /// A copy with changes.
  public EventOptions with(Consumer<Builder> change) {
    Builder builder = new Builder(this);
    change.accept(builder);
    return new EventOptions(builder);
  }

  /// What `reportingInstance` says.
  String instance() {
    return controller + "-" + host;
  }

  /// The reporting controller, such as `shop-controller`.
  public String controller() {
    return controller;
  }

  /// The machine it runs on.
  public String host() {
    return host;
  }

  /// Which kind of events to write.
  public Api api() {
    return api;
  }

  /// How many events may wait to be written; more are dropped and counted.
  public int capacity() {
    return capacity;
  }

  /// How long [EventRecorder#close] may take to write what waits.
  public Duration closing() {
    return closing;
  }

  /// How long to wait before an event is written again after the server could not be reached.
  public Duration pause() {
    return pause;
  }

  /// How often an event is written before it is given up.
  public int tries() {
    return tries;
  }

  /// Where the time is taken from.
  public TimeSource time() {
    return time;
  }

  /// Spreads those that try again.
  public RandomGenerator random() {
    return random;
  }

  @Override
  public String toString() {
    return "EventOptions[controller=%s, host=%s, api=%s, capacity=%s, closing=%s, pause=%s, tries=%s]"
        .formatted(controller, host, api, capacity, closing, pause, tries);
  }

  /// Changes options. Not thread safe.
  public static final class Builder {
    private final String controller;
    private String host = HostName.own();
    private Api api = Api.BY_DISCOVERY;
    private int capacity = 1000;
    private Duration closing = Duration.ofSeconds(5);
    private Duration pause = Duration.ofSeconds(10);
    private int tries = 12;
    private TimeSource time = TimeSource.system();
    private RandomGenerator random = RandomGenerator.getDefault();

    private Builder(String controller) {
      this.controller = controller;
    }

    private Builder(EventOptions from) {
      controller = from.controller;
      host = from.host;
      api = from.api;
      capacity = from.capacity;
      closing = from.closing;
      pause = from.pause;
      tries = from.tries;
      time = from.time;
      random = from.random;
    }

    /// The machine it runs on.
    public Builder host(String name) {
      host = name;
      return this;
    }

    /// Which kind of events to write.
    public Builder api(Api which) {
      api = which;
      return this;
    }

    /// How many events may wait to be written; more are dropped and counted.
    public Builder capacity(int most) {
      capacity = most;
      return this;
    }

    /// How long [EventRecorder#close] may take to write what waits.
    public Builder closing(Duration limit) {
      closing = limit;
      return this;
    }

    /// What happens when the server cannot be reached.
    ///
    /// @param between how long to wait before an event is written again
    /// @param most how often it is written before it is given up
    public Builder retries(Duration between, int most) {
      pause = between;
      tries = most;
      return this;
    }

    /// Where the time is taken from.
    public Builder time(TimeSource keeper) {
      time = keeper;
      return this;
    }

    /// What spreads those that try again.
    public Builder random(RandomGenerator changed) {
      random = changed;
      return this;
    }
  }

  /// Which kind of events to write.
  public enum Api {
    /// The first of those below that the server has.
    BY_DISCOVERY,
    /// `events.k8s.io/v1`: the same event again becomes a series.
    EVENTS_V1,
    /// `v1`: the same event again raises its count, and many similar ones become one.
    CORE_V1
  }
}
