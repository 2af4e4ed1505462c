// The seven steps of a controller in Lasso's style: every Deployment gets a label.
//   ./drover run examples/DeploymentsLasso.java
// Then, in another terminal, with the KUBECONFIG that it prints:
//   kubectl create deployment web --image=nginx:1
//   kubectl get deployments --show-labels

import dev.drover.client.ClientConfig;
import dev.drover.model.apps.v1.Deployment;
import dev.drover.runtime.lasso.SharedController;
import dev.drover.runtime.lasso.SharedControllerFactory;
import org.jspecify.annotations.Nullable;

// tag::steps
void main(String[] args) throws Exception {
  // 1. Which cluster: --kubeconfig, $KUBECONFIG, ~/.kube/config, or the pod's own.
  var config = ClientConfig.fromArgs(args);

  // 2. Which types: every kind of Kubernetes is a class, and your own are records.
  // There is no scheme to fill.

  // 3. One factory for clients, caches and controllers, with nothing twice.
  try (var factory = SharedControllerFactory.fromConfig(config)) {

    // 4. The controller of a kind. Nothing is listed or watched yet.
    var deployments = factory.forObject(Deployment.class);

    // 5. A handler. The object is the newest in the cache, and null once it is gone.
    deployments.registerHandler("team-label", (key, it) -> labelled(deployments, it));

    // 6. Steps 4 and 5 again for each further kind.

    // 7. Start: five workers for each controller. Returns when the caches are there.
    factory.start(5);
    factory.awaitStop();
  }
}

@Nullable Deployment labelled(SharedController<Deployment> deployments, @Nullable Deployment it) {
  if (it == null || it.metadata().labels().containsKey("team")) {
    return it;
  }
  int all = deployments.informer().store().list().size(); // from the cache
  IO.println(it.key() + " belongs to nobody, as one of " + all);
  return deployments.client().inNamespace(it.namespace())
      .editMetadata(it, m -> m.withLabel("team", "nobody")); // the newest version
}
// end::steps
