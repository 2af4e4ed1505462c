package dev.drover.testkit.trial;

import dev.drover.client.ClientConfig;
import dev.drover.runtime.Manager;
import dev.drover.runtime.ManagerOptions;
import dev.drover.runtime.ReconcileTracer;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// A process that runs controllers: dies and is started again with nothing in its memory. Started
/// and ended by one thread.
final class ControllerProcess {
  private final String name;
  private final Trial.Setup setup;
  private final ClientConfig config;
  private final ManagerOptions options;
  private final Supplier<Tap> taps;
  private volatile @Nullable Manager manager;
  private volatile @Nullable Tap tap;

  /// @param taps a new one for each life
  ControllerProcess(
      String name,
      Trial.Setup setup,
      Consumer<ManagerOptions.Builder> change,
      Surroundings around,
      Supplier<Tap> taps) {
    this.name = name;
    this.setup = setup;
    this.config = around.config;
    this.options =
        ManagerOptions.defaults()
            .with(
                o ->
                    o.namespaces(around.config.namespace())
                        .syncTimeout(Duration.ofDays(1))
                        .readTimeout(Duration.ofDays(1)))
            .with(change)
            .with(o -> o.time(around.time).tracer(around.tracer).grace(Duration.ZERO));
    this.taps = taps;
  }

  /// What all processes of a run share.
  record Surroundings(ClientConfig config, TrialTime time, ReconcileTracer tracer) {}

  void start() throws Exception {
    Tap fresh = taps.get();
    Manager started = Manager.connect(name, config, options.with(o -> o.layer(fresh)));
    tap = fresh;
    manager = started;
    setup.addTo(started);
    started.start();
  }

  String name() {
    return name;
  }

  boolean isDead() {
    Tap now = tap;
    return now != null && now.isDead();
  }

  Optional<Manager> manager() {
    return Optional.ofNullable(manager);
  }

  /// Ends it without a chance to write anything.
  void kill() {
    Tap last = tap;
    Manager running = manager;
    if (last != null) {
      last.kill();
    }
    if (running != null) {
      running.close();
    }
    tap = null;
    manager = null;
  }
}
