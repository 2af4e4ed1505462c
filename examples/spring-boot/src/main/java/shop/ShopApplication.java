package shop;

import dev.drover.client.ClientConfig;
import dev.drover.model.core.v1.ConfigMap;
import dev.drover.runtime.EventFilter;
import dev.drover.runtime.Manager;
import dev.drover.runtime.Reconciler;
import dev.drover.runtime.Result;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;

/// A Spring Boot application with a controller in it: orders of ice cream get their price.
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

  /// A reconciler is a bean like any other, and gets properties and other beans.
  @Bean
  Reconciler<ConfigMap> orders(@Value("${shop.price-of-a-scoop}") int price) {
    return (order, ctx) -> {
      int due = price * Integer.parseInt(order.data().get("scoops"));
      ctx.client().edit(order, o -> o.with(m -> m.data("price", String.valueOf(due))));
      return Result.done();
    };
  }

  /// Starts with the context, which is up when all caches are, and stops with it. Signals are
  /// Spring's business: hence `start`, not `run`.
  @Bean(initMethod = "start", destroyMethod = "close")
  Manager manager(ClientConfig cluster, Reconciler<ConfigMap> orders) {
    var manager = Manager.connect("shop-controller", cluster);
    var isOrder = EventFilter.<ConfigMap>when(map -> map.data().containsKey("scoops"));
    manager.controllerFor(ConfigMap.class).with(isOrder).complete(orders);
    return manager;
  }

  /// For the actuator, if there is one.
  @Bean
  HealthIndicator controllers(Manager manager) {
    return () -> (manager.isRunning() ? Health.up() : Health.down()).build();
  }
}
