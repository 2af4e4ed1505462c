package dev.drover.testkit;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.api.CustomResource;
import dev.drover.api.KubernetesObject;
import dev.drover.api.ObjectMeta;
import dev.drover.api.crd.Maximum;
import dev.drover.api.crd.Minimum;
import dev.drover.runtime.webhook.Conversion;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ConversionCheckTest {
  @CustomResource(group = "check.drover.dev", version = "v1")
  record Lamp(ObjectMeta metadata, @Minimum(0) @Maximum(100) int percent, List<String> colors)
      implements KubernetesObject {}

  @CustomResource(group = "check.drover.dev", version = "v1alpha1", kind = "Lamp", storage = false)
  record FirstLamp(
      ObjectMeta metadata,
      @Minimum(0) @Maximum(100) int brightness,
      @Nullable String color,
      List<String> moreColors)
      implements KubernetesObject {}

  private static FirstLamp fromHub(Lamp lamp) {
    return new FirstLamp(
        lamp.metadata(),
        lamp.percent(),
        lamp.colors().isEmpty() ? null : lamp.colors().getFirst(),
        lamp.colors().isEmpty() ? List.of() : lamp.colors().subList(1, lamp.colors().size()));
  }

  @Test
  void lossOfAFieldIsFoundWithItsPath() {
    Conversion<Lamp> lossy =
        Conversion.hub(Lamp.class)
            .spoke(
                FirstLamp.class,
                first -> new Lamp(first.metadata(), first.brightness(), first.moreColors()),
                ConversionCheckTest::fromHub);
    assertThatThrownBy(() -> ConversionCheck.of(lossy).run())
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining(
            "conversion of Lamp.check.drover.dev: v1 to v1alpha1 and back changes")
        .hasMessageContaining("colors");
  }

  @Test
  void failureOfAFunctionIsFoundWithTheObject() {
    Conversion<Lamp> failing =
        Conversion.hub(Lamp.class)
            .spoke(
                FirstLamp.class,
                first -> {
                  throw new IllegalStateException("not yet");
                },
                ConversionCheckTest::fromHub);
    assertThatThrownBy(() -> ConversionCheck.of(failing).withSeed(7).withObjects(3).run())
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("fails with seed 7")
        .hasRootCauseMessage("not yet");
  }

  @CustomResource(group = "check.drover.dev", version = "v1beta1", kind = "Lamp", storage = false)
  record SameLamp(ObjectMeta metadata, @Minimum(0) @Maximum(100) int level, List<String> tints)
      implements KubernetesObject {}

  @Test
  void conversionWithoutLossPasses() {
    ConversionCheck.of(
            Conversion.hub(Lamp.class)
                .spoke(
                    SameLamp.class,
                    same -> new Lamp(same.metadata(), same.level(), same.tints()),
                    lamp -> new SameLamp(lamp.metadata(), lamp.percent(), lamp.colors())))
        .run();
  }
}
