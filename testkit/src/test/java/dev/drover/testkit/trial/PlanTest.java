package dev.drover.testkit.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class PlanTest {
  private static final CallPoint POINT = new CallPoint("apply configmaps hello", 2);

  @Test
  void planSurvivesEncodingOfEveryDisturbance() {
    Plan plan =
        Plan.of(
            new Disturbance.AtCall(POINT, Effect.CRASH_AFTER),
            new Disturbance.AtCall(new CallPoint("create pods web-*", 1), Effect.TIMEOUT_BEFORE),
            new Disturbance.DeletedChild(2, "configmaps hello"),
            new Disturbance.SlowWatch(1, "pages"),
            new Disturbance.WatchGap(3, "pages"),
            new Disturbance.StaleRestart(2, POINT),
            new Disturbance.Restart(1));
    assertThat(Plan.decode(plan.encode())).isEqualTo(plan);
    assertThat(plan.encode()).doesNotContain(" ");
  }

  @Test
  void unknownDisturbanceIsRefused() {
    assertThatThrownBy(() -> Plan.decode("explode=now@1"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("explode");
    assertThatThrownBy(() -> Plan.decode("nonsense"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("nonsense");
  }

  @Test
  void textThatIsNoPlanIsRefusedWithItsReasonAndAnExample() {
    for (String text :
        List.of(
            "nonsense",
            "restart=now",
            "restart=now@0",
            "restart=now@x",
            "restart=now@99999999999",
            "crash-after=apply_configmaps_hello",
            "crash-after=apply_configmaps_hello#-1",
            "stale=apply_configmaps_hello@2",
            "restart=now@1,",
            ",")) {
      assertThatThrownBy(() -> Plan.decode(text))
          .as(text)
          .isExactlyInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("cannot replay the plan '" + text + "'")
          .hasMessageContaining("such as crash-after=apply_configmaps_hello#1");
    }
    assertThat(Plan.decode(" restart=now@2 ")).isEqualTo(Plan.of(new Disturbance.Restart(2)));
  }

  @Test
  void namesWithUnderscoresAndCommasSurviveEncoding() {
    Plan plan =
        Plan.of(
            new Disturbance.AtCall(new CallPoint("create roles a_b,c%5F", 1), Effect.CRASH_BEFORE),
            new Disturbance.DeletedChild(1, "roles a_b,c d"));
    assertThat(Plan.decode(plan.encode())).isEqualTo(plan);
  }

  @Test
  void smallerPlansLackOneDisturbanceEach() {
    Disturbance first = new Disturbance.Restart(1);
    Disturbance second = new Disturbance.Restart(2);
    assertThat(Plan.of(first, second).smaller()).containsExactly(Plan.of(second), Plan.of(first));
    assertThat(Plan.of(first).smaller()).isEmpty();
  }
}
