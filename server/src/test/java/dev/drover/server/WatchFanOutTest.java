package dev.drover.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.RawExtension;
import java.io.BufferedReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Many watches share a connection, and so the writes to it.
@Timeout(60)
class WatchFanOutTest {
  private static final String CONFIG_MAPS = "/api/v1/namespaces/default/configmaps";
  private static final int WATCHES = 60;
  private static final int EVENTS = 120;

  @AutoClose private final EmbeddedApiServer server = EmbeddedApiServer.start();
  @AutoClose private final Https admin = Https.asAdmin(server);
  @AutoClose private final Https writer = Https.asAdmin(server);

  private static String body(int number) {
    String more = "x".repeat(number % 3 == 0 ? 30_000 : number % 3); // some exceed a TLS record
    return "{\"metadata\":{\"name\":\"shared\"},\"data\":{\"number\":\"%d\",\"more\":\"%s\"}}"
        .formatted(number, more);
  }

  @Test
  void everyWatchOfAConnectionSeesAllEventsInOrder() throws Exception {
    writer.post(CONFIG_MAPS, body(0));
    List<BufferedReader> watches = new ArrayList<>();
    for (int i = 0; i < WATCHES; i++) {
      watches.add(admin.events(CONFIG_MAPS + "?watch=1&fieldSelector=metadata.name=shared"));
    }
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<List<Integer>>> seen = new ArrayList<>();
      for (BufferedReader watch : watches) {
        Callable<List<Integer>> reader = () -> numbers(watch);
        seen.add(threads.submit(reader));
      }
      for (int i = 1; i < EVENTS; i++) {
        writer.put(CONFIG_MAPS + "/shared", body(i));
      }
      for (Future<List<Integer>> numbers : seen) {
        assertThat(numbers.get()).isEqualTo(IntStream.range(0, EVENTS).boxed().toList());
      }
    }
  }

  private static List<Integer> numbers(BufferedReader events) throws Exception {
    List<Integer> numbers = new ArrayList<>();
    while (numbers.size() < EVENTS) {
      Map<?, ?> event = (Map<?, ?>) RawExtension.ofJson(events.readLine()).tree();
      Map<?, ?> data = (Map<?, ?>) ((Map<?, ?>) event.get("object")).get("data");
      numbers.add(Integer.parseInt((String) data.get("number")));
    }
    return numbers;
  }

  @Test
  void watchThatIsNotReadHoldsUpNoOther() throws Exception {
    writer.post(CONFIG_MAPS, body(0));
    BufferedReader idle = admin.events(CONFIG_MAPS + "?watch=1");
    List<BufferedReader> watches = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      watches.add(admin.events(CONFIG_MAPS + "?watch=1&fieldSelector=metadata.name=shared"));
    }
    for (int i = 1; i < EVENTS; i++) {
      writer.put(CONFIG_MAPS + "/shared", body(i));
    }
    for (BufferedReader watch : watches) {
      assertThat(numbers(watch)).hasSize(EVENTS);
    }
    assertThat(idle.readLine()).contains("ADDED");
  }
}
