import dev.drover.model.coordination.v1.Lease;
import dev.drover.model.core.v1.ConfigMap;
import dev.drover.testkit.KubernetesTest;
import dev.drover.testkit.TestCluster;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("real")
@KubernetesTest
class LeaderElectionTest {
  @Test
  void secondReplicaTakesOverWhenTheFirstStops(TestCluster cluster) throws Exception {
    var leases = cluster.client().resources(Lease.class).inNamespace(cluster.namespace());
    try (var first = RunningExample.start(cluster, new LeaderElection()::main)) {
      awaitWork(cluster, "breakfast");
      String leader = holder(leases.get("menu-controller"));
      try (var _ = RunningExample.start(cluster, new LeaderElection()::main)) {
        first.stop();
        leases.await(
            "menu-controller",
            lease -> !List.of("", leader).contains(holder(lease)),
            RunningExample.SOON);
        awaitWork(cluster, "lunch");
      }
    }
  }

  private static String holder(Lease lease) {
    return Objects.requireNonNullElse(lease.spec().holderIdentity(), ""); // empty: given back
  }

  private static void awaitWork(TestCluster cluster, String menu) {
    var maps = cluster.client().resources(ConfigMap.class).inNamespace(cluster.namespace());
    maps.create(ConfigMap.named(cluster.namespace(), menu));
    maps.await(
        menu,
        map -> map.metadata().annotations().containsKey("menu-controller/seen-by"),
        RunningExample.SOON);
  }
}
