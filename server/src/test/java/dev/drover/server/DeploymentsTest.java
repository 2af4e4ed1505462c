package dev.drover.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.server.SimulatedCluster.Node;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Deployments and replica sets as kube-controller-manager keeps them.
class DeploymentsTest {
  private static final String DEPLOYMENTS = "/apis/apps/v1/namespaces/default/deployments";
  private static final String SETS = "/apis/apps/v1/namespaces/default/replicasets";
  private static final String WEB = DEPLOYMENTS + "/web";
  private static final String[] COUNTS = {
    "replicas", "updatedReplicas", "readyReplicas", "availableReplicas", "unavailableReplicas"
  };

  private SimulatedCluster cluster;

  @BeforeEach
  void start() throws Exception {
    cluster = SimulatedCluster.withNodes(3);
  }

  @AfterEach
  void stop() {
    cluster.close();
  }

  private void deploy(int replicas, String strategy, String annotations) throws Exception {
    cluster.create(
        DEPLOYMENTS,
        """
        {'metadata':{'name':'web'},'spec':{'replicas':%d,'selector':{'matchLabels':{'app':'web'}},%s
          'template':{'metadata':{'labels':{'app':'web'},'annotations':{%s}},
            'spec':{'containers':[{'name':'app','image':'web:1'}]}}}}
        """
            .formatted(replicas, strategy, annotations));
  }

  private void setImage(String image) throws Exception {
    cluster.patch(WEB, template("'spec':{'containers':[{'name':'app','image':'" + image + "'}]}"));
  }

  private static String template(String content) {
    return "{'spec':{'template':{" + content + "}}}";
  }

  private static String rolling(String surge, String unavailable) {
    return "'strategy':{'rollingUpdate':{'maxSurge':%s,'maxUnavailable':%s}},"
        .formatted(surge, unavailable);
  }

  @Test
  void deploymentComesUpWithItsCountsConditionsAndRevision() throws Exception {
    deploy(3, "", "");
    Node web = cluster.get(WEB);
    assertThat(web.numbers("status", COUNTS)).containsExactly(3L, 3L, 3L, 3L, 0L);
    assertThat(web.number("status.observedGeneration")).isEqualTo(1);
    assertThat(web.condition("Available")).isEqualTo("True MinimumReplicasAvailable");
    assertThat(web.condition("Progressing")).isEqualTo("True NewReplicaSetAvailable");
    assertThat(web.annotation("deployment.kubernetes.io/revision")).isEqualTo("1");
    Node set = cluster.list(SETS).getFirst();
    assertThat(set.name()).startsWith("web-").isEqualTo("web-" + hash(set));
    assertThat(set.text("spec.selector.matchLabels.pod-template-hash")).isEqualTo(hash(set));
    assertThat(set.annotation("deployment.kubernetes.io/desired-replicas")).isEqualTo("3");
    assertThat(set.annotation("deployment.kubernetes.io/max-replicas")).isEqualTo("4");
    assertThat(set.numbers("status", "replicas", "fullyLabeledReplicas", "readyReplicas"))
        .containsExactly(3L, 3L, 3L);
    assertThat(cluster.pods("app=web"))
        .hasSize(3)
        .allSatisfy(pod -> assertThat(pod.name()).startsWith(set.name() + "-"))
        .extracting(pod -> pod.text("spec.nodeName"))
        .containsExactlyInAnyOrder("node-1", "node-2", "node-3");
  }

  private static String hash(Node set) {
    return set.text("metadata.labels.pod-template-hash");
  }

  @Test
  void rolloutStaysWithinMaxSurgeAndMaxUnavailable() throws Exception {
    deploy(4, rolling("1", "1"), "'simulation.drover.dev/ready-after':'10s'");
    cluster.advance(Duration.ofSeconds(10));
    assertThat(cluster.get(WEB).number("status.availableReplicas")).isEqualTo(4);
    setImage("web:2");
    for (int round = 0; !isComplete(cluster.get(WEB)); round++) {
      assertThat(round).as("rounds").isLessThan(10);
      Node web = cluster.get(WEB);
      assertThat(web.number("status.availableReplicas")).isGreaterThanOrEqualTo(3);
      assertThat(web.number("status.replicas")).isBetween(3L, 5L);
      cluster.advance(Duration.ofSeconds(10));
    }
    Node web = cluster.get(WEB);
    assertThat(web.condition("Progressing")).isEqualTo("True NewReplicaSetAvailable");
    assertThat(web.annotation("deployment.kubernetes.io/revision")).isEqualTo("2");
    assertThat(cluster.list(SETS)).extracting(s -> s.number("spec.replicas")).contains(0L, 4L);
  }

  private static boolean isComplete(Node web) {
    return web.numbers("status", COUNTS).equals(List.of(4L, 4L, 4L, 4L, 0L));
  }

  @Test
  void rolloutToAnImageThatCannotBePulledStopsAtTheDeadlineAndKeepsOldPods() throws Exception {
    deploy(3, "'progressDeadlineSeconds':60,", "");
    cluster.patch(
        WEB,
        template("'metadata':{'annotations':{'simulation.drover.dev/pull-error':'not found'}}"));
    Node web = cluster.get(WEB);
    assertThat(web.numbers("status", COUNTS)).containsExactly(4L, 1L, 3L, 3L, 1L);
    assertThat(web.condition("Available")).isEqualTo("True MinimumReplicasAvailable");
    assertThat(web.condition("Progressing")).isEqualTo("True ReplicaSetUpdated");
    cluster.advance(Duration.ofSeconds(65));
    assertThat(cluster.get(WEB).condition("Progressing"))
        .isEqualTo("False ProgressDeadlineExceeded");
    assertThat(cluster.pods("app=web"))
        .extracting(pod -> pod.text("status.containerStatuses.0.state.waiting.reason"))
        .contains("ImagePullBackOff");
  }

  @Test
  void rollbackReusesTheReplicaSetUnderAHigherRevision() throws Exception {
    deploy(2, "", "");
    String first = cluster.list(SETS).getFirst().name();
    setImage("web:2");
    setImage("web:1");
    assertThat(cluster.list(SETS)).hasSize(2);
    Node set = cluster.get(SETS + "/" + first);
    assertThat(set.number("status.readyReplicas")).isEqualTo(2);
    assertThat(set.annotation("deployment.kubernetes.io/revision")).isEqualTo("3");
    assertThat(set.annotation("deployment.kubernetes.io/revision-history")).isEqualTo("1");
    assertThat(cluster.get(WEB).annotation("deployment.kubernetes.io/revision")).isEqualTo("3");
  }

  @Test
  void historyOfADeploymentIsLimited() throws Exception {
    deploy(1, "'revisionHistoryLimit':1,", "");
    for (int i = 2; i <= 4; i++) {
      setImage("web:" + i);
    }
    assertThat(cluster.list(SETS))
        .extracting(set -> set.text("spec.template.spec.containers.0.image"))
        .containsExactlyInAnyOrder("web:3", "web:4");
  }

  @Test
  void recreateStopsAllOldPodsBeforeNewOnesStart() throws Exception {
    deploy(2, "'strategy':{'type':'Recreate'},", "'simulation.drover.dev/stop-after':'5s'");
    setImage("web:2");
    assertThat(cluster.pods("app=web"))
        .extracting(pod -> pod.text("spec.containers.0.image"))
        .containsExactly("web:1", "web:1");
    cluster.advance(Duration.ofSeconds(5));
    assertThat(cluster.pods("app=web"))
        .extracting(pod -> pod.text("spec.containers.0.image"))
        .containsExactly("web:2", "web:2");
    assertThat(cluster.get(WEB).number("status.readyReplicas")).isEqualTo(2);
  }

  @Test
  void pausedDeploymentScalesButDoesNotRollOut() throws Exception {
    deploy(2, "", "");
    cluster.patch(WEB, "{'spec':{'paused':true}}");
    setImage("web:2");
    cluster.patch(WEB, "{'spec':{'replicas':5}}");
    Node web = cluster.get(WEB);
    assertThat(web.condition("Progressing")).isEqualTo("Unknown DeploymentPaused");
    assertThat(web.numbers("status", "replicas", "updatedReplicas")).containsExactly(5L, 0L);
    cluster.patch(WEB, "{'spec':{'paused':false}}");
    assertThat(cluster.get(WEB).numbers("status", COUNTS)).containsExactly(5L, 5L, 5L, 5L, 0L);
  }

  @Test
  void scaleDownDeletesPodsThatAreNotReadyFirst() throws Exception {
    deploy(3, "", "");
    String sick = cluster.pods("app=web").get(1).name();
    cluster.patch(
        SimulatedCluster.PODS + "/" + sick,
        "{'metadata':{'annotations':{'simulation.drover.dev/ready':'false'}}}");
    assertThat(cluster.get(WEB).number("status.readyReplicas")).isEqualTo(2);
    cluster.patch(WEB, "{'spec':{'replicas':2}}");
    assertThat(cluster.pods("app=web")).hasSize(2).extracting(Node::name).doesNotContain(sick);
  }

  @Test
  void deletedPodIsReplaced() throws Exception {
    deploy(1, "", "");
    String first = cluster.pods("app=web").getFirst().name();
    cluster.delete(SimulatedCluster.PODS + "/" + first);
    assertThat(cluster.pods("app=web"))
        .singleElement()
        .satisfies(pod -> assertThat(pod.name()).isNotEqualTo(first));
  }

  @Test
  void deletedDeploymentTakesItsReplicaSetsAndPodsAlong() throws Exception {
    deploy(2, "", "");
    cluster.delete(WEB);
    assertThat(cluster.list(SETS)).isEmpty();
    assertThat(cluster.pods("app=web")).isEmpty();
  }

  @Test
  void minReadySecondsDelayAvailability() throws Exception {
    deploy(1, "'minReadySeconds':30,", "");
    assertThat(cluster.get(WEB).numbers("status", "readyReplicas", "availableReplicas"))
        .containsExactly(1L, 0L);
    cluster.advance(Duration.ofSeconds(30));
    assertThat(cluster.get(WEB).number("status.availableReplicas")).isEqualTo(1);
  }

  @Test
  void quotaThatIsExceededIsAConditionOfReplicaSetAndDeployment() throws Exception {
    cluster.create(
        "/api/v1/namespaces/default/resourcequotas",
        "{'metadata':{'name':'few'},'spec':{'hard':{'pods':'1'}}}");
    cluster
        .admin()
        .send(
            "PATCH",
            "/api/v1/namespaces/default/resourcequotas/few/status",
            "{\"status\":{\"hard\":{\"pods\":\"1\"},\"used\":{\"pods\":\"0\"}}}",
            "Content-Type",
            "application/merge-patch+json");
    deploy(2, "", "");
    assertThat(cluster.list(SETS).getFirst().condition("ReplicaFailure"))
        .isEqualTo("True FailedCreate");
    assertThat(cluster.get(WEB).condition("ReplicaFailure")).isEqualTo("True FailedCreate");
  }

  @Test
  void replicaSetAdoptsAPodThatItSelectsAndReleasesOneThatItNoLongerSelects() throws Exception {
    cluster.create(
        SimulatedCluster.PODS,
        """
        {'metadata':{'name':'orphan','labels':{'app':'lone'}},
          'spec':{'containers':[{'name':'app','image':'web:1'}]}}
        """);
    cluster.create(
        SETS,
        """
        {'metadata':{'name':'lone'},'spec':{'replicas':1,'selector':{'matchLabels':{'app':'lone'}},
          'template':{'metadata':{'labels':{'app':'lone'}},
            'spec':{'containers':[{'name':'app','image':'web:1'}]}}}}
        """);
    assertThat(cluster.pods("app=lone")).extracting(Node::name).containsExactly("orphan");
    String orphan = SimulatedCluster.PODS + "/orphan";
    assertThat(cluster.get(orphan).text("metadata.ownerReferences.0.name")).isEqualTo("lone");
    cluster.patch(orphan, "{'metadata':{'labels':{'app':'other'}}}");
    assertThat(cluster.get(orphan).at("metadata.ownerReferences")).isNull();
    assertThat(cluster.pods("app=lone")).hasSize(1);
  }

  @Test
  void adoptedPodsCountAtOnceSoThatNoneIsCreatedBesideThem() throws Exception {
    for (String name : List.of("one", "two")) {
      cluster.create(
          SimulatedCluster.PODS,
          """
          {'metadata':{'name':'%s','labels':{'app':'lone'}},
            'spec':{'containers':[{'name':'app','image':'web:1'}]}}
          """
              .formatted(name));
    }
    cluster.create(
        SETS,
        """
        {'metadata':{'name':'lone'},'spec':{'replicas':2,'selector':{'matchLabels':{'app':'lone'}},
          'template':{'metadata':{'labels':{'app':'lone'}},
            'spec':{'containers':[{'name':'app','image':'web:1'}]}}}}
        """);
    assertThat(cluster.pods("app=lone")).extracting(Node::name).containsExactly("one", "two");
    assertThat(cluster.list("/api/v1/namespaces/default/events"))
        .extracting(event -> event.text("reason"))
        .doesNotContain("SuccessfulCreate", "SuccessfulDelete");
    assertThat(cluster.get(SETS + "/lone").number("status.replicas")).isEqualTo(2);
  }

  @Test
  void deploymentAdoptsTheReplicaSetThatAnOrphaningDeletionLeft() throws Exception {
    deploy(2, "", "");
    List<String> pods = cluster.pods("app=web").stream().map(Node::name).toList();
    cluster.delete(WEB + "?propagationPolicy=Orphan");
    deploy(2, "", "");
    assertThat(cluster.list(SETS))
        .singleElement()
        .satisfies(
            set ->
                assertThat(set.text("metadata.ownerReferences.0.uid"))
                    .isEqualTo(cluster.get(WEB).text("metadata.uid")));
    assertThat(cluster.pods("app=web")).extracting(Node::name).isEqualTo(pods);
  }
}
