package dev.drover.recipes.condition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.api.Condition;
import dev.drover.api.ObjectMeta;
import dev.drover.model.core.v1.ConfigMap;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;

/// A list of conditions is changed as the API conventions say.
class ConditionsTest {
  private static final Instant NOW = Instant.parse("2026-11-18T10:00:00.5Z");
  private static final InstantSource CLOCK = InstantSource.fixed(NOW);

  private static ConfigMap generation(long number) {
    return ConfigMap.named("a", "b")
        .with(m -> m.metadata(ObjectMeta.builder().name("b").generation(number).build()));
  }

  private static Conditions at(Instant time, Conditions conditions) {
    return conditions.observed(generation(7), InstantSource.fixed(time));
  }

  @Test
  void newConditionHasTimeGenerationReasonAndMessage() {
    Condition ready =
        Conditions.none()
            .observed(generation(3), CLOCK)
            .setTrue("Ready", "Synced", "all is well")
            .find("Ready")
            .orElseThrow();
    assertThat(ready.status()).isEqualTo("True");
    assertThat(ready.reason()).isEqualTo("Synced");
    assertThat(ready.message()).isEqualTo("all is well");
    assertThat(ready.observedGeneration()).isEqualTo(3);
    assertThat(ready.lastTransitionTime()).isEqualTo(Instant.parse("2026-11-18T10:00:00Z"));
  }

  @Test
  void transitionTimeChangesOnlyWithTheStatus() {
    Conditions first = at(NOW, Conditions.none()).setTrue("Ready", "A", "");
    Instant later = NOW.plus(Duration.ofHours(1));
    Conditions other = at(later, first).setTrue("Ready", "B", "other");
    Instant before = first.find("Ready").orElseThrow().lastTransitionTime();
    assertThat(other.find("Ready").orElseThrow().lastTransitionTime()).isEqualTo(before);
    assertThat(other.find("Ready").orElseThrow().reason()).isEqualTo("B");
    Conditions no = at(later, other).setFalse("Ready", "C", "");
    assertThat(no.find("Ready").orElseThrow().lastTransitionTime()).isAfter(before);
  }

  @Test
  void settingAnEqualConditionReturnsTheSameValue() {
    Conditions first = at(NOW, Conditions.none()).setTrue("Ready", "A", "m");
    assertThat(at(NOW.plusSeconds(60), first).setTrue("Ready", "A", "m").list())
        .isEqualTo(first.list());
  }

  @Test
  void conditionsAreSortedAndUniqueByType() {
    Condition one = Condition.builder().type("Z").status("True").reason("A").build();
    Condition two = one.with(c -> c.status("False"));
    Conditions sorted = Conditions.of(List.of(one, two)).observed(generation(1), CLOCK);
    assertThat(sorted.setUnknown("B", "R", "").list())
        .extracting(Condition::type)
        .containsExactly("B", "Z");
    assertThat(sorted.isFalse("Z")).isTrue();
  }

  @Test
  void clearingAConditionLeavesTheEarlierValueUnchanged() {
    Conditions both = at(NOW, Conditions.none()).setTrue("A", "R", "").setTrue("B", "R", "");
    assertThat(both.clear("A").list()).extracting(Condition::type).containsExactly("B");
    assertThat(both.list()).hasSize(2);
    assertThat(both.clear("none")).isSameAs(both);
  }

  @Test
  void invalidConditionIsRefused() {
    Conditions none = Conditions.none();
    assertThatThrownBy(() -> none.setTrue("Ready", "", "m")).hasMessageContaining("reason");
    assertThatThrownBy(() -> none.setTrue("Ready", "two words", "m")).hasMessageContaining("word");
    assertThatThrownBy(() -> none.setTrue("", "R", "m")).hasMessageContaining("type");
    assertThatThrownBy(
            () -> none.set(Condition.builder().type("A").status("yes").reason("R").build()))
        .hasMessageContaining("'yes'");
    assertThat(none.setTrue("A", "R", "x".repeat(40_000)).list().getFirst().message())
        .hasSize(32768);
  }
}
