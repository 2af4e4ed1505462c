package dev.drover.runtime;

import dev.drover.client.ClientConfig;
import dev.drover.client.RequestObserver;
import dev.drover.runtime.internal.GuardedObserver;
import dev.drover.runtime.leader.LeaderOptions;
import dev.drover.runtime.leader.Leadership;
import java.util.function.Consumer;

/// Counts the requests of a manager's client and its leadership, beside the observers and listeners
/// that the options have.
///
/// @param observer whose exceptions go no further
record RuntimeMetrics(ControllerObserver observer) {
  static RuntimeMetrics of(ManagerOptions options) {
    return new RuntimeMetrics(GuardedObserver.of(options.observer()));
  }

  ClientConfig observed(ClientConfig config) {
    RequestObserver given = config.requestObserver();
    return config.with(c -> c.requestObserver(RequestObserver.all(given, observer.requests())));
  }

  LeaderOptions observed(LeaderOptions chosen) {
    observer.leaderStatus(chosen.name(), false);
    Consumer<Leadership> status =
        now -> observer.leaderStatus(chosen.name(), now instanceof Leadership.Leading);
    return chosen.with(o -> o.listener(status.andThen(chosen.listener())));
  }
}
