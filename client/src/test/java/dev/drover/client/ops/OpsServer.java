package dev.drover.client.ops;

import dev.drover.api.DynamicObject;
import dev.drover.api.Manifests;
import dev.drover.api.Patch;
import dev.drover.client.Client;
import dev.drover.client.ClientConfig;
import dev.drover.controlplane.ControlPlane;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/// A real kube-apiserver for tests of everyday operations, with the objects that they begin with.
final class OpsServer implements AutoCloseable {
  private final AtomicInteger count = new AtomicInteger();
  private final ControlPlane server;
  private final Client client;

  private OpsServer(ControlPlane server) {
    this.server = server;
    this.client =
        Client.connect(
            ClientConfig.fromKubeconfig(server.kubeconfig().getBytes(StandardCharsets.UTF_8)));
  }

  static OpsServer start() throws Exception {
    return new OpsServer(ControlPlane.start(ControlPlane.Options.defaults()));
  }

  Client client() {
    return client;
  }

  /// A name that no other test has.
  String name(String prefix) {
    return prefix + count.incrementAndGet();
  }

  DynamicObject create(String manifest, Object... arguments) {
    return client.create(Manifests.parse(manifest.formatted(arguments)).getFirst());
  }

  DynamicObject workload(String kind, String name) {
    return create(
        """
        apiVersion: apps/v1
        kind: %s
        metadata: {name: %s, namespace: default}
        spec:
          %s
          selector: {matchLabels: {app: %2$s}}
          template:
            metadata: {labels: {app: %2$s}}
            spec: {containers: [{name: main, image: "nginx:1"}]}
        """,
        kind, name, kind.equals("StatefulSet") ? "serviceName: none" : "replicas: 1");
  }

  /// Reports a status, as the controller of the object does.
  void status(DynamicObject object, Map<String, Object> status) {
    client.patch(object, Patch.merge(Map.of("status", status)), "status");
  }

  @Override
  public void close() {
    client.close();
    server.close();
  }
}
