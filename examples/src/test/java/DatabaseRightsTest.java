import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.Manifests;
import dev.drover.api.ObjectMeta;
import dev.drover.model.events.v1.Event;
import dev.drover.runtime.Manager;
import dev.drover.runtime.ManagerOptions;
import dev.drover.testkit.KubernetesTest;
import dev.drover.testkit.TestCluster;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The manifest of the chapter gives the operator all the rights it needs, for upgrades and
/// deletions, too.
@KubernetesTest(simulate = true)
class DatabaseRightsTest {
  @Test
  @Tag("slow")
  void documentedPermissionsAreSufficient(TestCluster cluster) throws Exception {
    cluster.client().apply(Manifests.read(Path.of("database-deploy.yaml")));
    var account =
        cluster
            .user("system:serviceaccount:databases:databases")
            .with(c -> c.namespace("databases"));
    var leading = ManagerOptions.defaults().with(o -> o.leaderElection());
    try (var manager = Manager.connect("databases", account, leading)) {
      manager.install(DatabaseOperator.Database.class);
      new DatabaseOperator().addTo(manager);
      manager.start();
      cluster.client().create(database(cluster, "16.4"));
      settle(cluster, manager);
      cluster.client().edit(found(cluster), db -> withVersion(db, "16.5"));
      settle(cluster, manager);
      assertThat(found(cluster).status().running()).isEqualTo("16.5");
      cluster.client().delete(found(cluster));
      settle(cluster, manager);
      assertThat(
              cluster.client().find(DatabaseOperator.Database.class, cluster.namespace(), "shop"))
          .isEmpty();
    }
    assertThat(
            cluster.client().resources(Event.class).inNamespace(cluster.namespace()).list().items())
        .anySatisfy(event -> assertThat(event.reason()).isEqualTo("BackupStarted"));
  }

  /// The manager has another user than the test, so each settles by itself; in the longest chain an
  /// object is made, run, reported and acted upon.
  private static void settle(TestCluster cluster, Manager manager) throws InterruptedException {
    for (int round = 0; round < 8; round++) {
      cluster.settle();
      manager.settle(TestCluster.PATIENCE);
    }
  }

  private static DatabaseOperator.Database found(TestCluster cluster) {
    return cluster.client().get(DatabaseOperator.Database.class, cluster.namespace(), "shop");
  }

  private static DatabaseOperator.Database database(TestCluster cluster, String version) {
    return new DatabaseOperator.Database(
        ObjectMeta.builder().namespace(cluster.namespace()).name("shop").build(),
        new DatabaseOperator.Database.Spec(version, 1, "1Gi", "s3://backups/shop"),
        null);
  }

  private static DatabaseOperator.Database withVersion(
      DatabaseOperator.Database db, String version) {
    return new DatabaseOperator.Database(
        db.metadata(),
        new DatabaseOperator.Database.Spec(version, 1, "1Gi", "s3://backups/shop"),
        db.status());
  }
}
