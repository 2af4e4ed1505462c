package dev.drover.testkit.trial;

import static dev.drover.testkit.trial.Specimen.child;
import static dev.drover.testkit.trial.Specimen.pages;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.api.CustomResource;
import dev.drover.api.KubernetesObject;
import dev.drover.api.ObjectMeta;
import dev.drover.api.crd.Maximum;
import dev.drover.api.crd.Minimum;
import dev.drover.api.crd.Rule;
import dev.drover.model.core.v1.ConfigMap;
import dev.drover.runtime.Manager;
import dev.drover.runtime.Result;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class DesiredStatesTest {
  @Test
  @Tag("slow")
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

  @Test
  void samplesOfPatternsMatchThem() {
    for (String pattern :
        List.of(
            "^[a-z]{3}-[0-9]+$",
            "^(small|medium|large)$",
            "^v?[0-9]+\\.[0-9]+(-(alpha|beta)[0-9]*)?$",
            "^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$",
            "^\\d{4}-\\d{2}$",
            "^(?:[A-Z]{2,3}|x)$")) {
      List<String> samples = PatternSamples.of(pattern);
      assertThat(samples).as(pattern).isNotEmpty().allMatch(text -> text.matches(pattern));
    }
    assertThat(PatternSamples.of("^(?=a)b$")).as("look-ahead is not understood").isEmpty();
  }

  @Test
  void propertiesOfBuiltInShapesGetValuesThatMeanSomething() {
    Map<String, Object> schema =
        Map.of(
            "required",
            List.of("image", "limits"),
            "properties",
            Map.of(
                "image",
                Map.of("type", "string"),
                "limits",
                Map.of(
                    "type",
                    "object",
                    "additionalProperties",
                    Map.of("x-kubernetes-int-or-string", true))));
    assertThat(SchemaValues.valid(List.of("spec"), schema))
        .extracting(SchemaValues.Change::toString)
        .contains("spec.image = walk:1", "spec.limits = {cpu=100m}");
  }

  /// May only grow.
  @CustomResource(group = "trials.drover.dev", version = "v1")
  record Disk(ObjectMeta metadata, Spec spec) implements KubernetesObject {
    record Spec(
        @Minimum(1) @Maximum(4) @Rule(value = "self >= oldSelf", message = "no disk shrinks")
            int gigabytes) {}
  }

  @Test
  void statesThatRulesForbidOnTheWayAreLeftOut() {
    TrialSummary summary =
        Trials.walk(
            "disk",
            m -> {
              m.install(Disk.class);
              m.controllerFor(Disk.class)
                  .owns(ConfigMap.class)
                  .complete(
                      (disk, ctx) -> {
                        ctx.client()
                            .apply(
                                ConfigMap.named(disk.namespace(), disk.name())
                                    .with(
                                        c ->
                                            c.ownedBy(disk)
                                                .data("size", "" + disk.spec().gigabytes())));
                        return Result.done();
                      });
            },
            new Disk(ObjectMeta.builder().name("data").build(), new Disk.Spec(1)));
    assertThat(summary.points()).isGreaterThanOrEqualTo(3);
  }
}
