package dev.drover.cli;

import dev.drover.api.Patch;
import dev.drover.api.lifecycle.Lifecycle;
import dev.drover.client.Client;
import dev.drover.client.ClientConfig;
import dev.drover.client.WriteOptions;
import dev.drover.model.core.v1.ConfigMap;
import dev.drover.model.core.v1.Pod;
import dev.drover.model.core.v1.PodStatus;
import dev.drover.server.EmbeddedApiServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

/// The run from which `./drover` makes the AOT cache of `apiserver`: a server, and a client that
/// makes each kind of request a few hundred times, so that the cache has the server's classes and
/// the profiles of its methods.
///
/// ```
/// java @cli/apiserver.jvm -XX:AOTCacheOutput=apiserver.aot -cp ... dev.drover.cli.ApiServerTraining
/// ```
final class ApiServerTraining {
  private static final int OBJECTS = 400;
  private static final int WATCHES = 40;
  private static final int LISTS = 10;
  private static final Duration LIMIT = Duration.ofSeconds(10);
  private static final String CORE = "/api/v1/namespaces/default/";
  private static final String JSON = "application/json";
  private static final String PROTOBUF = "application/vnd.kubernetes.protobuf";
  private static final String METADATA = ";as=PartialObjectMetadataList;g=meta.k8s.io;v=v1";
  private static final String TABLE = ";as=Table;g=meta.k8s.io;v=v1";

  private static final String POD =
      """
      {"metadata":{"name":"pod-#","labels":{"app":"a#"}},"spec":{"nodeName":"node-#","containers":[
      {"name":"main","image":"example.com/app:1","args":["-v","2"],"ports":[{"containerPort":8080}],
      "env":[{"name":"A","value":"b"}],"resources":{"requests":{"cpu":"100m","memory":"64Mi"}},
      "readinessProbe":{"httpGet":{"path":"/","port":8080}}}]}}\
      """;
  private static final String DEPLOYMENT =
      """
      {"metadata":{"name":"app-#"},"spec":{"replicas":2,"selector":{"matchLabels":{"app":"a"}},
      "template":{"metadata":{"labels":{"app":"a"}},"spec":{"containers":[{"name":"main","image":"i"}]}}}}\
      """;
  private static final String DEFINITION =
      """
      {"metadata":{"name":"flavors.example.com"},"spec":{"group":"example.com","scope":"Namespaced",
      "names":{"plural":"flavors","kind":"Flavor"},"versions":[{"name":"v1","served":true,"storage":true,
      "subresources":{"status":{}},"schema":{"openAPIV3Schema":{"type":"object","properties":{
      "spec":{"type":"object","properties":{"scoops":{"type":"integer","minimum":1,"default":1}}},
      "status":{"type":"object","x-kubernetes-preserve-unknown-fields":true}}}}}]}}\
      """;

  private static final PodStatus RUNNING = PodStatus.builder().phase("Running").build();

  private final Client client;
  private final int objects;

  private ApiServerTraining(Client client, int objects) {
    this.client = client;
    this.objects = objects;
  }

  public static void main(String[] args) throws Exception {
    train(OBJECTS);
  }

  /// @param objects of each kind
  static void train(int objects) throws Exception {
    Main.commandLine().parseArgs("apiserver"); // the command's own classes
    try (EmbeddedApiServer server = EmbeddedApiServer.start();
        Client client =
            Client.connect(
                ClientConfig.fromKubeconfig(server.kubeconfig().getBytes(StandardCharsets.UTF_8))
                    .with(config -> config.compression(false)))) {
      new ApiServerTraining(client, objects).run();
    }
  }

  private void run() throws Exception {
    discover();
    writeConfigMaps();
    writePods();
    writeCustomResources();
    watch();
    for (int i = 0; i < LISTS; i++) {
      list();
    }
    delete();
  }

  private void discover() throws IOException {
    for (String path : List.of("/version", "/readyz", "/api", "/apis", "/openapi/v3")) {
      read(path, JSON);
    }
  }

  private void writeConfigMaps() {
    Client applying = client.writing(WriteOptions.defaults().with(o -> o.fieldManager("training")));
    for (int i = 0; i < objects; i++) {
      ConfigMap created = client.create(map("map", i));
      client.update(created.with(m -> m.data("key", "updated")));
      client.patch(created, Patch.merge("{\"data\":{\"key\":\"patched\"}}"));
      applying.apply(map("applied", i));
    }
  }

  private static ConfigMap map(String prefix, int number) {
    return ConfigMap.named("default", prefix + "-" + number)
        .with(m -> m.label("app", "training").data("key", "value").data("more", "x".repeat(200)));
  }

  private void writePods() throws IOException {
    for (int i = 0; i < objects; i++) {
      send("POST", CORE + "pods", numbered(POD, i));
      Pod pod = client.resources(Pod.class).inNamespace("default").get("pod-" + i);
      client.resources(Pod.class).updateStatus(pod.with(p -> p.status(RUNNING)));
      send("POST", "/apis/apps/v1/namespaces/default/deployments", numbered(DEPLOYMENT, i));
    }
  }

  private static String numbered(String template, int number) {
    return template.replace("#", Integer.toString(number));
  }

  private void writeCustomResources() throws IOException {
    String flavors = "/apis/example.com/v1/namespaces/default/flavors";
    send("POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", DEFINITION);
    for (int i = 0; i < objects; i++) {
      send(
          "POST",
          flavors,
          """
          {"apiVersion":"example.com/v1","kind":"Flavor","metadata":{"name":"f-%d"},"spec":{"scoops":2}}\
          """
              .formatted(i));
      read(flavors + "/f-" + i, JSON);
    }
    read(flavors, JSON);
  }

  /// Opens watches, and changes what they watch.
  private void watch() throws Exception {
    client.create(ConfigMap.named("default", "watched"));
    CountDownLatch ended = new CountDownLatch(WATCHES);
    List<Throwable> failures = new CopyOnWriteArrayList<>();
    Lifecycle threads = new Lifecycle("cli", failures::add);
    for (int i = 0; i < WATCHES; i++) {
      threads.fork("training watch", () -> follow(ended));
    }
    for (int i = 0; i < objects; i++) {
      client.patch(
          ConfigMap.named("default", "watched"), Patch.merge("{\"data\":{\"n\":\"" + i + "\"}}"));
    }
    client.patch(ConfigMap.named("default", "watched"), Patch.merge("{\"data\":{\"end\":\"\"}}"));
    ended.await();
    threads.close(LIMIT);
    if (!failures.isEmpty()) {
      throw new IllegalStateException("a watch of the training failed", failures.getFirst());
    }
  }

  private void follow(CountDownLatch ended) throws IOException {
    var request =
        client
            .rest()
            .get()
            .requestUri(CORE + "configmaps?watch=1&fieldSelector=metadata.name%3Dwatched")
            .setHeader("Accept", JSON);
    try (var events =
        new BufferedReader(new InputStreamReader(request.stream(), StandardCharsets.UTF_8))) {
      String event = events.readLine();
      while (event != null && !event.contains("\"end\"")) {
        event = events.readLine();
      }
    } finally {
      ended.countDown();
    }
  }

  private void list() throws IOException {
    for (String format :
        List.of(JSON, PROTOBUF, PROTOBUF + METADATA, JSON + METADATA, JSON + TABLE)) {
      read("/api/v1/pods", format);
      read(CORE + "configmaps?labelSelector=app%3Dtraining&limit=100", format);
    }
    read("/api/v1/pods?fieldSelector=spec.nodeName%3Dnode-7", JSON);
    read("/apis/apps/v1/deployments", PROTOBUF);
  }

  private void delete() throws IOException {
    for (int i = 0; i < objects; i++) {
      send("DELETE", CORE + "configmaps/map-" + i, "");
    }
    send("DELETE", CORE + "configmaps", "");
  }

  private void send(String verb, String path, String body) {
    client
        .rest()
        .verb(verb)
        .requestUri(path)
        .setHeader("Content-Type", JSON)
        .body(body.getBytes(StandardCharsets.UTF_8))
        .executeRaw();
  }

  private void read(String path, String format) throws IOException {
    try (var in = client.rest().get().requestUri(path).setHeader("Accept", format).stream()) {
      in.transferTo(OutputStream.nullOutputStream());
    }
  }
}
