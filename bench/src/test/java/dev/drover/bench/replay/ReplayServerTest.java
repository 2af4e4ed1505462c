package dev.drover.bench.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.api.WatchEvent;
import dev.drover.bench.cache.Machine;
import dev.drover.bench.harness.Target;
import dev.drover.bench.pods.Pods;
import dev.drover.bench.replay.ReplayEvents.Shape;
import dev.drover.client.Client;
import dev.drover.client.ListOptions;
import dev.drover.client.WatchOptions;
import dev.drover.model.core.v1.Pod;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReplayServerTest {
  private static final int OBJECTS = 30;
  private static final int EVENTS = 100;

  @TempDir Path folder;

  @Test
  void watchDeliversTheRequestedNumberOfEventsInOrder() throws Exception {
    List<WatchEvent<Pod>> events = watch(Pod.KIND, Shape.REPEATING, false);

    assertThat(versions(events))
        .containsExactlyElementsOf(
            LongStream.rangeClosed(1, EVENTS)
                .mapToObj(i -> Long.toString(ReplayEvents.START_VERSION + i))
                .toList());
    assertThat(events.subList(0, OBJECTS)).allMatch(e -> e instanceof WatchEvent.Added);
    assertThat(events.subList(OBJECTS, EVENTS)).allMatch(e -> e instanceof WatchEvent.Modified);
  }

  @Test
  void customResourcesAreServedAsJsonOverTls() throws Exception {
    List<WatchEvent<Machine>> events = watch(Machine.KIND, Shape.REPEATING, true);

    assertThat(events).hasSize(EVENTS);
    assertThat(object(events.getFirst()).spec()).isNotNull();
  }

  @Test
  void uniqueEventsRepeatNoText() throws Exception {
    List<WatchEvent<Pod>> events = watch(Pod.KIND, Shape.UNIQUE, false);
    Pod before = object(events.getFirst());
    Pod now = object(events.get(OBJECTS));

    assertThat(now.name()).isEqualTo(before.name());
    assertThat(now.metadata().labels()).doesNotContainKeys(keys(before));
    assertThat(now.spec().containers().getFirst().image())
        .isNotEqualTo(before.spec().containers().getFirst().image());
    assertThat(now.spec().containers().getFirst().resources())
        .isNotEqualTo(before.spec().containers().getFirst().resources());
  }

  private static String[] keys(Pod pod) {
    return pod.metadata().labels().keySet().toArray(String[]::new);
  }

  private <T extends KubernetesObject> List<WatchEvent<T>> watch(
      Kind<T> kind, Shape shape, boolean tls) throws IOException, InterruptedException {
    ReplayEvents.write(folder, shape, new Pods(OBJECTS, 3, true));
    try (ReplayServer server = ReplayServer.start(folder, shape);
        Client client = Client.connect(target(server, tls).config(true))) {
      var resources = client.resources(kind);
      assertThat(resources.list(ListOptions.defaults()).items()).isEmpty();
      List<WatchEvent<T>> events = new ArrayList<>();
      String version = Long.toString(ReplayEvents.START_VERSION);
      try (var stream =
          resources.watch(WatchOptions.defaults().with(o -> o.resourceVersion(version)))) {
        while (events.size() < EVENTS) {
          events.add(stream.next());
        }
      }
      return events;
    }
  }

  private Target target(ReplayServer server, boolean tls) {
    return tls
        ? new Target(
            URI.create("https://127.0.0.1:" + server.securePort()),
            Integer.toString(EVENTS),
            Optional.of(ReplayServer.authority(folder)),
            false)
        : new Target(
            URI.create("http://127.0.0.1:" + server.plainPort()),
            Integer.toString(EVENTS),
            Optional.empty(),
            false);
  }

  private static List<String> versions(List<WatchEvent<Pod>> events) {
    return events.stream().map(e -> object(e).metadata().resourceVersion()).toList();
  }

  private static <T extends KubernetesObject> T object(WatchEvent<T> event) {
    return switch (event) {
      case WatchEvent.Added<T>(var object) -> object;
      case WatchEvent.Modified<T>(var object) -> object;
      default -> throw new AssertionError(event);
    };
  }
}
