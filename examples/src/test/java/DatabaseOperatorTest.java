import static dev.drover.client.ListOption.in;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.api.ObjectMeta;
import dev.drover.model.apps.v1.StatefulSet;
import dev.drover.model.batch.v1.Job;
import dev.drover.model.core.v1.Pod;
import dev.drover.model.core.v1.Secret;
import dev.drover.model.core.v1.Service;
import dev.drover.recipes.condition.Conditions;
import dev.drover.runtime.Manager;
import dev.drover.testkit.KubernetesTest;
import dev.drover.testkit.TestCluster;
import org.junit.jupiter.api.Test;

@KubernetesTest(simulate = true) // nodes run pods and jobs, as far as controllers can tell
class DatabaseOperatorTest {
  @Test
  void databaseGetsServersServicesAndAPasswordThatStays(TestCluster cluster) throws Exception {
    start(cluster);
    cluster.client().create(database(cluster, "16.4"));
    cluster.settle();

    assertThat(database(cluster).status().running()).isEqualTo("16.4");
    assertThat(isReady(cluster)).isTrue();
    assertThat(cluster.client().list(Pod.class, in(cluster.namespace()))).hasSize(2);
    assertThat(cluster.client().list(Service.class, in(cluster.namespace()))).hasSize(2);
    var password = password(cluster);
    assertThat(password).hasSize(24);

    cluster.client().delete(cluster.client().get(StatefulSet.class, cluster.namespace(), "shop"));
    cluster.settle();
    assertThat(isReady(cluster)).as("it comes back").isTrue();
    assertThat(password(cluster)).isEqualTo(password);
  }

  @Test
  void upgradeComesAfterABackup(TestCluster cluster) throws Exception {
    start(cluster);
    cluster.client().create(database(cluster, "16.4"));
    cluster.settle();
    cluster.client().edit(database(cluster), db -> withVersion(db, "16.5"));
    cluster.settle();

    assertThat(database(cluster).status().running()).isEqualTo("16.5");
    assertThat(database(cluster).status().lastBackup()).isEqualTo("shop-before-16-5");
    assertThat(image(cluster)).isEqualTo("postgres:16.5");
  }

  @Test
  void failedBackupPreventsTheUpgrade(TestCluster cluster) throws Exception {
    start(cluster);
    cluster.client().create(database(cluster, "16.4"));
    cluster.settle();
    // The Job of the operator, but its container ends with 1.
    Job failing =
        new DatabaseOperator()
            .backupJob(database(cluster), "shop-before-16-5")
            .with(
                j ->
                    j.spec(
                        s ->
                            s.backoffLimit(0)
                                .template(
                                    t -> t.annotation("simulation.drover.dev/exit-code", "1"))));
    cluster.client().create(failing);
    cluster.settle();
    cluster.client().edit(database(cluster), db -> withVersion(db, "16.5"));
    cluster.settle();

    assertThat(image(cluster)).isEqualTo("postgres:16.4");
    var ready = Conditions.of(database(cluster).status().conditions()).find("Ready").orElseThrow();
    assertThat(ready.reason()).isEqualTo("BackupFailed");

    cluster
        .client()
        .delete(cluster.client().get(Job.class, cluster.namespace(), "shop-before-16-5"));
    cluster.settle();
    assertThat(image(cluster)).as("the next backup succeeds").isEqualTo("postgres:16.5");
  }

  @Test
  void databaseGoesAfterALastBackup(TestCluster cluster) throws Exception {
    start(cluster);
    cluster.client().create(database(cluster, "16.4"));
    cluster.settle();
    cluster.client().delete(database(cluster));
    cluster.settle();

    assertThat(cluster.client().find(DatabaseOperator.Database.class, cluster.namespace(), "shop"))
        .isEmpty();
    assertThat(cluster.client().list(StatefulSet.class, in(cluster.namespace()))).isEmpty();
    assertThat(cluster.client().list(Secret.class, in(cluster.namespace()))).isEmpty();
  }

  // tag::webhook
  @Test
  void webhookRefusesWhatWouldLoseData(TestCluster cluster) throws Exception {
    start(cluster);
    cluster.webhook(new DatabaseOperator().webhook());
    cluster.client().create(database(cluster, "16.4"));
    cluster.settle();

    assertThatThrownBy(() -> edit(cluster, "16.3")).hasMessageContaining("an older version");
    assertThatThrownBy(() -> edit(cluster, "17.0")).hasMessageContaining("a new database");
    edit(cluster, "16.5");
  }

  // end::webhook

  private static void edit(TestCluster cluster, String version) {
    cluster.client().edit(database(cluster), db -> withVersion(db, version));
  }

  private static void start(TestCluster cluster) throws Exception {
    Manager manager = cluster.manager("databases");
    manager.install(DatabaseOperator.Database.class);
    new DatabaseOperator().addTo(manager);
    manager.start();
  }

  private static DatabaseOperator.Database database(TestCluster cluster, String version) {
    return new DatabaseOperator.Database(
        ObjectMeta.builder().namespace(cluster.namespace()).name("shop").build(),
        new DatabaseOperator.Database.Spec(version, 2, "1Gi", "s3://backups/shop"),
        null);
  }

  private static DatabaseOperator.Database database(TestCluster cluster) {
    return cluster.client().get(DatabaseOperator.Database.class, cluster.namespace(), "shop");
  }

  private static DatabaseOperator.Database withVersion(
      DatabaseOperator.Database db, String version) {
    var spec = db.spec();
    return new DatabaseOperator.Database(
        db.metadata(),
        new DatabaseOperator.Database.Spec(
            version, spec.replicas(), spec.storage(), spec.backups()),
        db.status());
  }

  private static boolean isReady(TestCluster cluster) {
    return Conditions.of(database(cluster).status().conditions()).isTrue("Ready");
  }

  private static String image(TestCluster cluster) {
    var servers = cluster.client().get(StatefulSet.class, cluster.namespace(), "shop");
    return servers.spec().template().spec().containers().getFirst().image();
  }

  private static String password(TestCluster cluster) {
    return cluster
        .client()
        .get(Secret.class, cluster.namespace(), "shop-login")
        .data()
        .get("password")
        .utf8();
  }
}
