package shop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.model.core.v1.ConfigMap;
import dev.drover.runtime.Manager;
import dev.drover.testkit.KubernetesTest;
import dev.drover.testkit.TestCluster;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;

@Tag("real")
@KubernetesTest
class ShopApplicationTest {
  @Test
  void controllerRunsAndStopsWithTheApplicationContext(TestCluster cluster) throws Exception {
    String[] args = {"--kubeconfig=" + cluster.kubeconfig(), "--namespace=" + cluster.namespace()};
    Manager manager;
    try (var context = SpringApplication.run(ShopApplication.class, args)) {
      manager = context.getBean(Manager.class);
      HealthIndicator health = context.getBean("controllers", HealthIndicator.class);
      assertThat(health.health().getStatus()).isEqualTo(Status.UP);
      var maps = cluster.client().resources(ConfigMap.class).inNamespace(cluster.namespace());
      maps.create(ConfigMap.named(cluster.namespace(), "order").with(m -> m.data("scoops", "3")));
      maps.await("order", m -> "540".equals(m.data().get("price")), Duration.ofSeconds(30));
    }
    assertThat(manager.isRunning()).isFalse();
  }
}
