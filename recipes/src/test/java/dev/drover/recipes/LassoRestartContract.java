package dev.drover.recipes;

import dev.drover.client.Client;
import dev.drover.client.SharedClientFactory;
import dev.drover.client.Transport;
import dev.drover.informer.SharedCacheFactory;
import dev.drover.model.core.v1.ConfigMap;
import dev.drover.runtime.lasso.FactoryOptions;
import dev.drover.runtime.lasso.SharedController;
import dev.drover.runtime.lasso.SharedControllerFactory;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/// Handlers of shared controllers whose process is killed.
abstract class LassoRestartContract extends HandlerRestartContract {
  private Process process(
      Transport.Layer layer, BiConsumer<LassoRecipes, SharedController<Cone>> handler) {
    Client connected = Client.connect(config, List.of(layer));
    SharedClientFactory clients = SharedClientFactory.over(connected);
    SharedCacheFactory caches = SharedCacheFactory.over(clients);
    SharedControllerFactory factory =
        SharedControllerFactory.over(
            clients, caches, FactoryOptions.defaults().with(o -> o.namespaces(namespace)));
    handler.accept(Recipes.over(factory), factory.forObject(Cone.class));
    return new Process() {
      @Override
      public void start() throws InterruptedException {
        factory.start(1);
      }

      @Override
      public void settle() throws InterruptedException {
        factory.settle(SOON);
      }

      @Override
      public void close() {
        factory.close();
        caches.close();
        connected.close();
      }
    };
  }

  @Override
  Process generating(Transport.Layer layer) {
    return process(
        layer,
        (recipes, cones) -> {
          var _ =
              recipes.registerGeneratingHandler(
                  cones,
                  "cone",
                  (cone, _) -> generated(cone),
                  o -> o.children(ConfigMap.KIND).condition(Cone.READY));
        });
  }

  @Override
  Process childrenFirst(Transport.Layer layer) {
    return process(
        layer,
        (recipes, cones) -> {
          var _ =
              recipes.registerGeneratingHandler(
                  cones,
                  "cone",
                  (cone, _) -> generated(cone),
                  o -> o.children(ConfigMap.KIND).removeChildrenFirst(FINALIZER));
        });
  }

  @Override
  Process status(Transport.Layer layer) {
    return process(
        layer,
        (recipes, cones) -> {
          var _ =
              recipes.registerStatusHandler(
                  cones, "status", Cone.READY, (cone, _) -> cone.served());
        });
  }

  @Override
  Process cleaning(Transport.Layer layer, Consumer<Cone> cleanup) {
    return process(
        layer,
        (_, cones) -> {
          var _ =
              cones.onRemove(
                  FINALIZER,
                  (_, cone) -> {
                    cleanup.accept(cone);
                    return cone;
                  });
        });
  }
}
