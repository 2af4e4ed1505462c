package dev.drover.bench.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class TallyTest {
  @Test
  void tallyAcceptsAllEventsInOrder() throws InterruptedException {
    Tally tally = counted(101, 102, 103);

    tally.await(Duration.ZERO);

    assertThat(tally.seen()).isEqualTo(3);
    assertThat(tally.isInOrder()).isTrue();
  }

  @Test
  void tallyReportsGapsDuplicatesAndReordering() {
    assertThat(counted(101, 103, 104).isInOrder()).isFalse();
    assertThat(counted(101, 101, 102).isInOrder()).isFalse();
    assertThat(counted(102, 101, 103).isInOrder()).isFalse();
  }

  @Test
  void tallyReportsMissingEvents() {
    Tally tally = counted(101, 102);

    assertThatThrownBy(() -> tally.await(Duration.ZERO)).hasMessage("saw 2 of 3 events");
  }

  private static Tally counted(long... versions) {
    Tally tally = new Tally(3, 100);
    LongStream.of(versions).mapToObj(Long::toString).forEach(tally::count);
    return tally;
  }
}
