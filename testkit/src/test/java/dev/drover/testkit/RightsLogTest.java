package dev.drover.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.model.core.v1.ConfigMap;
import dev.drover.model.core.v1.Secret;
import dev.drover.runtime.Manager;
import dev.drover.runtime.Result;
import dev.drover.testkit.trial.RightsLog;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The rights that managers of a test needed.
@KubernetesTest
class RightsLogTest {
  @Test
  void rightsAreThoseOfTheManagersAndNotOfTheTest(TestCluster cluster, @TempDir Path folder)
      throws Exception {
    RightsLog log = new RightsLog();
    Manager manager = cluster.manager("copying", options -> options.layer(log));
    manager
        .controllerFor(ConfigMap.class)
        .owns(Secret.class)
        .complete(
            (map, ctx) -> {
              ctx.client()
                  .apply(Secret.named(map.namespace(), map.name()).with(s -> s.ownedBy(map)));
              return Result.done();
            });
    manager.start();
    cluster.client().create(ConfigMap.named(cluster.namespace(), "a").with(m -> m.data("k", "v")));
    cluster.settle();
    cluster.client().delete(cluster.client().get(ConfigMap.class, cluster.namespace(), "a"));
    assertThat(cluster.rights())
        .contains(
            "/configmaps list",
            "/configmaps watch",
            "/configmaps/finalizers update",
            "/secrets create",
            "/secrets list",
            "/secrets patch",
            "/secrets watch")
        .noneMatch(line -> line.endsWith("delete") || line.equals("/configmaps create"))
        .isSorted();
    Path file = folder.resolve("target/rights");
    log.appendTo(file);
    log.appendTo(file);
    assertThat(Files.readAllLines(file)).containsAll(log.lines()).hasSize(2 * log.lines().size());
    assertThat(log.lines()).contains("/secrets patch");
  }

  @Test
  void eventNeedsTheRightToCountItsRepetitions(TestCluster cluster) throws Exception {
    Manager manager = cluster.manager("telling");
    manager
        .controllerFor(ConfigMap.class)
        .complete(
            (map, ctx) -> {
              ctx.event("Seen", "once in this test, often in a cluster");
              return Result.done();
            });
    manager.start();
    cluster.client().create(ConfigMap.named(cluster.namespace(), "a"));
    cluster.settle();
    assertThat(cluster.rights())
        .contains("events.k8s.io/events create", "events.k8s.io/events patch");
  }
}
