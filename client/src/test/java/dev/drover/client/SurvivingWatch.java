package dev.drover.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.WatchEvent;
import dev.drover.model.core.v1.ConfigMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/// Watches that must bring every event once and in order, while credentials change and connections
/// break: one with a connection of its own, one over HTTP/2. Their clock moves on when they pause.
final class SurvivingWatch {
  private final Client admin;
  private final ManualTime clock;
  private final String prefix;
  private final BlockingQueue<String> seen = new LinkedBlockingQueue<>();
  private final BlockingQueue<String> seenSharing = new LinkedBlockingQueue<>();
  private int made;

  /// Something that happens while the watch runs.
  interface Step {
    void run() throws Exception;
  }

  /// @param admin makes the objects that are watched
  /// @param clock that of the configuration
  /// @param prefix of the names of the objects
  SurvivingWatch(Client admin, ManualTime clock, String prefix) {
    this.admin = admin;
    this.clock = clock;
    this.prefix = prefix;
  }

  /// Watches with a configuration, through these changes.
  ///
  /// @param cut breaks all connections; called after each change
  /// @param last looks at the client at the end
  void run(ClientConfig config, Step cut, List<Step> changes, Consumer<Client> last)
      throws Exception {
    String version =
        admin.resources(ConfigMap.class).inNamespace("default").list().resourceVersion();
    try (Client client = Client.connect(config);
        Client sharing = Client.over(RestClient.over(config, Transport.http2(config)));
        RetryWatcher<ConfigMap> watch = watch(client, version);
        RetryWatcher<ConfigMap> sharingWatch = watch(sharing, version)) {
      Thread.ofVirtual().start(() -> read(watch, seen));
      Thread.ofVirtual().start(() -> read(sharingWatch, seenSharing));
      bringsNext(3);
      for (Step change : changes) {
        change.run();
        bringsNext(2);
        cut.run();
        bringsNext(3);
      }
      last.accept(client);
      last.accept(sharing);
      assertThat(seen).isEmpty();
      assertThat(seenSharing).isEmpty();
    }
  }

  private static RetryWatcher<ConfigMap> watch(Client client, String version) {
    return RetryWatcher.from(client.resources(ConfigMap.class).inNamespace("default"), version);
  }

  private static void read(RetryWatcher<ConfigMap> watch, Queue<String> seen) {
    while (watch.hasNext()) {
      if (watch.next() instanceof WatchEvent.Added<ConfigMap>(ConfigMap map)) {
        seen.add(map.metadata().name());
      }
    }
  }

  private void bringsNext(int count) throws InterruptedException {
    List<String> names = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      String name = prefix + "-" + ++made;
      admin.create(ConfigMap.named("default", name));
      names.add(name);
    }
    assertThat(next(seen, count)).isEqualTo(names);
    assertThat(next(seenSharing, count)).as("over HTTP/2").isEqualTo(names);
  }

  private List<String> next(BlockingQueue<String> seen, int count) throws InterruptedException {
    List<String> names = new ArrayList<>();
    long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
    while (names.size() < count && System.nanoTime() < end) {
      clock.advanceToNext();
      String name = seen.poll(10, TimeUnit.MILLISECONDS);
      if (name != null) {
        names.add(name);
      }
    }
    return names;
  }
}
