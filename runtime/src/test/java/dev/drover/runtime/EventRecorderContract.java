package dev.drover.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.client.Client;
import dev.drover.client.ListOptions;
import dev.drover.model.core.v1.ConfigMap;
import dev.drover.model.core.v1.Namespace;
import dev.drover.runtime.events.EventOptions;
import dev.drover.runtime.events.EventRecorder;
import dev.drover.runtime.internal.ManualTime;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What a recorder promises, on any server.
abstract class EventRecorderContract {
  private static final AtomicInteger NAMES = new AtomicInteger();

  final String namespace = "events-" + NAMES.incrementAndGet();
  final ManualTime time = new ManualTime();
  ConfigMap map;

  abstract Client client();

  @BeforeEach
  void createObject() {
    client().create(Namespace.named(namespace));
    map = client().create(ConfigMap.named(namespace, "a"));
  }

  EventRecorder recorder(EventOptions.Api api) {
    EventOptions options =
        EventOptions.of("shop")
            .with(o -> o.host("h1").api(api).time(time).closing(Duration.ofSeconds(30)));
    return new EventRecorder(client(), options).start();
  }

  List<dev.drover.model.events.v1.Event> series() {
    return client()
        .resources(dev.drover.model.events.v1.Event.class)
        .inNamespace(namespace)
        .list(ListOptions.defaults())
        .items()
        .stream()
        .sorted(Comparator.comparing(event -> event.metadata().name()))
        .toList();
  }

  List<dev.drover.model.core.v1.Event> events() {
    return client()
        .resources(dev.drover.model.core.v1.Event.class)
        .inNamespace(namespace)
        .list(ListOptions.defaults())
        .items();
  }

  @Test
  void eventIsWrittenInTheNewKindWhereTheServerHasIt() {
    try (EventRecorder recorder = recorder(EventOptions.Api.BY_DISCOVERY)) {
      recorder.warning(map, map, "NoQuota", "Scaling", "used up");
    }
    assertThat(series())
        .singleElement()
        .satisfies(
            event -> {
              assertThat(event.type()).isEqualTo("Warning");
              assertThat(event.reason()).isEqualTo("NoQuota");
              assertThat(event.action()).isEqualTo("Scaling");
              assertThat(event.note()).isEqualTo("used up");
              assertThat(event.reportingController()).isEqualTo("shop");
              assertThat(event.reportingInstance()).isEqualTo("shop-h1");
              assertThat(event.eventTime()).isEqualTo(time.instant());
              assertThat(event.regarding().kind()).isEqualTo("ConfigMap");
              assertThat(event.regarding().apiVersion()).isEqualTo("v1");
              assertThat(event.regarding().uid()).isEqualTo(map.metadata().uid());
              assertThat(event.series()).isNull();
            });
  }

  @Test
  void sameEventAgainIsASeriesWhoseCountIsWrittenAtTheEnd() {
    EventRecorder recorder = recorder(EventOptions.Api.EVENTS_V1);
    try (recorder) {
      for (int i = 0; i < 5; i++) {
        recorder.normal(map, "Synced", "for the time " + i);
        time.advance(Duration.ofSeconds(1));
      }
      recorder.normal(map, "Other", "not of this series");
    }
    assertThat(series()).hasSize(2);
    assertThat(series().getFirst().note()).isEqualTo("for the time 0");
    assertThat(series().getFirst().series())
        .satisfies(
            s -> {
              assertThat(s.count()).isEqualTo(5);
              assertThat(s.lastObservedTime()).isEqualTo(time.instant().minusSeconds(1));
            });
    assertThat(recorder.counts())
        .hasToString("EventCounts[recorded=6, written=4, dropped=0, limited=0, failed=0]");
  }

  @Test
  void expiredEventIsWrittenAgain() {
    try (EventRecorder recorder = recorder(EventOptions.Api.EVENTS_V1)) {
      recorder.normal(map, "Synced", "once");
      while (recorder.counts().written() < 1) {
        Thread.onSpinWait();
      }
      client()
          .resources(dev.drover.model.events.v1.Event.class)
          .inNamespace(namespace)
          .delete(series().getFirst().metadata().name());
      recorder.normal(map, "Synced", "once");
    }
    assertThat(series())
        .singleElement()
        .satisfies(e -> assertThat(e.series().count()).isEqualTo(2));
  }

  @Test
  void coreEventHasACount() {
    EventRecorder recorder = recorder(EventOptions.Api.CORE_V1);
    try (recorder) {
      for (int i = 0; i < 3; i++) {
        recorder.normal(map, "Synced", "the same");
        time.advance(Duration.ofSeconds(1));
      }
    }
    assertThat(events())
        .singleElement()
        .satisfies(
            event -> {
              assertThat(event.count()).isEqualTo(3);
              assertThat(event.message()).isEqualTo("the same");
              assertThat(event.source().component()).isEqualTo("shop");
              assertThat(event.source().host()).isEqualTo("h1");
              assertThat(event.involvedObject().name()).isEqualTo("a");
              assertThat(event.firstTimestamp()).isEqualTo(time.instant().minusSeconds(3));
              assertThat(event.lastTimestamp()).isEqualTo(time.instant().minusSeconds(1));
            });
    assertThat(recorder.counts().written()).isEqualTo(3);
  }

  @Test
  void objectsOfTheClusterHaveTheirEventsInTheDefaultNamespace() {
    Namespace object = client().resources(Namespace.class).get(namespace);
    EventRecorder recorder = recorder(EventOptions.Api.EVENTS_V1);
    try (recorder) {
      recorder.normal(object, "Seen", "here");
    }
    assertThat(recorder.counts().failed()).isZero();
    assertThat(
            client()
                .resources(dev.drover.model.events.v1.Event.class)
                .inNamespace("default")
                .list(ListOptions.defaults())
                .items())
        .anyMatch(event -> namespace.equals(event.regarding().name()));
  }
}
