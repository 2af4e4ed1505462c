// An Icecream keeps a Deployment alive and says on which node its pods run: in Lasso's style.
//   ./drover run --simulate examples/IcecreamLasso.java
// Then, with the KUBECONFIG that it prints: kubectl apply -f examples/example-icecream.yaml
// The same with a Manager, which is shorter: Icecream.java

import dev.drover.api.CustomResource;
import dev.drover.api.HasStatus;
import dev.drover.api.KubernetesObject;
import dev.drover.api.ObjectMeta;
import dev.drover.api.Selector;
import dev.drover.client.Client;
import dev.drover.client.ClientConfig;
import dev.drover.informer.EventHandler;
import dev.drover.informer.SharedIndexInformer;
import dev.drover.model.apps.v1.Deployment;
import dev.drover.model.core.v1.Pod;
import dev.drover.runtime.EventMapper;
import dev.drover.runtime.events.EventOptions;
import dev.drover.runtime.events.EventRecorder;
import dev.drover.runtime.lasso.SharedController;
import dev.drover.runtime.lasso.SharedControllerFactory;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

@CustomResource(group = "controller.nicoleh.io", version = "v1alpha1")
record Icecream(ObjectMeta metadata, Spec spec, @Nullable Status status)
    implements KubernetesObject, HasStatus<Icecream.Status> {
  record Spec(String deploymentName, @Nullable Integer replicas) {}

  record Status(@Nullable String nodeName, int pods) {}
}

final Logger log = LoggerFactory.getLogger("icecream-controller");

// tag::main
void main(String[] args) throws Exception {
  var config = ClientConfig.fromArgs(args).with(c -> c.userAgent("icecream-controller"));
  try (var client = Client.connect(config);
      var events = new EventRecorder(client, EventOptions.of("icecream-controller")).start();
      var factory = SharedControllerFactory.fromConfig(config)) {
    factory.install(Icecream.class); // the CRD, from the type
    addTo(factory, client, events);
    factory.start(2);
    factory.awaitStop();
  }
}

void addTo(SharedControllerFactory factory, Client client, EventRecorder events) {
  var icecreams = factory.forObject(Icecream.class);
  var deployments = factory.forObject(Deployment.class);
  var pods = factory.forObject(Pod.class);

  log.info("Setting up event handlers");
  wake(icecreams, deployments.informer(), EventMapper.owner(Icecream.class));
  wake(icecreams, pods.informer(), EventMapper.label("icecream"));
  icecreams.registerHandler("sync", (key, icecream) -> {
    if (icecream == null) {
      return null; // it is gone, and the cluster's garbage collector takes what it owned
    }
    client.apply(deploymentFor(icecream));
    var mine = pods.informer().lister().inNamespace(key.namespace())
        .list(Selector.parse("icecream=" + key.name()));
    log.info("NodeName: {}", nodeOf(mine));
    var now = client.updateStatus(icecream, new Icecream.Status(nodeOf(mine), mine.size()));
    events.normal(icecream, "Synced", "Icecream synced successfully");
    log.info("Successfully synced '{}'", key);
    return now;
  });
}

// end::main

// tag::wake
/// Whatever happens to these objects: the Icecreams they belong to are put on the queue, no more.
<T extends KubernetesObject> void wake(
    SharedController<Icecream> icecreams, SharedIndexInformer<T> informer, EventMapper<T> who) {
  Consumer<T> wake = object -> who.map(object).forEach(r -> icecreams.enqueue(r.key()));
  informer.addEventHandler(
      EventHandler.<T>of()
          .onAdd(wake)
          .onUpdate((before, now) -> Stream.of(before, now).forEach(wake))
          .onDelete(gone -> gone.lastKnown().ifPresent(wake)));
}

// end::wake

@Nullable String nodeOf(List<Pod> pods) {
  return pods.isEmpty() ? null : pods.getFirst().spec().nodeName();
}

Deployment deploymentFor(Icecream i) {
  return Deployment.named(i.namespace(), i.spec().deploymentName()).with(d -> d
      .ownedBy(i).label("icecream", i.name())
      .spec(s -> s.replicas(i.spec().replicas()).matchLabel("icecream", i.name())
          .template(t -> t.label("icecream", i.name())
              .container("scoop", c -> c.image("nginx:1"))))); // list items by their merge key
}
