// A controller without a custom resource: every namespace with the label "quota" gets a
// ResourceQuota of so many pods, and loses it with the label.
//   ./drover run examples/CoreOnly.java
// Then, in another terminal, with the KUBECONFIG that it prints:
//   kubectl create namespace shop
//   kubectl label namespace shop quota=5
//   kubectl get resourcequotas --all-namespaces

import dev.drover.api.Quantity;
import dev.drover.model.core.v1.Namespace;
import dev.drover.model.core.v1.ResourceQuota;
import dev.drover.runtime.Context;
import dev.drover.runtime.Manager;
import dev.drover.runtime.Result;

void main(String[] args) throws Exception {
  try (var manager = Manager.connect("quota-controller", args)) {
    addTo(manager);
    manager.run();
  }
}

// tag::controller
void addTo(Manager manager) {
  manager.controllerFor(Namespace.class).owns(ResourceQuota.class).complete(this::reconcile);
}

Result reconcile(Namespace namespace, Context<Namespace> ctx) {
  var current = ctx.client().find(ResourceQuota.class, namespace.name(), "pods");
  var wanted = Optional.ofNullable(namespace.metadata().labels().get("quota"));
  if (wanted.isPresent()) {
    ctx.client().apply(quotaFor(namespace, wanted.get()));
  } else {
    current.ifPresent(ctx.client()::delete);
  }
  return Result.done();
}

ResourceQuota quotaFor(Namespace namespace, String pods) {
  return ResourceQuota.named(namespace.name(), "pods")
      .with(q -> q.ownedBy(namespace).spec(s -> s.hard("pods", Quantity.parse(pods))));
}
// end::controller
