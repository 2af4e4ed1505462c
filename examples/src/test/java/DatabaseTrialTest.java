import dev.drover.api.ObjectMeta;
import dev.drover.client.Client;
import dev.drover.client.Reader;
import dev.drover.model.apps.v1.StatefulSet;
import dev.drover.model.batch.v1.Job;
import dev.drover.model.batch.v1.JobStatus;
import dev.drover.testkit.trial.ControllerTrial;
import dev.drover.testkit.trial.Hazard;
import dev.drover.testkit.trial.Trial;
import java.time.Instant;

// tag::trial
class DatabaseTrialTest {
  @ControllerTrial(plans = 40) // all of them, without this
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
    trial.step("the backup ends", client -> end(trial, client, "shop-before-16-5"));
    trial.delete(DatabaseOperator.Database.class, "shop");
    trial.step("the last backup ends", client -> end(trial, client, "shop-final"));
  }

  private static boolean isBackedUpIfUpgraded(Reader cluster) {
    return cluster.list(StatefulSet.class).stream()
        .allMatch(
            set ->
                new DatabaseOperator().versionOf(set).equals("16.4")
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

  /// What the controller of jobs writes: none runs in a trial.
  private static void end(Trial trial, Client client, String name) {
    Instant now = Instant.parse("2026-01-01T00:00:00Z");
    Job job = client.get(Job.class, trial.namespace(), name);
    client.updateStatus(
        job,
        JobStatus.builder()
            .startTime(now)
            .completionTime(now)
            .succeeded(1)
            .condition("SuccessCriteriaMet", c -> c.status("True").lastTransitionTime(now))
            .condition("Complete", c -> c.status("True").lastTransitionTime(now))
            .build());
  }
}
