package dev.drover.runtime;

import dev.drover.client.Client;
import dev.drover.client.ClientConfig;
import dev.drover.controlplane.ControlPlane;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/// Events on a real kube-apiserver.
@Tag("real")
class EventRecorderRealTest extends EventRecorderContract {
  private static ControlPlane server;
  private static Client client;

  @BeforeAll
  static void start() throws Exception {
    server = ControlPlane.start(ControlPlane.Options.defaults());
    client =
        Client.connect(
            ClientConfig.fromKubeconfig(server.kubeconfig().getBytes(StandardCharsets.UTF_8)));
  }

  @AfterAll
  static void stop() {
    client.close();
    server.close();
  }

  @Override
  Client client() {
    return client;
  }
}
