package dev.drover.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.server.SimulatedCluster.Node;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Pods on simulated nodes: how they come up and go wrong.
class SimulatedPodsTest {
  private static final String POD = SimulatedCluster.PODS + "/one";

  private SimulatedCluster cluster;

  @BeforeEach
  void start() throws Exception {
    cluster = SimulatedCluster.withNodes(2);
  }

  @AfterEach
  void stop() {
    cluster.close();
  }

  /// @param annotations names without their prefix, such as `'ready':'false'`
  private Node pod(String spec, String annotations) throws Exception {
    cluster.create(
        SimulatedCluster.PODS,
        """
        {'metadata':{'name':'one','annotations':{%s}},'spec':{%s'containers':[{'name':'app','image':'i:1'}]}}
        """
            .formatted(annotations.replace("{", "'simulation.drover.dev/"), spec));
    return cluster.get(POD);
  }

  private static String container(Node pod, String path) {
    return pod.text("status.containerStatuses.0." + path);
  }

  @Test
  void podIsScheduledRunsAndIsReady() throws Exception {
    Node pod = pod("'initContainers':[{'name':'prepare','image':'p:1'}],", "");
    assertThat(pod.text("spec.nodeName")).startsWith("node-");
    assertThat(pod.text("status.phase")).isEqualTo("Running");
    assertThat(pod.text("status.podIP")).startsWith("10.244.");
    for (String type :
        new String[] {
          "PodReadyToStartContainers", "Initialized", "Ready", "ContainersReady", "PodScheduled"
        }) {
      assertThat(pod.condition(type)).as(type).isEqualTo("True");
    }
    assertThat(container(pod, "ready")).isEqualTo("true");
    assertThat(container(pod, "state.running.startedAt")).isEqualTo(cluster.time(Duration.ZERO));
    assertThat(pod.text("status.initContainerStatuses.0.state.terminated.reason"))
        .isEqualTo("Completed");
    assertThat(
            cluster
                .admin()
                .get(POD, "Accept", "application/json;as=Table;v=v1;g=meta.k8s.io")
                .text())
        .contains("\"1/1\",\"Running\"");
  }

  @Test
  void podStartsAndBecomesReadyAfterTheDelaysOfItsAnnotations() throws Exception {
    Node pod = pod("", "{start-after':'5s',{ready-after':'10s'");
    assertThat(pod.text("status.phase")).isEqualTo("Pending");
    assertThat(container(pod, "state.waiting.reason")).isEqualTo("ContainerCreating");
    cluster.advance(Duration.ofSeconds(5));
    assertThat(cluster.get(POD).text("status.phase")).isEqualTo("Running");
    assertThat(cluster.get(POD).condition("Ready")).isEqualTo("False ContainersNotReady");
    cluster.advance(Duration.ofSeconds(10));
    assertThat(cluster.get(POD).condition("Ready")).isEqualTo("True");
  }

  @Test
  void readinessFollowsTheAnnotationWhileThePodRuns() throws Exception {
    pod("", "{ready':'false'");
    assertThat(cluster.get(POD).condition("Ready")).isEqualTo("False ContainersNotReady");
    cluster.patch(POD, "{'metadata':{'annotations':{'simulation.drover.dev/ready':null}}}");
    assertThat(cluster.get(POD).condition("Ready")).isEqualTo("True");
  }

  @Test
  void containerThatFailsIsRestartedWithBackOff() throws Exception {
    Node pod = pod("", "{exit-code':'3',{exit-after':'1s'");
    assertThat(container(pod, "ready")).isEqualTo("true");
    cluster.advance(Duration.ofSeconds(1)); // the first restart comes at once
    assertThat(container(cluster.get(POD), "restartCount")).isEqualTo("1");
    cluster.advance(Duration.ofSeconds(1));
    Node failing = cluster.get(POD);
    assertThat(container(failing, "state.waiting.reason")).isEqualTo("CrashLoopBackOff");
    assertThat(container(failing, "state.waiting.message")).startsWith("back-off 10s restarting");
    assertThat(container(failing, "lastState.terminated.exitCode")).isEqualTo("3");
    assertThat(failing.text("status.phase")).isEqualTo("Running");
    cluster.advance(Duration.ofSeconds(10));
    assertThat(container(cluster.get(POD), "restartCount")).isEqualTo("2");
  }

  @Test
  void containerThatFailsAFewTimesRunsInTheEnd() throws Exception {
    pod("", "{exit-code':'1',{exit-times':'2',{restart-after':'0s',{exit-reason':'OOMKilled'");
    Node pod = cluster.get(POD);
    assertThat(container(pod, "restartCount")).isEqualTo("2");
    assertThat(container(pod, "lastState.terminated.reason")).isEqualTo("OOMKilled");
    assertThat(pod.condition("Ready")).isEqualTo("True");
  }

  @Test
  void podWithoutRestartsEndsWithItsContainer() throws Exception {
    Node failed = pod("'restartPolicy':'Never',", "{exit-code':'2'");
    assertThat(failed.text("status.phase")).isEqualTo("Failed");
    assertThat(failed.condition("Ready")).isEqualTo("False PodFailed");
    cluster.delete(POD);
    Node succeeded = pod("'restartPolicy':'OnFailure',", "{exit-code':'0'");
    assertThat(succeeded.text("status.phase")).isEqualTo("Succeeded");
    assertThat(succeeded.condition("Ready")).isEqualTo("False PodCompleted");
  }

  /// The kubelet removes a pod as soon as it is marked, perhaps before the deletion does.
  @Test
  @Tag("slow")
  void deletionOfAPodSucceedsThoughTheKubeletRemovesItFirst() throws Exception {
    for (int i = 0; i < 150; i++) {
      pod("'restartPolicy':'Never',", "{exit-code':'2'");
      cluster.delete(POD);
      assertThat(cluster.exists(POD)).isFalse();
    }
  }

  @Test
  void annotationForOneContainerLeavesTheOthersAlone() throws Exception {
    cluster.create(
        SimulatedCluster.PODS,
        """
        {'metadata':{'name':'two','annotations':{'simulation.drover.dev/pull-error.b':'unauthorized'}},
          'spec':{'containers':[{'name':'a','image':'a:1'},{'name':'b','image':'b:1'}]}}
        """);
    Node pod = cluster.get(SimulatedCluster.PODS + "/two");
    assertThat(container(pod, "ready")).isEqualTo("true");
    assertThat(pod.text("status.containerStatuses.1.state.waiting.reason"))
        .isEqualTo("ImagePullBackOff");
    assertThat(pod.text("status.containerStatuses.1.state.waiting.message"))
        .isEqualTo("Back-off pulling image \"b:1\": unauthorized");
    assertThat(pod.text("status.phase")).isEqualTo("Pending");
  }

  @Test
  void podThatNoNodeTakesWaitsUntilOneDoes() throws Exception {
    Node pod = pod("'nodeSelector':{'disk':'ssd'},", "");
    assertThat(pod.text("spec.nodeName")).isEmpty();
    assertThat(pod.condition("PodScheduled")).isEqualTo("False Unschedulable");
    assertThat(pod.text("status.conditions.0.message"))
        .isEqualTo("0/2 nodes are available: 2 node(s) didn't match Pod's node affinity/selector.");
    cluster.patch("/api/v1/nodes/node-2", "{'metadata':{'labels':{'disk':'ssd'}}}");
    assertThat(cluster.get(POD).text("spec.nodeName")).isEqualTo("node-2");
    assertThat(cluster.get(POD).condition("Ready")).isEqualTo("True");
  }

  @Test
  void taintsAndCordonsKeepPodsAway() throws Exception {
    cluster.patch(
        "/api/v1/nodes/node-1",
        "{'spec':{'taints':[{'key':'only','value':'gpu','effect':'NoSchedule'}]}}");
    cluster.patch("/api/v1/nodes/node-2", "{'spec':{'unschedulable':true}}");
    assertThat(pod("", "").condition("PodScheduled")).isEqualTo("False Unschedulable");
    cluster.delete(POD);
    Node tolerant = pod("'tolerations':[{'key':'only','operator':'Equal','value':'gpu'}],", "");
    assertThat(tolerant.text("spec.nodeName")).isEqualTo("node-1");
  }

  @Test
  void podThatAsksForMoreThanANodeHasIsNotScheduled() throws Exception {
    cluster.create(
        SimulatedCluster.PODS,
        """
        {'metadata':{'name':'large'},'spec':{'containers':[{'name':'a','image':'a:1',
          'resources':{'requests':{'cpu':'100'}}}]}}
        """);
    Node pod = cluster.get(SimulatedCluster.PODS + "/large");
    assertThat(pod.text("status.conditions.0.message"))
        .isEqualTo("0/2 nodes are available: 2 Insufficient cpu.");
  }

  @Test
  void deletedPodTakesTheTimeOfItsAnnotationButNotMoreThanItsGracePeriod() throws Exception {
    pod("'terminationGracePeriodSeconds':20,", "{stop-after':'1m'");
    cluster.delete(POD);
    assertThat(cluster.get(POD).text("metadata.deletionTimestamp"))
        .isEqualTo(cluster.time(Duration.ofSeconds(20)));
    cluster.advance(Duration.ofSeconds(19));
    assertThat(cluster.exists(POD)).isTrue();
    cluster.advance(Duration.ofSeconds(1));
    assertThat(cluster.exists(POD)).isFalse();
  }

  @Test
  void podsOfANodeThatIsNotReadyAreNotReady() throws Exception {
    Node pod = pod("", "");
    String node = "/api/v1/nodes/" + pod.text("spec.nodeName");
    cluster.patch(node, "{'metadata':{'annotations':{'simulation.drover.dev/ready':'false'}}}");
    assertThat(cluster.get(node).condition("Ready")).isEqualTo("False KubeletNotReady");
    assertThat(cluster.get(POD).condition("Ready")).isEqualTo("False NodeNotReady");
    cluster.patch(node, "{'metadata':{'annotations':{'simulation.drover.dev/ready':null}}}");
    assertThat(cluster.get(POD).condition("Ready")).isEqualTo("True");
  }

  @Test
  void logsOfSimulatedContainersAnswer() throws Exception {
    pod("", "");
    assertThat(cluster.admin().get(POD + "/log").text())
        .isEqualTo("simulated: container app of i:1 started\n");
    cluster.patch(
        POD, "{'metadata':{'annotations':{'simulation.drover.dev/logs':'one\\ntwo\\nthree'}}}");
    assertThat(cluster.admin().get(POD + "/log?tailLines=2").text()).isEqualTo("two\nthree\n");
    assertThat(cluster.admin().get(POD + "/log?previous=true").status()).isEqualTo(400);
  }

  @Test
  void eventsTellWhatHappenedToAPod() throws Exception {
    pod("", "");
    assertThat(cluster.list("/api/v1/namespaces/default/events"))
        .filteredOn(event -> event.text("involvedObject.name").equals("one"))
        .extracting(event -> event.text("reason"))
        .containsExactlyInAnyOrder("Scheduled", "Pulled", "Created", "Started");
  }
}
