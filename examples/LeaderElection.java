// Two replicas, of which one works: the one that holds the lease. Run it twice on one cluster, in
// two terminals, and stop the first. A cluster for it, in a third:
//   ./drover apiserver --kubeconfig-out /tmp/kubeconfig
// and in each of the two:
//   export KUBECONFIG=/tmp/kubeconfig
//   ./drover run --cluster examples/LeaderElection.java

import dev.drover.client.ClientConfig;
import dev.drover.model.core.v1.ConfigMap;
import dev.drover.runtime.Context;
import dev.drover.runtime.Manager;
import dev.drover.runtime.ManagerOptions;
import dev.drover.runtime.Result;

// tag::main
void main(String[] args) throws Exception {
  var config = ClientConfig.fromArgs(args);
  var options = ManagerOptions.defaults().with(o -> o
      .namespaces(config.namespace())
      .leaderElection()); // a lease named like the manager, in the same namespace
  try (var manager = Manager.connect("menu-controller", config, options)) {
    manager.controllerFor(ConfigMap.class).complete(this::reconcile);
    manager.run(); // gives the lease back at the end, so that another takes over soon
  }
}

// end::main

Result reconcile(ConfigMap menu, Context<ConfigMap> ctx) {
  ctx.client().editMetadata(menu, m -> m.withAnnotation("menu-controller/seen-by", replica()));
  return Result.done();
}

String replica() {
  return "replica " + ProcessHandle.current().pid();
}
