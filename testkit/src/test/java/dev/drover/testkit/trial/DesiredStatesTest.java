package dev.drover.testkit.trial;

import static dev.drover.testkit.trial.Specimen.child;
import static dev.drover.testkit.trial.Specimen.pages;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.model.core.v1.ConfigMap;
import dev.drover.runtime.Manager;
import dev.drover.runtime.Result;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DesiredStatesTest {
  @Test
  void controllerThatDerivesEverythingFromSpecPassesWalk() {
    TrialSummary summary = Trials.walk("good", m -> copies(m, true), Page.of("hello", "1"));
    assertThat(summary.points()).isGreaterThan(5);
  }

  @Test
  void walkFindsAPathDependentState() {
    assertThatThrownBy(() -> Trials.walk("sticky", m -> copies(m, false), Page.of("hello", "1")))
        .isInstanceOf(TrialFailure.class)
        .hasMessageContaining("is not the one that is reached from nothing")
        .hasMessageContaining("is not in the undisturbed run");
  }

  /// Makes so many copies as are wanted.
  private static void copies(Manager manager, boolean removesOthers) {
    pages(
        manager,
        (page, ctx) -> {
          int copies = page.spec().copies() == null ? 1 : page.spec().copies();
          for (int i = 1; i <= copies; i++) {
            ctx.client().apply(child(page, page.name() + "-" + i));
          }
          for (ConfigMap map : ctx.client().list(ConfigMap.class)) {
            boolean isOwn = map.name().matches(page.name() + "-[0-9]+");
            if (removesOthers && isOwn && number(map.name()) > copies) {
              ctx.client().delete(map);
            }
          }
          return Result.done();
        });
  }

  private static int number(String name) {
    return Integer.parseInt(name.substring(name.lastIndexOf('-') + 1));
  }

  @Test
  void valuesStayWithinBoundsAndChoices() {
    Map<String, Object> schema =
        Map.of(
            "required",
            List.of("size"),
            "properties",
            Map.of(
                "size", Map.of("type", "integer", "minimum", 3, "maximum", 4),
                "mode", Map.of("type", "string", "enum", List.of("Fast", "Safe"))));
    assertThat(SchemaValues.valid(List.of("spec"), schema))
        .extracting(SchemaValues.Change::toString)
        .containsExactlyInAnyOrder(
            "spec.size = 3",
            "spec.size = 4",
            "spec.mode = Fast",
            "spec.mode = Safe",
            "spec.mode is removed");
    assertThat(SchemaValues.invalid(List.of("spec"), schema))
        .extracting(SchemaValues.Change::toString)
        .contains("spec.size = 2", "spec.size = 5");
  }
}
