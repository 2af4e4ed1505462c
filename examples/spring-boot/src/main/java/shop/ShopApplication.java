package shop;

import dev.drover.client.ClientConfig;
import dev.drover.model.core.v1.ConfigMap;
import dev.drover.runtime.EventFilter;
import dev.drover.runtime.Manager;
import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;

/// A Spring Boot application with a controller in it.
// tag::application
@SpringBootApplication
public class ShopApplication {
  public static void main(String[] args) {
    SpringApplication.run(ShopApplication.class, args);
  }

  /// Which cluster: `--kubeconfig`, `$KUBECONFIG`, `~/.kube/config`, or the pod's own.
  @Bean
  ClientConfig cluster(ApplicationArguments args) {
    return ClientConfig.fromArgs(args.getSourceArgs());
  }

  /// Starts when its parts are there, stops with the context. Signals are Spring's business, so it
  /// is `start`, not `run`: the context is up when all caches are.
  @Bean(initMethod = "start", destroyMethod = "close")
  Manager manager(ClientConfig cluster, OrderReconciler orders) {
    var manager = Manager.connect("shop-controller", cluster);
    manager
        .controllerFor(ConfigMap.class)
        .with(EventFilter.when(map -> map.data().containsKey("scoops")))
        .complete(orders);
    return manager;
  }

  /// For the actuator, if there is one.
  @Bean
  HealthIndicator controllers(Manager manager) {
    return () -> (manager.isRunning() ? Health.up() : Health.down()).build();
  }
}
// end::application
