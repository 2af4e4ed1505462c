package dev.drover.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.server.SimulatedCluster.Node;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Cron jobs by the server's clock.
class CronJobsTest {
  private static final String CRON_JOBS = "/apis/batch/v1/namespaces/default/cronjobs";
  private static final String TICK = CRON_JOBS + "/tick";
  private static final String JOBS = "/apis/batch/v1/namespaces/default/jobs";
  private static final Duration MINUTE = Duration.ofMinutes(1);

  private SimulatedCluster cluster;

  @BeforeEach
  void start() throws Exception {
    cluster = SimulatedCluster.withNodes(1);
  }

  @AfterEach
  void stop() {
    cluster.close();
  }

  /// Once a minute.
  ///
  /// @param exitAfter how long the pods of a job run
  private void create(String spec, String exitAfter) throws Exception {
    cluster.create(
        CRON_JOBS,
        """
        {'metadata':{'name':'tick'},'spec':{'schedule':'* * * * *',%s'jobTemplate':{'spec':{
          'template':{'metadata':{'annotations':{'simulation.drover.dev/exit-after':'%s'}},
            'spec':{'restartPolicy':'Never','containers':[{'name':'app','image':'tick:1'}]}}}}}}
        """
            .formatted(spec, exitAfter));
  }

  private List<Node> jobs() throws Exception {
    return cluster.list(JOBS);
  }

  @Test
  void jobIsCreatedEachTimeTheScheduleSays() throws Exception {
    create("", "0s");
    assertThat(jobs()).isEmpty();
    cluster.advance(MINUTE);
    assertThat(jobs())
        .singleElement()
        .satisfies(
            job -> {
              assertThat(job.name()).matches("tick-\\d{8}");
              assertThat(job.condition("Complete")).isEqualTo("True CompletionsReached");
              assertThat(job.text("metadata.ownerReferences.0.name")).isEqualTo("tick");
            });
    assertThat(cluster.get(TICK).text("status.lastScheduleTime")).endsWith(":00Z");
    assertThat(cluster.get(TICK).text("status.lastSuccessfulTime")).isNotEmpty();
    assertThat(cluster.get(TICK).at("status.active")).isNull();
    cluster.advance(MINUTE);
    assertThat(jobs()).hasSize(2);
  }

  @Test
  void onlyTheLastOfManyMissedTimesIsMadeUpFor() throws Exception {
    create("", "0s");
    cluster.advance(Duration.ofHours(1));
    assertThat(jobs()).hasSize(1);
  }

  @Test
  void finishedJobsBeyondTheHistoryAreDeleted() throws Exception {
    create("'successfulJobsHistoryLimit':2,", "0s");
    for (int i = 0; i < 4; i++) {
      cluster.advance(MINUTE);
    }
    assertThat(jobs()).hasSize(2);
  }

  @Test
  void forbiddenConcurrencySkipsTheTime() throws Exception {
    create("'concurrencyPolicy':'Forbid',", "1h");
    cluster.advance(MINUTE);
    cluster.advance(MINUTE);
    assertThat(jobs()).hasSize(1);
    assertThat(cluster.get(TICK).items("status.active")).hasSize(1);
  }

  @Test
  void replacingConcurrencyDeletesTheJobThatRuns() throws Exception {
    create("'concurrencyPolicy':'Replace',", "1h");
    cluster.advance(MINUTE);
    String first = jobs().getFirst().name();
    cluster.advance(MINUTE);
    assertThat(jobs()).hasSize(1).extracting(Node::name).doesNotContain(first);
  }

  @Test
  void allowedConcurrencyRunsJobsBesideEachOther() throws Exception {
    create("", "1h");
    cluster.advance(MINUTE);
    cluster.advance(MINUTE);
    assertThat(cluster.get(TICK).items("status.active")).hasSize(2);
  }

  @Test
  void suspendedCronJobCreatesNothing() throws Exception {
    create("'suspend':true,", "0s");
    cluster.advance(Duration.ofMinutes(5));
    assertThat(jobs()).isEmpty();
  }
}
