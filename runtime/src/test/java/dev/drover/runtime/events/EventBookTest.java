package dev.drover.runtime.events;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.model.core.v1.ConfigMap;
import dev.drover.model.core.v1.Event;
import dev.drover.runtime.internal.ManualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// How events are counted, without a server.
class EventBookTest {
  private static final EventOptions OPTIONS = EventOptions.of("shop").with(o -> o.host("h1"));
  private final ManualTime time = new ManualTime();
  private long serial;

  private Occurrence occurrence(String name, String reason, String note) {
    var reference = Occurrence.reference(ConfigMap.named("ns", name));
    return new Occurrence(
        reference,
        null,
        Occurrence.Type.NORMAL,
        reason,
        reason,
        note,
        serial++,
        time.nanos(),
        time.instant());
  }

  private static List<String> kinds(List<EventWrite> writes) {
    return writes.stream().map(write -> write.getClass().getSimpleName()).toList();
  }

  private static int count(List<EventWrite> writes) {
    var event = (dev.drover.model.events.v1.Event) writes.getFirst().event();
    return event.series() == null ? 1 : event.series().count();
  }

  @Test
  void seriesIsWrittenWithItsSecondEventThenEveryHalfHourAndWhenItIsOver() {
    SeriesBook book = new SeriesBook(OPTIONS);
    assertThat(kinds(book.record(occurrence("a", "R", "n")))).containsExactly("Create");
    assertThat(count(book.record(occurrence("a", "R", "n")))).isEqualTo(2);
    for (int minute = 1; minute < 30; minute++) {
      time.advance(Duration.ofMinutes(1));
      assertThat(book.record(occurrence("a", "R", "n"))).isEmpty();
      assertThat(book.look(time.nanos())).isEmpty();
    }
    time.advance(Duration.ofMinutes(1));
    assertThat(count(book.look(time.nanos()))).isEqualTo(31);
    book.record(occurrence("a", "R", "n"));
    time.advance(Duration.ofMinutes(6));
    assertThat(count(book.look(time.nanos()))).isEqualTo(32);
    assertThat(kinds(book.record(occurrence("a", "R", "n")))).containsExactly("Create");
  }

  @Test
  void singleEventExpiresWithoutAWrite() {
    SeriesBook book = new SeriesBook(OPTIONS);
    book.record(occurrence("a", "R", "n"));
    time.advance(Duration.ofMinutes(6));
    assertThat(book.look(time.nanos())).isEmpty();
    assertThat(kinds(book.record(occurrence("a", "R", "n")))).containsExactly("Create");
  }

  @Test
  void eventBookIsBounded() {
    SeriesBook book = new SeriesBook(OPTIONS);
    book.record(occurrence("first", "R", "n"));
    book.record(occurrence("first", "R", "n"));
    book.record(occurrence("first", "R", "n"));
    List<EventWrite> last = new ArrayList<>();
    for (int i = 0; i < EventBook.CAPACITY; i++) {
      last = book.record(occurrence("other" + i, "R", "n"));
    }
    assertThat(kinds(last)).containsExactly("Create", "Update"); // the count of the one put out
    assertThat(kinds(book.record(occurrence("first", "R", "n")))).contains("Create");
  }

  @Test
  void tenthSimilarEventBecomesOneWithThoseThatFollow() {
    AggregateBook book = new AggregateBook(OPTIONS);
    List<EventWrite> all = new ArrayList<>();
    for (int i = 1; i <= 12; i++) {
      all.addAll(book.record(occurrence("a", "R", "message " + i)));
    }
    assertThat(kinds(all).subList(0, 10)).containsOnly("Create");
    assertThat(kinds(all).subList(10, 12)).containsOnly("Update");
    assertThat(((Event) all.get(8).event()).message()).isEqualTo("message 9");
    assertThat(((Event) all.get(9).event()).message())
        .isEqualTo("(combined from similar events): message 10");
    assertThat(((Event) all.get(11).event()).count()).isEqualTo(3);
  }

  @Test
  void similarEventsOfLongAgoDoNotCount() {
    AggregateBook book = new AggregateBook(OPTIONS);
    for (int i = 1; i < 10; i++) {
      book.record(occurrence("a", "R", "message " + i));
    }
    time.advance(Duration.ofMinutes(11));
    List<EventWrite> next = book.record(occurrence("a", "R", "message 10"));
    assertThat(((Event) next.getFirst().event()).message()).isEqualTo("message 10");
  }

  @Test
  void eventsAboveTheRateOfAnObjectAreDroppedAndCounted() {
    AggregateBook book = new AggregateBook(OPTIONS);
    int written = 0;
    for (int i = 0; i < 30; i++) {
      written += book.record(occurrence("a", "R", "the same")).size();
    }
    assertThat(written).isEqualTo(25);
    assertThat(book.limited()).isEqualTo(5);
    assertThat(book.record(occurrence("b", "R", "another object"))).hasSize(1);
    time.advance(Duration.ofMinutes(5));
    assertThat(book.record(occurrence("a", "R", "the same"))).hasSize(1);
    assertThat(book.record(occurrence("a", "R", "the same"))).isEmpty();
  }

  @Test
  void eventNameIsThatOfTheObjectAndANumber() {
    assertThat(occurrence("a", "R", "n").name()).isEqualTo("a.0");
    assertThat(occurrence("system:role", "R", "n").name()).matches("[0-9a-f-]{36}");
    assertThat(occurrence("x".repeat(253), "R", "n").name()).hasSize(36);
  }

  @Test
  void eventNoteIsCutAtTheLimitOfTheServer() {
    assertThat(Occurrence.cut("short")).isEqualTo("short");
    assertThat(Occurrence.cut("x".repeat(1024))).hasSize(1024);
    assertThat(Occurrence.cut("x".repeat(1025))).hasSize(1024).endsWith("x...");
    assertThat(Occurrence.cut("ü".repeat(600))).isEqualTo("ü".repeat(510) + "...");
  }
}
