// An Icecream keeps a Deployment alive and says on which node its pods run.
//   ./drover run --simulate examples/Icecream.java   on an API server of its own, with simulated pods
//   ./drover run --cluster examples/Icecream.java    on yours
// Then, with the KUBECONFIG that it prints: kubectl apply -f examples/example-icecream.yaml
// The same in Lasso's style: IcecreamLasso.java; as a generating handler: IcecreamRecipe.java

import static dev.drover.client.ListOption.in;
import static dev.drover.client.ListOption.label;

import dev.drover.api.CustomResource;
import dev.drover.api.HasStatus;
import dev.drover.api.KubernetesObject;
import dev.drover.api.ObjectMeta;
import dev.drover.model.apps.v1.Deployment;
import dev.drover.model.core.v1.Pod;
import dev.drover.runtime.Context;
import dev.drover.runtime.EventMapper;
import dev.drover.runtime.Manager;
import dev.drover.runtime.Result;
import org.jspecify.annotations.Nullable;

// tag::type
@CustomResource(group = "controller.nicoleh.io", version = "v1alpha1")
record Icecream(ObjectMeta metadata, Spec spec, @Nullable Status status)
    implements KubernetesObject, HasStatus<Icecream.Status> {
  record Spec(String deploymentName, @Nullable Integer replicas) {}

  record Status(@Nullable String nodeName, int pods) {}
}

// end::type

// tag::main
void main(String[] args) throws Exception {
  try (var manager = Manager.connect("icecream-controller", args)) {
    manager.install(Icecream.class); // the CRD, from the type
    addTo(manager);
    manager.run(); // until SIGTERM; then drains and returns
  }
}

// end::main

// tag::controller
void addTo(Manager manager) {
  manager.controllerFor(Icecream.class)
      .owns(Deployment.class)
      .watches(Pod.class, EventMapper.label("icecream"))
      .complete(this::reconcile);
}

// end::controller

// tag::reconcile
Result reconcile(Icecream icecream, Context<Icecream> ctx) {
  ctx.client().apply(deploymentFor(icecream)); // server-side apply
  var pods = ctx.client().list(Pod.class, in(icecream.namespace()), label("icecream", icecream.name()));
  ctx.log().info("NodeName: {}", nodeOf(pods));
  ctx.client().updateStatus(icecream, new Icecream.Status(nodeOf(pods), pods.size()));
  ctx.event("Synced", "Icecream synced successfully");
  return Result.done();
}

@Nullable String nodeOf(List<Pod> pods) {
  return pods.isEmpty() ? null : pods.getFirst().spec().nodeName();
}

// end::reconcile

// tag::deployment
Deployment deploymentFor(Icecream i) {
  return Deployment.named(i.namespace(), i.spec().deploymentName()).with(d -> d
      .ownedBy(i).label("icecream", i.name())
      .spec(s -> s.replicas(i.spec().replicas()).matchLabel("icecream", i.name())
          .template(t -> t.label("icecream", i.name())
              .container("scoop", c -> c.image("nginx:1"))))); // list items by their merge key
}
// end::deployment
