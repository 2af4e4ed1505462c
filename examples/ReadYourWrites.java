// A reconciler sees what it wrote, at once, although it reads from a cache.
//   ./drover run examples/ReadYourWrites.java
// Then, in another terminal, with the KUBECONFIG that it prints:
//   kubectl create configmap order --from-literal=scoops=3
//   kubectl get secrets

import static dev.drover.client.ListOption.in;
import static dev.drover.client.ListOption.label;

import dev.drover.model.core.v1.ConfigMap;
import dev.drover.model.core.v1.Secret;
import dev.drover.runtime.Context;
import dev.drover.runtime.Manager;
import dev.drover.runtime.Result;

void main(String[] args) throws Exception {
  try (var manager = Manager.connect("scoop-controller", args)) {
    addTo(manager);
    manager.run();
  }
}

void addTo(Manager manager) {
  manager.controllerFor(ConfigMap.class).owns(Secret.class).complete(this::reconcile);
}

// tag::reconcile
/// Creates what is missing, one by one, and counts after each: with a cache that lags, it would
/// create too many.
Result reconcile(ConfigMap order, Context<ConfigMap> ctx) {
  int wanted = Integer.parseInt(order.data().getOrDefault("scoops", "0"));
  while (scoops(order, ctx) < wanted) {
    ctx.client().create(scoop(order));
    ctx.log().info("{} of {} scoops", scoops(order, ctx), wanted);
  }
  return Result.done();
}

int scoops(ConfigMap order, Context<ConfigMap> ctx) {
  return ctx.client()
      .list(Secret.class, in(order.namespace()), label("order", order.name()))
      .size();
}

// end::reconcile

Secret scoop(ConfigMap order) {
  return Secret.named(order.namespace(), "").with(s -> s
      .metadata(m -> m.generateName(order.name() + "-"))
      .ownedBy(order).label("order", order.name()));
}
