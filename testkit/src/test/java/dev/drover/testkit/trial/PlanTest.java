package dev.drover.testkit.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
  void smallerPlansLackOneDisturbanceEach() {
    Disturbance first = new Disturbance.Restart(1);
    Disturbance second = new Disturbance.Restart(2);
    assertThat(Plan.of(first, second).smaller()).containsExactly(Plan.of(second), Plan.of(first));
    assertThat(Plan.of(first).smaller()).isEmpty();
  }
}
