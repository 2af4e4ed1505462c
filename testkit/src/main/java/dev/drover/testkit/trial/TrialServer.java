package dev.drover.testkit.trial;

import dev.drover.api.DynamicObject;
import dev.drover.api.GroupVersionKind;
import dev.drover.client.Client;
import dev.drover.client.ClientConfig;
import dev.drover.client.RestClient;
import dev.drover.client.Transport;
import dev.drover.server.EmbeddedApiServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/// The API server of trials, which all runs share: each has a namespace of its own. Connections are
/// shared too, so that a run costs no handshakes. Any number of threads.
final class TrialServer implements AutoCloseable {
  private final EmbeddedApiServer server;
  private final ClientConfig admin;
  private final Transport transport;
  private final Client client;
  private @Nullable Path kubeconfig; // for programs; guarded by this
  private final AtomicInteger namespaces = new AtomicInteger();
  private final Queue<Leftovers> leftovers = new ConcurrentLinkedQueue<>();

  /// What a run has left in its namespace, where other runs do not look.
  private record Leftovers(String namespace, Set<ResourcePath> resources) {}

  private TrialServer(EmbeddedApiServer server) {
    this.server = server;
    this.admin = ClientConfig.fromKubeconfig(server.kubeconfig().getBytes(StandardCharsets.UTF_8));
    this.transport = Transport.http2(admin);
    this.client = Client.over(RestClient.over(admin, transport));
  }

  static TrialServer start() {
    return new TrialServer(EmbeddedApiServer.start());
  }

  /// A new namespace.
  String namespace() {
    String name = "trial-%05d".formatted(namespaces.incrementAndGet());
    client.create(DynamicObject.named(new GroupVersionKind("", "v1", "Namespace"), "", name));
    return name;
  }

  /// A run is over; its objects stay as long as every manager sees its own namespace only.
  void leave(String namespace, Set<ResourcePath> resources) {
    leftovers.add(new Leftovers(namespace, resources));
  }

  /// Deletes what runs have left, for a manager that sees all namespaces.
  void purge() {
    for (Leftovers left = leftovers.poll(); left != null; left = leftovers.poll()) {
      ClusterState.in(access(), left.resources, left.namespace)
          .forEach(item -> item.delete(access()));
    }
  }

  /// The administrator's configuration for a namespace.
  ClientConfig config(String namespace) {
    return admin.with(c -> c.namespace(namespace));
  }

  /// The arguments of a program that is to use this server and a namespace.
  synchronized List<String> arguments(String namespace) {
    try {
      if (kubeconfig == null) {
        kubeconfig = Files.createTempFile("drover-trial", ".kubeconfig");
        Files.writeString(kubeconfig, server.kubeconfig());
      }
      return List.of("--kubeconfig=" + kubeconfig, "--namespace=" + namespace);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write the kubeconfig of a trial", e);
    }
  }

  /// The connections of all runs.
  Transport transport() {
    return transport;
  }

  /// Reads and writes that no recording has.
  ClusterAccess access() {
    return new ClusterAccess(client.rest());
  }

  /// The administrator's client for a namespace.
  Client client(String namespace, Transport.Layer layer) {
    return Client.over(RestClient.over(config(namespace), transport).with(layer));
  }

  @Override
  public synchronized void close() {
    transport.close();
    server.close();
    try {
      if (kubeconfig != null) {
        boolean _ = Files.deleteIfExists(kubeconfig);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot delete the kubeconfig of a trial", e);
    }
  }
}
