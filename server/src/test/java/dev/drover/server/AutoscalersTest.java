package dev.drover.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// How autoscalers scale to metrics that are given, by the cluster's clock.
class AutoscalersTest {
  private static final String AUTOSCALERS =
      "/apis/autoscaling/v2/namespaces/default/horizontalpodautoscalers";
  private static final String WEB = AUTOSCALERS + "/web";

  private SimulatedCluster cluster;

  @BeforeEach
  void start() throws Exception {
    cluster = SimulatedCluster.withNodes(3);
  }

  @AfterEach
  void stop() {
    cluster.close();
  }

  /// @param behavior what the spec has beside its limits and a metric, such as `'behavior':{…},`
  private void deploy(int replicas, int max, String behavior) throws Exception {
    cluster.create(
        "/apis/apps/v1/namespaces/default/deployments",
        """
        {'metadata':{'name':'web'},'spec':{'replicas':%d,'selector':{'matchLabels':{'app':'web'}},
          'template':{'metadata':{'labels':{'app':'web'}},'spec':{'containers':[{'name':'app',
            'image':'web:1','resources':{'requests':{'cpu':'100m'}}}]}}}}
        """
            .formatted(replicas));
    cluster.create(
        AUTOSCALERS,
        """
        {'metadata':{'name':'web','annotations':{'metrics.simulation.drover.dev/cpu':'100m'}},
          'spec':{'maxReplicas':%d,%s
            'scaleTargetRef':{'apiVersion':'apps/v1','kind':'Deployment','name':'web'},
            'metrics':[{'type':'Resource','resource':{'name':'cpu',
              'target':{'type':'Utilization','averageUtilization':100}}}]}}
        """
            .formatted(max, behavior));
    assertThat(replicas()).isEqualTo(replicas);
  }

  private void load(String cpu) throws Exception {
    cluster.patch(
        WEB,
        "{'metadata':{'annotations':{'metrics.simulation.drover.dev/cpu':'%s'}}}".formatted(cpu));
  }

  private int replicas() throws Exception {
    return cluster.pods("app=web").size();
  }

  private String condition(String type) throws Exception {
    return cluster.get(WEB).condition(type);
  }

  @Test
  void autoscalerScalesToTheGivenMetrics() throws Exception {
    deploy(2, 5, "");
    load("200m");
    assertThat(cluster.get(WEB).number("status.desiredReplicas")).isEqualTo(5);
    assertThat(condition("ScalingLimited")).isEqualTo("True TooManyReplicas");
    assertThat(
            cluster.get(WEB).number("status.currentMetrics.0.resource.current.averageUtilization"))
        .isEqualTo(200);
    assertThat(replicas()).isEqualTo(5);
    load("20m");
    assertThat(replicas()).as("not before five minutes").isEqualTo(5);
    assertThat(condition("AbleToScale")).isEqualTo("True ScaleDownStabilized");
    cluster.advance(Duration.ofMinutes(5));
    assertThat(replicas()).isEqualTo(1);
  }

  @Test
  void highestRecommendationOfTheLastMinutesCounts() throws Exception {
    deploy(4, 10, "");
    load("50m"); // 2 at 0:00, after 4
    cluster.advance(Duration.ofMinutes(3));
    load("75m"); // 3 at 3:00
    cluster.advance(Duration.ofMinutes(1));
    load("25m"); // 1 at 4:00
    assertThat(replicas()).isEqualTo(4);
    cluster.advance(Duration.ofMinutes(2)); // 4 is too old, 3 is not
    assertThat(replicas()).isEqualTo(3);
  }

  @Test
  void workloadIsScaledIntoItsLimitsAtOnce() throws Exception {
    deploy(4, 10, "");
    cluster.patch(WEB, "{'spec':{'maxReplicas':3}}");
    assertThat(replicas()).isEqualTo(3);
    cluster.patch(WEB, "{'spec':{'maxReplicas':10,'minReplicas':6}}");
    assertThat(replicas()).isEqualTo(6);
  }

  @Test
  void policiesLimitHowFastAWorkloadGrows() throws Exception {
    deploy(
        2,
        20,
        """
        'behavior':{'scaleUp':{'policies':[{'type':'Pods','value':3,'periodSeconds':60}]}},
        """);
    load("1000m");
    assertThat(replicas()).as("3 within a minute").isEqualTo(5);
    assertThat(condition("ScalingLimited")).isEqualTo("True ScaleUpLimit");
    cluster.advance(Duration.ofSeconds(30));
    assertThat(replicas()).isEqualTo(5);
    cluster.advance(Duration.ofSeconds(30));
    assertThat(replicas()).isEqualTo(8);
  }

  @Test
  void smallestPolicyCountsIfSelected() throws Exception {
    deploy(
        4,
        20,
        """
        'behavior':{'scaleDown':{'stabilizationWindowSeconds':0,'selectPolicy':'Min','policies':[
          {'type':'Percent','value':50,'periodSeconds':60},
          {'type':'Pods','value':1,'periodSeconds':60}]}},
        """);
    load("10m");
    assertThat(replicas()).isEqualTo(3);
    assertThat(condition("ScalingLimited")).isEqualTo("True ScaleDownLimit");
    cluster.advance(Duration.ofMinutes(1));
    assertThat(replicas()).isEqualTo(2);
  }

  @Test
  void directionCanBeSwitchedOff() throws Exception {
    deploy(
        4,
        20,
        """
        'behavior':{'scaleDown':{'stabilizationWindowSeconds':0,'selectPolicy':'Disabled'}},
        """);
    load("10m");
    assertThat(replicas()).isEqualTo(4);
    load("200m");
    assertThat(replicas()).isEqualTo(8);
  }

  @Test
  void growthWaitsForTheWindowOfStabilization() throws Exception {
    deploy(
        2,
        20,
        """
        'behavior':{'scaleUp':{'stabilizationWindowSeconds':120}},
        """);
    load("200m");
    assertThat(replicas()).isEqualTo(2);
    assertThat(condition("AbleToScale")).isEqualTo("True ScaleUpStabilized");
    cluster.advance(Duration.ofSeconds(120));
    assertThat(replicas()).isEqualTo(4);
  }

  @Test
  void differencesWithinTheToleranceChangeNothing() throws Exception {
    deploy(
        4,
        6,
        """
        'behavior':{'scaleUp':{'tolerance':'300m'}},
        """);
    load("125m");
    assertThat(replicas()).isEqualTo(4);
    load("150m");
    assertThat(replicas()).isEqualTo(6);
  }
}
