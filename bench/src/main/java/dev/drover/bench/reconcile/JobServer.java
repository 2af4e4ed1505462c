package dev.drover.bench.reconcile;

import dev.drover.client.Client;
import dev.drover.client.ClientConfig;
import dev.drover.controlplane.ControlPlane;
import dev.drover.model.core.v1.ConfigMap;
import dev.drover.model.core.v1.Namespace;
import dev.drover.model.core.v1.Secret;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executors;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/// A real kube-apiserver with namespaces full of work, which counts its requests.
public final class JobServer implements AutoCloseable {
  private static final int WRITERS = 16;
  private static final Pattern CALLS =
      Pattern.compile(
          "^apiserver_request_total\\{.*resource=\"(?:configmaps|secrets)\".*} (\\S+)$",
          Pattern.MULTILINE);

  private final ControlPlane server;
  private final Client client;
  private final HttpClient http;

  private JobServer(ControlPlane server) {
    this.server = server;
    byte[] kubeconfig = server.kubeconfig().getBytes(StandardCharsets.UTF_8);
    this.client = Client.connect(ClientConfig.fromKubeconfig(kubeconfig));
    this.http = HttpClient.newBuilder().sslContext(server.tls(server.admin())).build();
  }

  public static JobServer start() throws InterruptedException {
    return new JobServer(ControlPlane.start(ControlPlane.Options.defaults()));
  }

  public ControlPlane controlPlane() {
    return server;
  }

  /// A namespace with so many ConfigMaps.
  public void fill(String namespace, int objects) {
    client.create(Namespace.named(namespace));
    try (var writers = Executors.newFixedThreadPool(WRITERS)) {
      for (int i = 0; i < objects; i++) {
        ConfigMap map = ConfigMap.named(namespace, "map-" + i).with(m -> m.data("key", "value"));
        writers.execute(() -> client.create(map));
      }
    }
  }

  /// Takes away what is there, once all have what they should.
  ///
  /// @throws IOException when one of them has not
  void check(String namespace, int objects) throws IOException {
    var maps = client.resources(ConfigMap.KIND).inNamespace(namespace).list().items();
    var secrets = client.resources(Secret.KIND).inNamespace(namespace).list().items();
    long annotated =
        maps.stream().filter(m -> m.metadata().annotations().containsKey(Job.ANNOTATION)).count();
    long owned = secrets.stream().filter(s -> !s.metadata().ownerReferences().isEmpty()).count();
    if (annotated != objects || owned != objects) {
      throw new IOException(
          "of %d ConfigMaps %d are annotated, and %d own a Secret"
              .formatted(objects, annotated, owned));
    }
  }

  /// How many requests for ConfigMaps and Secrets there have been, lists and watches that have
  /// ended among them.
  long calls() throws IOException, InterruptedException {
    var request = HttpRequest.newBuilder(server.url().resolve("/metrics")).build();
    String metrics = http.send(request, BodyHandlers.ofString()).body();
    return CALLS
        .matcher(metrics)
        .results()
        .map((MatchResult result) -> result.group(1))
        .mapToLong(number -> (long) Double.parseDouble(number))
        .sum();
  }

  @Override
  public void close() {
    http.close();
    client.close();
    server.close();
  }
}
