package dev.drover.runtime;

import dev.drover.client.Timekeeper;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/// How an [EventRecorder] works.
///
/// ```java
/// EventOptions.of("shop-controller").with(o -> o.api(EventOptions.Api.CORE_V1).capacity(100))
/// ```
///
/// @param controller who reports, such as `shop-controller`
/// @param host the machine it runs on
/// @param api which kind of events to write
/// @param capacity how many events may wait to be written; more are dropped and counted
/// @param closing how long [EventRecorder#close] may take to write what waits
/// @param pause how long to wait before an event is written again after the server could not be
///   reached
/// @param tries how often an event is written before it is given up
/// @param time where the time is taken from
/// @param random spreads those that try again
public record EventOptions(
    String controller,
    String host,
    Api api,
    int capacity,
    Duration closing,
    Duration pause,
    int tries,
    Timekeeper time,
    RandomGenerator random) {
  /// Which kind of events to write.
  public enum Api {
    /// The first of those below that the server has.
    BY_DISCOVERY,
    /// `events.k8s.io/v1`: the same event again becomes a series.
    EVENTS_V1,
    /// `v1`: the same event again raises its count, and many similar ones become one.
    CORE_V1
  }

  public EventOptions {
    if (controller.isEmpty() || capacity < 1 || tries < 1 || closing.isNegative()) {
      throw new IllegalArgumentException(
          "need a controller, capacity >= 1, tries >= 1 and closing >= 0, got \"%s\", %d, %d and %s"
              .formatted(controller, capacity, tries, closing));
    }
  }

  /// client-go's numbers: a thousand may wait, 12 tries, 10 seconds apart; 5 seconds to close.
  public static EventOptions of(String controller) {
    return new Builder(controller).build();
  }

  /// A changed copy.
  public EventOptions with(Consumer<Builder> change) {
    Builder builder = new Builder(this);
    change.accept(builder);
    return builder.build();
  }

  /// What `reportingInstance` says.
  String instance() {
    return controller + "-" + host;
  }

  /// Builds options.
  public static final class Builder {
    private final String controller;
    private String host = HostName.own();
    private Api api = Api.BY_DISCOVERY;
    private int capacity = 1000;
    private Duration closing = Duration.ofSeconds(5);
    private Duration pause = Duration.ofSeconds(10);
    private int tries = 12;
    private Timekeeper time = Timekeeper.system();
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
    public Builder time(Timekeeper keeper) {
      time = keeper;
      return this;
    }

    /// What spreads those that try again.
    public Builder random(RandomGenerator changed) {
      random = changed;
      return this;
    }

    private EventOptions build() {
      return new EventOptions(controller, host, api, capacity, closing, pause, tries, time, random);
    }
  }
}
