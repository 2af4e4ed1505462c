package dev.drover.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.server.SimulatedCluster.Node;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Stateful sets as kube-controller-manager keeps them.
class StatefulSetsTest {
  private static final String SETS = "/apis/apps/v1/namespaces/default/statefulsets";
  private static final String DB = SETS + "/db";
  private static final Duration READY = Duration.ofSeconds(10);

  private SimulatedCluster cluster;

  @BeforeEach
  void start() throws Exception {
    cluster = SimulatedCluster.withNodes(2);
  }

  @AfterEach
  void stop() {
    cluster.close();
  }

  private void create(String spec) throws Exception {
    cluster.create(
        SETS,
        """
        {'metadata':{'name':'db'},'spec':{'replicas':3,'serviceName':'db',%s
          'selector':{'matchLabels':{'app':'db'}},
          'template':{'metadata':{'labels':{'app':'db'},
              'annotations':{'simulation.drover.dev/ready-after':'10s'}},
            'spec':{'containers':[{'name':'app','image':'db:1'}]}}}}
        """
            .formatted(spec));
  }

  private void setImage(String image) throws Exception {
    cluster.patch(
        DB,
        "{'spec':{'template':{'spec':{'containers':[{'name':'app','image':'" + image + "'}]}}}}");
  }

  private String names() throws Exception {
    return cluster.pods("app=db").stream().map(Node::name).toList().toString();
  }

  private String images() throws Exception {
    return cluster.pods("app=db").stream()
        .map(pod -> pod.text("spec.containers.0.image"))
        .toList()
        .toString();
  }

  private void comeUp() throws Exception {
    for (int i = 0; i < 3; i++) {
      cluster.advance(READY);
    }
  }

  /// A set whose pods all have its newest revision does not keep others from being looked at.
  @Test
  void everySetGetsItsPods() throws Exception {
    for (String name : List.of("one", "two", "three")) {
      cluster.create(
          SETS,
          """
          {'metadata':{'name':'%1$s'},'spec':{'replicas':1,'serviceName':'%1$s',
            'selector':{'matchLabels':{'app':'%1$s'}},
            'template':{'metadata':{'labels':{'app':'%1$s'}},
              'spec':{'containers':[{'name':'app','image':'db:1'}]}}}}
          """
              .formatted(name));
    }
    for (String name : List.of("one", "two", "three")) {
      assertThat(cluster.pods("app=" + name)).as(name).hasSize(1);
    }
  }

  @Test
  void podsAreCreatedInOrderEachWhenTheOneBeforeIsReady() throws Exception {
    create("");
    assertThat(names()).isEqualTo("[db-0]");
    cluster.advance(READY);
    assertThat(names()).isEqualTo("[db-0, db-1]");
    cluster.advance(READY);
    cluster.advance(READY);
    Node db = cluster.get(DB);
    assertThat(
            db.numbers(
                "status",
                "replicas",
                "readyReplicas",
                "availableReplicas",
                "currentReplicas",
                "updatedReplicas",
                "observedGeneration"))
        .containsExactly(3L, 3L, 3L, 3L, 3L, 1L);
    assertThat(db.text("status.currentRevision"))
        .startsWith("db-")
        .isEqualTo(db.text("status.updateRevision"));
    Node pod = cluster.get(SimulatedCluster.PODS + "/db-2");
    assertThat(pod.text("spec.hostname")).isEqualTo("db-2");
    assertThat(pod.text("spec.subdomain")).isEqualTo("db");
    assertThat(pod.text("metadata.labels.controller-revision-hash"))
        .isEqualTo(db.text("status.updateRevision"));
    assertThat(pod.at("metadata.labels").toString()).contains("statefulset.kubernetes.io/pod-name");
  }

  @Test
  void everyStatefulSetIsServedAndNamesItsPodsAndClaims() throws Exception {
    create("");
    cluster.create(
        SETS,
        """
        {'metadata':{'name':'mq'},'spec':{'replicas':1,'serviceName':'mq',
          'selector':{'matchLabels':{'app':'mq'}},
          'volumeClaimTemplates':[{'metadata':{'name':'data'},'spec':{
            'accessModes':['ReadWriteOnce'],'resources':{'requests':{'storage':'1Gi'}}}}],
          'template':{'metadata':{'labels':{'app':'mq'}},
            'spec':{'containers':[{'name':'app','image':'mq:1'}]}}}}
        """);
    comeUp();
    assertThat(names()).isEqualTo("[db-0, db-1, db-2]");
    assertThat(cluster.get(SETS + "/mq").number("status.readyReplicas")).isEqualTo(1);
    assertThat(cluster.get(SimulatedCluster.PODS + "/mq-0").text("metadata.generateName"))
        .isEqualTo("mq-");
    assertThat(cluster.list("/api/v1/namespaces/default/events"))
        .extracting(event -> event.text("message"))
        .contains("Create Claim data-mq-0 Pod mq-0 in StatefulSet mq success");
  }

  @Test
  void parallelPolicyCreatesAndDeletesAllAtOnce() throws Exception {
    create("'podManagementPolicy':'Parallel',");
    assertThat(names()).isEqualTo("[db-0, db-1, db-2]");
    cluster.patch(DB, "{'spec':{'replicas':1}}");
    assertThat(names()).isEqualTo("[db-0]");
  }

  @Test
  void scaleDownDeletesTheHighestNumbersFirst() throws Exception {
    create("");
    comeUp();
    cluster.patch(DB, "{'spec':{'replicas':1}}");
    assertThat(names()).isEqualTo("[db-0]");
    assertThat(cluster.get(DB).number("status.replicas")).isEqualTo(1);
  }

  @Test
  void updateGoesFromTheHighestNumberDown() throws Exception {
    create("");
    comeUp();
    String first = cluster.get(DB).text("status.currentRevision");
    setImage("db:2");
    assertThat(images()).isEqualTo("[db:1, db:1, db:2]");
    assertThat(cluster.get(DB).text("status.currentRevision")).isEqualTo(first);
    cluster.advance(READY);
    assertThat(images()).isEqualTo("[db:1, db:2, db:2]");
    cluster.advance(READY);
    cluster.advance(READY);
    Node db = cluster.get(DB);
    assertThat(images()).isEqualTo("[db:2, db:2, db:2]");
    assertThat(db.text("status.currentRevision"))
        .isNotEqualTo(first)
        .isEqualTo(db.text("status.updateRevision"));
  }

  @Test
  void updateStopsAtThePartition() throws Exception {
    create("'updateStrategy':{'rollingUpdate':{'partition':2}},");
    comeUp();
    setImage("db:2");
    cluster.advance(READY);
    cluster.advance(READY);
    assertThat(images()).isEqualTo("[db:1, db:1, db:2]");
    cluster.delete(SimulatedCluster.PODS + "/db-0");
    assertThat(images()).as("below the partition pods stay old").isEqualTo("[db:1, db:1, db:2]");
    assertThat(cluster.get(DB).numbers("status", "currentReplicas", "updatedReplicas"))
        .containsExactly(2L, 1L);
  }

  @Test
  void onDeleteStrategyLeavesPodsUntilTheyAreDeleted() throws Exception {
    create("'updateStrategy':{'type':'OnDelete'},");
    comeUp();
    setImage("db:2");
    assertThat(images()).isEqualTo("[db:1, db:1, db:1]");
    cluster.delete(SimulatedCluster.PODS + "/db-1");
    assertThat(images()).isEqualTo("[db:1, db:2, db:1]");
  }

  @Test
  void revisionThatComesBackIsReused() throws Exception {
    create("'podManagementPolicy':'Parallel',");
    comeUp();
    String first = cluster.get(DB).text("status.updateRevision");
    setImage("db:2");
    setImage("db:1");
    assertThat(cluster.get(DB).text("status.updateRevision")).isEqualTo(first);
    assertThat(cluster.list("/apis/apps/v1/namespaces/default/controllerrevisions")).hasSize(2);
  }

  @Test
  void ordinalsMayStartAtAnotherNumber() throws Exception {
    create("'ordinals':{'start':5},'podManagementPolicy':'Parallel',");
    assertThat(names()).isEqualTo("[db-5, db-6, db-7]");
  }
}
