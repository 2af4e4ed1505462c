package dev.drover.recipes;

import dev.drover.client.Transport;
import dev.drover.model.core.v1.ConfigMap;
import dev.drover.runtime.Manager;
import dev.drover.runtime.Result;
import java.util.function.Consumer;

/// Handlers of a manager that is killed.
abstract class ManagerRestartContract extends HandlerRestartContract {
  private Process process(
      Transport.Layer layer, Consumer<RecipeBuilder<Cone, Cone.Status>> handler) {
    Manager manager = manager("cones", o -> o.namespaces(namespace).layer(layer));
    handler.accept(Recipes.controllerFor(manager, Cone.class));
    return new Process() {
      @Override
      public void start() throws InterruptedException {
        manager.start();
      }

      @Override
      public void settle() throws InterruptedException {
        manager.settle(SOON);
      }

      @Override
      public void close() {
        manager.close();
      }
    };
  }

  @Override
  Process generating(Transport.Layer layer) {
    return process(
        layer,
        cones -> {
          var _ =
              cones
                  .children(ConfigMap.class)
                  .condition(Cone.READY)
                  .generate("cone", (cone, _) -> generated(cone));
        });
  }

  @Override
  Process childrenFirst(Transport.Layer layer) {
    return process(
        layer,
        cones -> {
          var _ =
              cones
                  .children(ConfigMap.class)
                  .removeChildrenFirst(FINALIZER)
                  .generate("cone", (cone, _) -> generated(cone));
        });
  }

  @Override
  Process status(Transport.Layer layer) {
    return process(
        layer,
        cones -> {
          var _ = cones.condition(Cone.READY).status((cone, _) -> cone.served());
        });
  }

  @Override
  Process cleaning(Transport.Layer layer, Consumer<Cone> cleanup) {
    return process(
        layer,
        cones -> {
          var _ =
              cones
                  .onRemove(
                      FINALIZER,
                      _ -> true,
                      (cone, _) -> {
                        cleanup.accept(cone);
                        return Result.done();
                      })
                  .complete((_, _) -> Result.done());
        });
  }
}
