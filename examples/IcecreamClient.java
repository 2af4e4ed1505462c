// Creates and deletes the CRD of Icecreams and some Icecreams, through typed clients.
//   ./drover run examples/IcecreamClient.java     in the folder of this repository: it reads a file

import dev.drover.api.CustomResource;
import dev.drover.api.HasStatus;
import dev.drover.api.KubernetesObject;
import dev.drover.api.Manifests;
import dev.drover.api.ObjectMeta;
import dev.drover.client.Client;
import dev.drover.client.ClientConfig;
import dev.drover.model.apiextensions.v1.CustomResourceDefinition;
import org.jspecify.annotations.Nullable;

@CustomResource(group = "controller.nicoleh.io", version = "v1alpha1")
record Icecream(ObjectMeta metadata, Spec spec, @Nullable Status status)
    implements KubernetesObject, HasStatus<Icecream.Status> {
  record Spec(String deploymentName, @Nullable Integer replicas) {}

  record Status(@Nullable String nodeName, int pods) {}

  static Icecream named(String name, int replicas) {
    var metadata = ObjectMeta.builder().name(name).build();
    return new Icecream(metadata, new Spec(name + "-deployment", replicas), null);
  }
}

// tag::main
void main(String[] args) throws Exception {
  var config = ClientConfig.fromArgs(args);
  try (var client = Client.connect(config)) {
    var definitions = client.resources(CustomResourceDefinition.class);
    var icecreams = client.resources(Icecream.class).inNamespace(config.namespace());

    definitions.create(definition());
    definitions.await("icecreams.controller.nicoleh.io", this::isServed, Duration.ofSeconds(30));

    icecreams.create(Icecream.named("vanilla", 2));
    icecreams.create(Icecream.named("chocolate", 1));
    IO.println("vanilla has " + icecreams.get("vanilla").spec().replicas() + " scoops");
    icecreams.list().items().forEach(icecream -> IO.println("there is " + icecream.name()));

    icecreams.delete("chocolate");
    IO.println("chocolate is there: " + icecreams.find("chocolate").isPresent());
    definitions.delete("icecreams.controller.nicoleh.io"); // and with it every Icecream
  }
}

// end::main

boolean isServed(CustomResourceDefinition definition) {
  return definition.status().conditions().stream()
      .anyMatch(c -> c.type().equals("Established") && c.status().equals("True"));
}

/// As `kubectl create -f examples/crd-icecream.yaml` would send it.
CustomResourceDefinition definition() throws IOException {
  var file = Path.of("examples", "crd-icecream.yaml");
  var near = Files.exists(file) ? file : file.getFileName();
  return Manifests.read(near).getFirst().as(CustomResourceDefinition.class);
}
