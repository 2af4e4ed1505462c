package dev.drover.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.client.Client;
import dev.drover.client.ClientConfig;
import dev.drover.client.Transport;
import dev.drover.runtime.events.EventOptions;
import dev.drover.runtime.events.EventRecorder;
import dev.drover.server.EmbeddedApiServer;
import dev.drover.server.Fault;
import dev.drover.server.RequestMatch;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// Events on the embedded server, and what happens when it fails.
class EventRecorderTest extends EventRecorderContract {
  private static EmbeddedApiServer server;
  private static Client client;

  @BeforeAll
  static void start() {
    server = EmbeddedApiServer.start();
    client =
        Client.connect(
            ClientConfig.fromKubeconfig(server.kubeconfig().getBytes(StandardCharsets.UTF_8)));
  }

  @AfterAll
  static void stop() {
    client.close();
    server.close();
  }

  @Override
  Client client() {
    return client;
  }

  private RequestMatch writes() {
    return RequestMatch.any().resource("events").namespace(namespace);
  }

  @Test
  void recorderNeverBlocksAndCountsDroppedEvents() throws Exception {
    CountDownLatch hanging = new CountDownLatch(1);
    RequestMatch match =
        writes()
            .where(
                _ -> {
                  hanging.countDown();
                  return true;
                });
    EventOptions options =
        EventOptions.of("shop")
            .with(
                o ->
                    o.time(time)
                        .api(EventOptions.Api.EVENTS_V1)
                        .capacity(3)
                        .closing(Duration.ofMillis(100)));
    EventRecorder recorder = new EventRecorder(client, options).start();
    try (var _ = server.faults().inject(match, Fault.delay(Duration.ofSeconds(30)))) {
      recorder.normal(map, "First", "hangs");
      hanging.await();
      for (int i = 0; i < 5; i++) {
        recorder.normal(map, "Later" + i, "waits or is dropped");
      }
      assertThat(recorder.counts())
          .hasToString("EventCounts[recorded=6, written=0, dropped=3, limited=0, failed=0]");
      recorder.close();
      assertThat(recorder.counts())
          .hasToString("EventCounts[recorded=6, written=0, dropped=6, limited=0, failed=0]");
    }
  }

  @Test
  void eventIsRetriedAfterABrokenConnection() throws Exception {
    EventRecorder recorder = recorder(EventOptions.Api.EVENTS_V1);
    try (recorder;
        var _ = server.faults().inject(writes(), Fault.cutBefore(), 2)) {
      recorder.normal(map, "Synced", "at last");
      time.awaitSleeper();
      time.advance(Duration.ofSeconds(10));
      time.awaitSleeper();
      time.advance(Duration.ofSeconds(10));
    }
    assertThat(series()).hasSize(1);
    assertThat(recorder.counts())
        .hasToString("EventCounts[recorded=1, written=1, dropped=0, limited=0, failed=0]");
  }

  @Test
  void unreadableResponseLosesOneEventOnly() {
    AtomicInteger posts = new AtomicInteger();
    ClientConfig config =
        ClientConfig.fromKubeconfig(server.kubeconfig().getBytes(StandardCharsets.UTF_8));
    Transport.Layer odd =
        (request, next) -> {
          if (request.method().equals("POST") && posts.getAndIncrement() == 0) {
            throw new IllegalStateException("<html>come back later</html>");
          }
          return next.send(request);
        };
    try (Client through = Client.connect(config, List.of(odd))) {
      EventRecorder recorder = new EventRecorder(through, EventOptions.of("shop")).start();
      try (recorder) {
        recorder.normal(map, "First", "is lost");
        recorder.normal(map, "Second", "is not");
      }
      assertThat(recorder.counts())
          .hasToString("EventCounts[recorded=2, written=1, dropped=0, limited=0, failed=1]");
    }
  }

  @Test
  void refusedEventIsNotRetried() {
    EventRecorder recorder = recorder(EventOptions.Api.EVENTS_V1);
    try (recorder) {
      recorder.normal(map, "", "without a reason");
      recorder.normal(map, "Synced", "fine");
    }
    assertThat(series()).hasSize(1);
    assertThat(recorder.counts())
        .hasToString("EventCounts[recorded=2, written=1, dropped=0, limited=0, failed=1]");
  }

  @Test
  void closedRecorderWritesNothing() {
    EventRecorder recorder = recorder(EventOptions.Api.EVENTS_V1);
    recorder.close();
    recorder.normal(map, "Late", "too late");
    assertThat(series()).isEmpty();
    assertThat(recorder.counts().dropped()).isEqualTo(1);
  }
}
