package dev.drover.cli;

import dev.drover.client.Client;
import dev.drover.client.ClientConfig;
import dev.drover.model.apiextensions.v1.CustomResourceDefinition;
import dev.drover.model.core.v1.Namespace;

/// The namespace of the demo on a user's cluster. It is deleted at the end, with everything in it,
/// and so is the definition of Icecreams unless it existed before.
final class DemoNamespace implements AutoCloseable {
  static final String PLAN =
      "The demo makes a namespace there and the CustomResourceDefinition "
          + DemoNamespace.DEFINITION
          + ", and deletes both at the end. It deletes one of its own Deployments, to show it heal,"
          + " but cuts no watches: it does that only on a server of its own.";

  private static final String DEFINITION = "icecreams.controller.nicoleh.io";

  private final Client client;
  private final String name;
  private final boolean hadDefinition;

  private DemoNamespace(Client client, String name, boolean hadDefinition) {
    this.client = client;
    this.name = name;
    this.hadDefinition = hadDefinition;
  }

  static DemoNamespace create(ClientConfig config) {
    Client client = Client.connect(config);
    try {
      boolean hadDefinition =
          client.resources(CustomResourceDefinition.class).find(DEFINITION).isPresent();
      Namespace made =
          client.create(Namespace.named("").with(n -> n.metadata(m -> m.generateName("demo-"))));
      return new DemoNamespace(client, made.name(), hadDefinition);
    } catch (RuntimeException e) {
      client.close();
      throw e;
    }
  }

  String name() {
    return name;
  }

  @Override
  public void close() {
    try (client) {
      client.resources(Namespace.class).delete(name);
      if (!hadDefinition) {
        var definitions = client.resources(CustomResourceDefinition.class);
        if (definitions.find(DEFINITION).isPresent()) {
          definitions.delete(DEFINITION);
        }
      }
    }
  }
}
