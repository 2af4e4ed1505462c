// Prints each ConfigMap of a namespace that is created, updated or deleted.
//   ./drover run examples/WatchConfigMaps.java
// Then, in another terminal, with the KUBECONFIG that it prints:
//   kubectl apply -f examples/configmap-1.yaml
//   kubectl apply -f examples/configmap-2.yaml
//   kubectl delete -f examples/configmap-2.yaml

import dev.drover.client.Client;
import dev.drover.client.ClientConfig;
import dev.drover.informer.CacheOptions;
import dev.drover.informer.EventHandler;
import dev.drover.informer.SharedIndexInformer;
import dev.drover.model.core.v1.ConfigMap;

// tag::main
void main(String[] args) throws Exception {
  var config = ClientConfig.fromArgs(args); // --kubeconfig, --context, --namespace
  var options = CacheOptions.<ConfigMap>defaults().with(o -> o.namespaces(config.namespace()));
  try (var client = Client.connect(config);
      var informer = SharedIndexInformer.of(client.resources(ConfigMap.class), options)) {
    informer.addEventHandler(
        EventHandler.<ConfigMap>of()
            .onAdd(map -> IO.println("created " + map.key() + " " + map.data()))
            .onUpdate((before, now) -> IO.println("updated " + now.key() + " " + now.data()))
            .onDelete(gone -> IO.println("deleted " + gone.key())));
    informer.start();
    new CountDownLatch(1).await(); // until Ctrl-C
  }
}
// end::main
