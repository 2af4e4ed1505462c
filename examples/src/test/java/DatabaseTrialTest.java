import static dev.drover.client.ListOption.in;

import dev.drover.api.ObjectMeta;
import dev.drover.client.Reader;
import dev.drover.model.apps.v1.StatefulSet;
import dev.drover.model.batch.v1.Job;
import dev.drover.model.batch.v1.JobStatus;
import dev.drover.testkit.trial.ControllerTrial;
import dev.drover.testkit.trial.Hazard;
import dev.drover.testkit.trial.Trial;
import java.time.Instant;
import org.junit.jupiter.api.Tag;

@Tag("slow") // of this repository's build: not in its quick run
// tag::trial
class DatabaseTrialTest {
  @ControllerTrial(plans = 40) // more, without this: see budgetSeconds
  void databaseIsUpgradedAndDeleted(Trial trial) {
    trial.manager(
        m -> {
          m.install(DatabaseOperator.Database.class);
          new DatabaseOperator().addTo(m);
        });
    trial.always("no upgrade without a backup", DatabaseTrialTest::isBackedUpIfUpgraded);
    trial.without(Hazard.DELETED_CHILD); // a Job that was deleted after its end is not made again

    trial.create(database("16.4"));
    trial.edit(DatabaseOperator.Database.class, "shop", db -> upgraded(db));
    endBackups(trial);
    trial.delete(DatabaseOperator.Database.class, "shop");
    endBackups(trial);
  }

  private static boolean isBackedUpIfUpgraded(Reader cluster) {
    return cluster.list(StatefulSet.class).stream()
        .allMatch(
            set ->
                new DatabaseOperator().versionOf(set).equals("16.4")
                    || set.metadata().generation() == 1 // made with 16.5
                    || cluster.list(Job.class).stream()
                        .anyMatch(job -> new DatabaseOperator().has(job, "Complete")));
  }

  // end::trial

  private static DatabaseOperator.Database database(String version) {
    return new DatabaseOperator.Database(
        ObjectMeta.builder().name("shop").build(),
        new DatabaseOperator.Database.Spec(version, 2, "1Gi", "s3://backups/shop"),
        null);
  }

  private static DatabaseOperator.Database upgraded(DatabaseOperator.Database db) {
    return new DatabaseOperator.Database(db.metadata(), database("16.5").spec(), db.status());
  }

  /// What the controller of jobs writes: none runs in a trial. Twice, because the operator may be
  /// down in a step, and start its backup in the next one.
  private static void endBackups(Trial trial) {
    for (int time = 1; time <= 2; time++) {
      trial.step(
          "backups end",
          client ->
              client.list(Job.class, in(trial.namespace())).stream()
                  .filter(job -> !new DatabaseOperator().has(job, "Complete"))
                  .forEach(job -> client.updateStatus(job, complete())));
    }
  }

  private static JobStatus complete() {
    Instant now = Instant.parse("2026-01-01T00:00:00Z");
    return JobStatus.builder()
        .startTime(now)
        .completionTime(now)
        .succeeded(1)
        .condition("SuccessCriteriaMet", c -> c.status("True").lastTransitionTime(now))
        .condition("Complete", c -> c.status("True").lastTransitionTime(now))
        .build();
  }
}
