// An Icecream keeps a Deployment alive and says on which node its pods run: as a generating handler.
//   ./drover run --simulate examples/IcecreamRecipe.java
// Then, with the KUBECONFIG that it prints: kubectl apply -f examples/example-icecream.yaml
// The same without recipes: Icecream.java

import static dev.drover.client.ListOption.in;
import static dev.drover.client.ListOption.label;

import dev.drover.api.CustomResource;
import dev.drover.api.HasStatus;
import dev.drover.api.KubernetesObject;
import dev.drover.api.ObjectMeta;
import dev.drover.model.apps.v1.Deployment;
import dev.drover.model.core.v1.Pod;
import dev.drover.recipes.Generated;
import dev.drover.recipes.Recipes;
import dev.drover.runtime.EventMapper;
import dev.drover.runtime.Manager;
import org.jspecify.annotations.Nullable;

// tag::all
@CustomResource(group = "controller.nicoleh.io", version = "v1alpha1")
record Icecream(ObjectMeta metadata, Spec spec, @Nullable Status status)
    implements KubernetesObject, HasStatus<Icecream.Status> {
  record Spec(String deploymentName, @Nullable Integer replicas) {}

  record Status(@Nullable String nodeName, int pods) {}
}

void main(String[] args) throws Exception {
  try (var manager = Manager.connect("icecream-controller", args)) {
    manager.install(Icecream.class);
    Recipes.<Icecream, Icecream.Status>controllerFor(manager, Icecream.class)
        .children(Deployment.class)
        .related(Pod.class, EventMapper.label("icecream"))
        .generate("icecream", (icecream, ctx) -> {
          var pods = ctx.client().list(Pod.class, in(icecream.namespace()), label("icecream", icecream.name()));
          var node = pods.isEmpty() ? null : pods.getFirst().spec().nodeName();
          ctx.event("Synced", "Icecream synced successfully");
          return Generated.of(deploymentFor(icecream)).withStatus(new Icecream.Status(node, pods.size()));
        });
    manager.run();
  }
}

Deployment deploymentFor(Icecream i) {
  return Deployment.named(i.namespace(), i.spec().deploymentName()).with(d -> d
      .spec(s -> s.replicas(i.spec().replicas()).matchLabel("icecream", i.name())
          .template(t -> t.label("icecream", i.name()).container("scoop", c -> c.image("nginx:1")))));
}
// end::all
