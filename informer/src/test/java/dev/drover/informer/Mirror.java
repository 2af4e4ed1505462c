package dev.drover.informer;

import dev.drover.client.Client;
import dev.drover.client.ClientConfig;
import dev.drover.client.ManualTime;
import dev.drover.model.core.v1.ConfigMap;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/// A reflector between a scripted server and a store that tests can look into. Time stands still,
/// and chance always says nought.
final class Mirror implements AutoCloseable {
  final ScriptedServer server = new ScriptedServer();
  final ManualTime time = new ManualTime();
  final RecordingStore store = new RecordingStore();
  private final Client client;
  private final LinkedBlockingQueue<RuntimeException> errors = new LinkedBlockingQueue<>();
  private Reflector<ConfigMap> reflector;
  private Thread thread;

  Mirror() {
    this(_ -> {});
  }

  /// With changes of the client's configuration.
  Mirror(Consumer<ClientConfig.Builder> change) {
    client = server.client(change);
  }

  Mirror start() {
    return start(_ -> {});
  }

  Mirror start(Consumer<ReflectorOptions.Builder<ConfigMap>> change) {
    return start(ListerWatcher.of(client.resources(ConfigMap.class)), options().with(change));
  }

  /// As tests want it: with their time, without chance, and failures are kept.
  ReflectorOptions<ConfigMap> options() {
    return ReflectorOptions.<ConfigMap>defaults()
        .with(o -> o.time(time).random(() -> 0L).errorHandler((_, e) -> errors.add(e)));
  }

  Mirror start(ListerWatcher<ConfigMap> source, ReflectorOptions<ConfigMap> options) {
    reflector = Reflector.of("maps", source, store, options);
    thread = Thread.ofVirtual().start(reflector::run);
    return this;
  }

  Reflector<ConfigMap> reflector() {
    return reflector;
  }

  Thread thread() {
    return thread;
  }

  Client client() {
    return client;
  }

  ReflectorStatus status() {
    return reflector.status();
  }

  /// The next request of the reflector, such as `list rv=0 limit=500`.
  String request() throws InterruptedException {
    return server.next().toString();
  }

  /// The next failure that was reported.
  RuntimeException error() throws InterruptedException {
    RuntimeException error = errors.poll(20, TimeUnit.SECONDS);
    if (error == null) {
      throw new AssertionError("no failure was reported");
    }
    return error;
  }

  List<RuntimeException> unreadErrors() {
    return List.copyOf(errors);
  }

  /// Waits until the reflector waits, and lets that time pass; says how long it was.
  Duration pause() throws InterruptedException {
    long end = System.nanoTime() + Duration.ofSeconds(20).toNanos();
    while (status().phase() != ReflectorStatus.Phase.PAUSING) {
      if (System.nanoTime() > end) {
        throw new AssertionError("the reflector does not pause: " + status());
      }
      Thread.onSpinWait();
    }
    time.awaitAlarms(1);
    return time.advanceToNext();
  }

  /// Waits until anything waits for time to pass, and lets that time pass; says how long it was.
  Duration alarm() throws InterruptedException {
    time.awaitAlarms(1);
    return time.advanceToNext();
  }

  /// Ends the reflector.
  void stop() throws InterruptedException {
    thread.interrupt();
    if (!thread.join(Duration.ofSeconds(20))) {
      throw new AssertionError("the reflector goes on");
    }
  }

  @Override
  public void close() {
    try {
      if (thread != null) {
        stop();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      client.close();
      server.close();
    }
  }
}
