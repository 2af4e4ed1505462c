package dev.drover.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.server.SimulatedCluster.Node;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Daemon sets as kube-controller-manager keeps them.
class DaemonSetsTest {
  private static final String SETS = "/apis/apps/v1/namespaces/default/daemonsets";
  private static final String LOG = SETS + "/log";

  private SimulatedCluster cluster;

  @BeforeEach
  void start() throws Exception {
    cluster = SimulatedCluster.withNodes(3);
  }

  @AfterEach
  void stop() {
    cluster.close();
  }

  private void create(String spec, String podSpec, String annotations) throws Exception {
    cluster.create(
        SETS,
        """
        {'metadata':{'name':'log'},'spec':{%s'selector':{'matchLabels':{'app':'log'}},
          'template':{'metadata':{'labels':{'app':'log'},'annotations':{%s}},
            'spec':{%s'containers':[{'name':'app','image':'log:1'}]}}}}
        """
            .formatted(spec, annotations, podSpec));
  }

  private void setImage(String image) throws Exception {
    cluster.patch(
        LOG,
        "{'spec':{'template':{'spec':{'containers':[{'name':'app','image':'" + image + "'}]}}}}");
  }

  private List<String> nodes() throws Exception {
    return cluster.pods("app=log").stream().map(p -> p.text("spec.nodeName")).sorted().toList();
  }

  @Test
  void eachNodeGetsAPodAlsoOneThatComesLater() throws Exception {
    create("", "", "");
    assertThat(nodes()).containsExactly("node-1", "node-2", "node-3");
    assertThat(
            cluster
                .get(LOG)
                .numbers(
                    "status",
                    "desiredNumberScheduled",
                    "currentNumberScheduled",
                    "numberReady",
                    "numberAvailable",
                    "updatedNumberScheduled",
                    "numberUnavailable"))
        .containsExactly(3L, 3L, 3L, 3L, 3L, 0L);
    cluster.create("/api/v1/nodes", "{'metadata':{'name':'late'}}");
    assertThat(nodes()).containsExactly("late", "node-1", "node-2", "node-3");
    cluster.delete("/api/v1/nodes/late");
    assertThat(cluster.get(LOG).number("status.desiredNumberScheduled")).isEqualTo(3);
  }

  @Test
  void daemonsRunOnCordonedNodesButNotOnTaintedOnes() throws Exception {
    cluster.patch("/api/v1/nodes/node-1", "{'spec':{'unschedulable':true}}");
    cluster.patch(
        "/api/v1/nodes/node-2",
        "{'spec':{'taints':[{'key':'only','value':'gpu','effect':'NoSchedule'}]}}");
    create("", "", "");
    assertThat(nodes()).containsExactly("node-1", "node-3");
    assertThat(cluster.get(LOG).number("status.desiredNumberScheduled")).isEqualTo(2);
  }

  @Test
  void nodeSelectorPicksNodes() throws Exception {
    cluster.patch("/api/v1/nodes/node-2", "{'metadata':{'labels':{'disk':'ssd'}}}");
    create("", "'nodeSelector':{'disk':'ssd'},", "");
    assertThat(nodes()).containsExactly("node-2");
    cluster.patch("/api/v1/nodes/node-2", "{'metadata':{'labels':{'disk':null}}}");
    assertThat(nodes()).isEmpty();
  }

  @Test
  void rollingUpdateReplacesAsManyPodsAsMayBeUnavailable() throws Exception {
    create("", "", "'simulation.drover.dev/ready-after':'10s'");
    cluster.advance(Duration.ofSeconds(10));
    setImage("log:2");
    for (int updated = 1; updated <= 3; updated++) {
      assertThat(cluster.get(LOG).numbers("status", "updatedNumberScheduled", "numberAvailable"))
          .containsExactly((long) updated, 2L);
      cluster.advance(Duration.ofSeconds(10));
    }
    assertThat(cluster.get(LOG).number("status.numberAvailable")).isEqualTo(3);
    assertThat(cluster.pods("app=log"))
        .extracting(pod -> pod.text("spec.containers.0.image"))
        .containsOnly("log:2");
  }

  @Test
  @Tag("slow")
  void surgeKeepsTheOldPodUntilTheNewOneIsAvailable() throws Exception {
    create(
        "'updateStrategy':{'rollingUpdate':{'maxSurge':1,'maxUnavailable':0}},",
        "",
        "'simulation.drover.dev/ready-after':'10s'");
    cluster.advance(Duration.ofSeconds(10));
    setImage("log:2");
    for (int round = 0; round < 3; round++) {
      assertThat(cluster.pods("app=log")).hasSize(4);
      cluster.advance(Duration.ofSeconds(10));
    }
    assertThat(cluster.pods("app=log"))
        .hasSize(3)
        .extracting(pod -> pod.text("spec.containers.0.image"))
        .containsOnly("log:2");
  }

  @Test
  void failedDaemonIsReplaced() throws Exception {
    create("", "", "");
    Node pod = cluster.pods("app=log").getFirst();
    cluster
        .admin()
        .send(
            "PATCH",
            SimulatedCluster.PODS + "/" + pod.name() + "/status",
            "{\"status\":{\"phase\":\"Failed\"}}",
            "Content-Type",
            "application/merge-patch+json");
    cluster.settle();
    assertThat(cluster.pods("app=log"))
        .hasSize(3)
        .extracting(Node::name)
        .doesNotContain(pod.name());
  }
}
