package dev.drover.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.server.SimulatedCluster.Node;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Jobs as kube-controller-manager runs them. Simulated containers of jobs end with 0.
class JobsTest {
  private static final String JOBS = "/apis/batch/v1/namespaces/default/jobs";
  private static final String WORK = JOBS + "/work";
  private static final String LABEL = "batch.kubernetes.io/job-name=work";
  private static final Duration MINUTE = Duration.ofMinutes(1);

  private SimulatedCluster cluster;

  @BeforeEach
  void start() throws Exception {
    cluster = SimulatedCluster.withNodes(2);
  }

  @AfterEach
  void stop() {
    cluster.close();
  }

  /// @param annotations of pods, without their prefix
  private void create(String spec, String restartPolicy, String annotations) throws Exception {
    cluster.create(
        JOBS,
        """
        {'metadata':{'name':'work'},'spec':{%s'template':{'metadata':{'annotations':{%s}},
          'spec':{'restartPolicy':'%s','containers':[{'name':'app','image':'work:1'}]}}}}
        """
            .formatted(spec, annotations.replace("{", "'simulation.drover.dev/"), restartPolicy));
  }

  private Node job() throws Exception {
    return cluster.get(WORK);
  }

  @Test
  void jobCompletesWhenItsPodSucceeds() throws Exception {
    create("", "Never", "");
    Node job = job();
    assertThat(job.condition("Complete")).isEqualTo("True CompletionsReached");
    assertThat(job.condition("SuccessCriteriaMet")).isEqualTo("True CompletionsReached");
    assertThat(job.numbers("status", "succeeded", "failed", "active", "ready", "terminating"))
        .containsExactly(1L, 0L, 0L, 0L, 0L);
    assertThat(job.text("status.startTime")).isEqualTo(cluster.time(Duration.ZERO));
    assertThat(job.text("status.completionTime")).isEqualTo(cluster.time(Duration.ZERO));
    assertThat(cluster.pods(LABEL))
        .singleElement()
        .satisfies(
            pod -> {
              assertThat(pod.text("status.phase")).isEqualTo("Succeeded");
              assertThat(pod.at("metadata.finalizers")).isNull();
            });
  }

  @Test
  void jobRunsAsManyPodsAtOnceAsItsParallelismAllows() throws Exception {
    create("'completions':5,'parallelism':2,", "Never", "{exit-code':'0',{exit-after':'1m'");
    assertThat(job().numbers("status", "active", "ready")).containsExactly(2L, 2L);
    cluster.advance(MINUTE);
    assertThat(job().numbers("status", "active", "succeeded")).containsExactly(2L, 2L);
    cluster.advance(MINUTE);
    assertThat(job().numbers("status", "active", "succeeded")).containsExactly(1L, 4L);
    cluster.advance(MINUTE);
    assertThat(job().number("status.succeeded")).isEqualTo(5);
    assertThat(job().condition("Complete")).isEqualTo("True CompletionsReached");
  }

  @Test
  void jobFailsAfterItsBackOffLimitWithPausesBetweenPods() throws Exception {
    create("'backoffLimit':2,", "Never", "{exit-code':'1'");
    assertThat(job().numbers("status", "active", "failed")).containsExactly(0L, 1L);
    cluster.advance(Duration.ofSeconds(9));
    assertThat(job().number("status.failed")).isEqualTo(1);
    cluster.advance(Duration.ofSeconds(1));
    assertThat(job().number("status.failed")).isEqualTo(2);
    cluster.advance(Duration.ofSeconds(20));
    assertThat(job().number("status.failed")).isEqualTo(3);
    assertThat(job().condition("FailureTarget")).isEqualTo("True BackoffLimitExceeded");
    assertThat(job().condition("Failed")).isEqualTo("True BackoffLimitExceeded");
    assertThat(cluster.pods(LABEL)).hasSize(3);
  }

  @Test
  void restartsOfContainersCountAgainstTheBackOffLimit() throws Exception {
    create("'backoffLimit':1,", "OnFailure", "{exit-code':'1'");
    assertThat(job().condition("Failed")).isEqualTo("True BackoffLimitExceeded");
  }

  @Test
  void activeDeadlineEndsAJobAndItsPods() throws Exception {
    create("'activeDeadlineSeconds':60,", "Never", "{exit-code':'0',{exit-after':'1h'");
    assertThat(job().number("status.active")).isEqualTo(1);
    cluster.advance(MINUTE);
    assertThat(job().condition("Failed")).isEqualTo("True DeadlineExceeded");
    assertThat(job().number("status.active")).isZero();
    assertThat(cluster.pods(LABEL)).isEmpty();
  }

  @Test
  void suspendedJobHasNoPodsUntilItIsResumed() throws Exception {
    create("'suspend':true,", "Never", "{exit-code':'0',{exit-after':'1m'");
    assertThat(job().condition("Suspended")).isEqualTo("True JobSuspended");
    assertThat(cluster.pods(LABEL)).isEmpty();
    cluster.patch(WORK, "{'spec':{'suspend':false}}");
    assertThat(job().condition("Suspended")).isEqualTo("False JobResumed");
    assertThat(cluster.pods(LABEL)).hasSize(1);
    cluster.patch(WORK, "{'spec':{'suspend':true}}");
    assertThat(cluster.pods(LABEL)).isEmpty();
    assertThat(job().numbers("status", "active", "failed")).containsExactly(0L, 0L);
  }

  @Test
  void indexedJobHasAPodForEachIndex() throws Exception {
    create("'completions':3,'parallelism':3,'completionMode':'Indexed',", "Never", "");
    assertThat(job().text("status.completedIndexes")).isEqualTo("0-2");
    assertThat(job().number("status.succeeded")).isEqualTo(3);
    assertThat(job().condition("Complete")).isEqualTo("True CompletionsReached");
    assertThat(cluster.pods(LABEL))
        .allSatisfy(pod -> assertThat(pod.name()).matches("work-[0-2]-[a-z0-9]{5}"))
        .extracting(pod -> pod.text("spec.hostname"))
        .containsExactlyInAnyOrder("work-0", "work-1", "work-2");
    assertThat(cluster.pods(LABEL).getFirst().text("spec.containers.0.env.0.name"))
        .isEqualTo("JOB_COMPLETION_INDEX");
  }

  @Test
  void indexThatFailsTooOftenIsNotTriedAgainAndTheJobFailsAfterTheOthers() throws Exception {
    create(
        "'completions':2,'parallelism':2,'completionMode':'Indexed','backoffLimitPerIndex':1,",
        "Never",
        "{exit-code':'1'");
    cluster.advance(MINUTE);
    assertThat(job().text("status.failedIndexes")).isEqualTo("0,1");
    assertThat(job().condition("Failed")).isEqualTo("True FailedIndexes");
    assertThat(job().number("status.failed")).isEqualTo(4);
    assertThat(cluster.pods(LABEL))
        .extracting(pod -> pod.annotation("batch.kubernetes.io/job-index-failure-count"))
        .containsExactlyInAnyOrder("0", "0", "1", "1");
  }

  @Test
  void podsThatASuccessPolicyStopsAreNoFailures() throws Exception {
    try (SimulatedCluster bare = SimulatedCluster.withControllers("job-controller")) {
      bare.create(
          JOBS,
          """
          {'metadata':{'name':'work'},'spec':{'completions':2,'parallelism':2,
            'completionMode':'Indexed','successPolicy':{'rules':[{'succeededIndexes':'0'}]},
            'template':{'spec':{'restartPolicy':'Never',
              'containers':[{'name':'app','image':'work:1'}]}}}}
          """);
      String first =
          bare.pods(LABEL).stream()
              .filter(pod -> pod.annotation("batch.kubernetes.io/job-completion-index").equals("0"))
              .map(Node::name)
              .findFirst()
              .orElseThrow();
      bare.patch(
          SimulatedCluster.PODS + "/" + first + "/status", "{'status':{'phase':'Succeeded'}}");
      assertThat(bare.get(WORK).condition("Complete")).isEqualTo("True SuccessPolicy");
      assertThat(bare.get(WORK).numbers("status", "succeeded", "failed", "active"))
          .containsExactly(1L, 0L, 0L);
    }
  }

  @Test
  void successPolicyEndsAJobEarly() throws Exception {
    create(
        "'completions':3,'parallelism':1,'completionMode':'Indexed',"
            + "'successPolicy':{'rules':[{'succeededIndexes':'0'}]},",
        "Never",
        "");
    assertThat(job().condition("SuccessCriteriaMet")).isEqualTo("True SuccessPolicy");
    assertThat(job().condition("Complete")).isEqualTo("True SuccessPolicy");
    assertThat(job().text("status.completedIndexes")).isEqualTo("0");
  }

  @Test
  void podFailurePolicyFailsTheJobOrIgnoresTheFailure() throws Exception {
    create(
        "'podFailurePolicy':{'rules':[{'action':'FailJob',"
            + "'onExitCodes':{'operator':'In','values':[42]}}]},",
        "Never",
        "{exit-code':'42'");
    assertThat(job().condition("Failed")).isEqualTo("True PodFailurePolicy");
    cluster.delete(WORK + "?propagationPolicy=Background");
    create(
        "'backoffLimit':0,'podFailurePolicy':{'rules':[{'action':'Ignore',"
            + "'onExitCodes':{'operator':'In','values':[42]}}]},",
        "Never",
        "{exit-code':'42'");
    assertThat(job().number("status.failed")).isZero();
    assertThat(job().condition("Failed")).isEmpty();
  }

  @Test
  void podThatIsDeletedCountsAsFailedAndIsReplaced() throws Exception {
    create("", "Never", "{exit-code':'0',{exit-after':'1h'");
    String first = cluster.pods(LABEL).getFirst().name();
    cluster.delete(SimulatedCluster.PODS + "/" + first);
    assertThat(job().number("status.failed")).isEqualTo(1);
    assertThat(cluster.exists(SimulatedCluster.PODS + "/" + first)).isFalse();
    cluster.advance(MINUTE);
    assertThat(cluster.pods(LABEL)).hasSize(1);
  }

  @Test
  void finishedJobIsDeletedAfterItsTimeToLive() throws Exception {
    create("'ttlSecondsAfterFinished':60,", "Never", "");
    cluster.advance(Duration.ofSeconds(59));
    assertThat(cluster.exists(WORK)).isTrue();
    cluster.advance(Duration.ofSeconds(1));
    assertThat(cluster.exists(WORK)).isFalse();
    assertThat(cluster.pods(LABEL)).isEmpty();
  }

  @Test
  void podsOfADeletedJobGoWithIt() throws Exception {
    create("", "Never", "{exit-code':'0',{exit-after':'1h'");
    assertThat(cluster.pods(LABEL)).hasSize(1);
    cluster.delete(WORK + "?propagationPolicy=Background");
    cluster.advance(MINUTE); // their time to end is over
    assertThat(cluster.exists(WORK)).isFalse();
    assertThat(cluster.pods(LABEL)).isEmpty();
  }

  @Test
  void podsOfAnOrphaningJobStayWithoutItsFinalizer() throws Exception {
    create("", "Never", "{exit-code':'0',{exit-after':'1h'");
    cluster.delete(WORK + "?propagationPolicy=Orphan");
    assertThat(cluster.exists(WORK)).isFalse();
    assertThat(cluster.pods(LABEL))
        .singleElement()
        .satisfies(
            pod -> {
              assertThat(pod.at("metadata.ownerReferences")).isNull();
              assertThat(pod.at("metadata.finalizers")).isNull();
            });
  }
}
