package dev.drover.runtime;

import dev.drover.client.Timekeeper;
import java.time.Duration;
import java.util.random.RandomGenerator;

/// How an [EventRecorder] works.
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
    return new EventOptions(
        controller,
        HostName.own(),
        Api.BY_DISCOVERY,
        1000,
        Duration.ofSeconds(5),
        Duration.ofSeconds(10),
        12,
        Timekeeper.system(),
        RandomGenerator.getDefault());
  }

  /// What `reportingInstance` says.
  String instance() {
    return controller + "-" + host;
  }

  public EventOptions withHost(String newHost) {
    return new EventOptions(
        controller, newHost, api, capacity, closing, pause, tries, time, random);
  }

  public EventOptions withApi(Api newApi) {
    return new EventOptions(
        controller, host, newApi, capacity, closing, pause, tries, time, random);
  }

  public EventOptions withCapacity(int newCapacity) {
    return new EventOptions(
        controller, host, api, newCapacity, closing, pause, tries, time, random);
  }

  public EventOptions withClosing(Duration newClosing) {
    return new EventOptions(
        controller, host, api, capacity, newClosing, pause, tries, time, random);
  }

  public EventOptions withRetries(Duration newPause, int newTries) {
    return new EventOptions(
        controller, host, api, capacity, closing, newPause, newTries, time, random);
  }

  public EventOptions withTime(Timekeeper newTime) {
    return new EventOptions(
        controller, host, api, capacity, closing, pause, tries, newTime, random);
  }
}
