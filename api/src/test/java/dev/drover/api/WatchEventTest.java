package dev.drover.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class WatchEventTest {
  @Test // C02
  void everyEventIsOneOfFiveCasesThatASwitchCovers() {
    assertThat(describe(new WatchEvent.Added<>("pod"))).isEqualTo("added pod");
    assertThat(describe(new WatchEvent.Modified<>("pod"))).isEqualTo("modified pod");
    assertThat(describe(new WatchEvent.Deleted<>("pod"))).isEqualTo("deleted pod");
    assertThat(describe(new WatchEvent.Bookmark<>("42", false))).isEqualTo("at 42");
    assertThat(describe(new WatchEvent.Bookmark<>("42", true))).isEqualTo("initial state at 42");
    var gone = Status.builder().code(410).build();
    assertThat(describe(new WatchEvent.Failed<>(gone))).isEqualTo("failed 410");
  }

  private static String describe(WatchEvent<String> event) {
    return switch (event) {
      case WatchEvent.Added(var object) -> "added " + object;
      case WatchEvent.Modified(var object) -> "modified " + object;
      case WatchEvent.Deleted(var lastState) -> "deleted " + lastState;
      case WatchEvent.Bookmark(var resourceVersion, var initialEventsEnd) ->
          (initialEventsEnd ? "initial state at " : "at ") + resourceVersion;
      case WatchEvent.Failed(var status) -> "failed " + status.code();
    };
  }

  @Test
  void everyEventHasItsNameOfTheWire() {
    var status = Status.builder().build();
    assertThat(
            List.of(
                new WatchEvent.Added<>("pod"),
                new WatchEvent.Modified<>("pod"),
                new WatchEvent.Deleted<>("pod"),
                new WatchEvent.Bookmark<String>("42", false),
                new WatchEvent.Failed<String>(status)))
        .extracting(WatchEvent::type)
        .containsExactly("ADDED", "MODIFIED", "DELETED", "BOOKMARK", "ERROR");
  }

  @Test
  @SuppressWarnings("NullAway") // that is the point
  void noEventIsWithoutItsContent() {
    List<Supplier<WatchEvent<String>>> events =
        List.of(
            () -> new WatchEvent.Added<>(null),
            () -> new WatchEvent.Modified<>(null),
            () -> new WatchEvent.Deleted<>(null),
            () -> new WatchEvent.Bookmark<>(null, false),
            () -> new WatchEvent.Failed<>(null));
    for (var event : events) {
      assertThatNullPointerException().isThrownBy(event::get);
    }
  }
}
