package dev.drover.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A server with controllers and a clock that tests advance. Every step returns when the
/// controllers have nothing left to do.
final class SimulatedCluster implements AutoCloseable {
  static final String PODS = "/api/v1/namespaces/default/pods";
  private static final Duration LIMIT = Duration.ofMinutes(2); // on a busy machine

  /// Certificates are valid from now on: it starts there.
  private final Instant start = Instant.now().truncatedTo(ChronoUnit.SECONDS);

  private volatile Instant now = start;
  private final EmbeddedApiServer server;
  private final Https admin;

  private SimulatedCluster(Consumer<EmbeddedApiServer.Options.Builder> change) {
    server =
        EmbeddedApiServer.start(
            EmbeddedApiServer.Options.defaults().with(o -> o.clock(() -> now)).with(change));
    admin = Https.asAdmin(server);
  }

  /// With nodes that run pods, and all controllers.
  static SimulatedCluster withNodes(int nodes) throws InterruptedException {
    SimulatedCluster cluster = new SimulatedCluster(o -> o.simulate(nodes));
    cluster.settle();
    return cluster;
  }

  /// With controllers but without nodes: pods stay as they are written.
  static SimulatedCluster withControllers(String... names) throws InterruptedException {
    SimulatedCluster cluster = new SimulatedCluster(o -> o.controllers(List.of(names)));
    cluster.settle();
    return cluster;
  }

  EmbeddedApiServer server() {
    return server;
  }

  Https admin() {
    return admin;
  }

  /// The time so long after the start, as objects carry it.
  String time(Duration afterStart) {
    return start.plus(afterStart).toString();
  }

  void settle() throws InterruptedException {
    server.settle(LIMIT);
  }

  void advance(Duration by) throws InterruptedException {
    now = now.plus(by);
    server.clockChanged();
    settle();
  }

  /// Creates an object.
  ///
  /// @param json may have single quotes
  void create(String collection, String json) throws Exception {
    Https.Reply reply = admin.post(collection, json.replace('\'', '"'));
    assertThat(reply.status()).as(reply.text()).isEqualTo(201);
    settle();
  }

  void patch(String path, String json) throws Exception {
    patchNow(path, json);
    settle();
  }

  /// Without waiting.
  void patchNow(String path, String json) throws Exception {
    Https.Reply reply =
        admin.send(
            "PATCH", path, json.replace('\'', '"'), "Content-Type", "application/merge-patch+json");
    assertThat(reply.status()).as(reply.text()).isEqualTo(200);
  }

  void delete(String path) throws Exception {
    Https.Reply reply = admin.delete(path);
    assertThat(reply.status()).as(reply.text()).isLessThan(300);
    settle();
  }

  boolean exists(String path) throws Exception {
    return admin.get(path).status() == 200;
  }

  Node get(String path) throws Exception {
    Https.Reply reply = admin.get(path);
    assertThat(reply.status()).as(reply.text()).isEqualTo(200);
    return new Node(reply.at());
  }

  /// The objects of a collection, by name.
  List<Node> list(String collection) throws Exception {
    return get(collection).items("items");
  }

  /// The pods of the namespace `default` with a label such as `app=web`.
  List<Node> pods(String label) throws Exception {
    return list(PODS + "?labelSelector=" + label);
  }

  @Override
  public void close() {
    admin.close();
    server.close();
  }

  /// A part of a JSON document.
  record Node(@Nullable Object value) {
    /// What is at a path such as `status.phase` or `status.conditions.0`.
    @Nullable Object at(String path) {
      @Nullable Object found = value;
      for (String name : path.split("\\.")) {
        found =
            switch (found) {
              case Map<?, ?> map -> map.get(name);
              case List<?> list ->
                  list.size() > Integer.parseInt(name) ? list.get(Integer.parseInt(name)) : null;
              case null, default -> null;
            };
      }
      return found;
    }

    String text(String path) {
      return Objects.toString(at(path), "");
    }

    /// A number; 0 if there is none.
    long number(String path) {
      return at(path) instanceof Number number ? number.longValue() : 0;
    }

    /// Several numbers below one path.
    List<Long> numbers(String path, String... names) {
      return Arrays.stream(names).map(name -> number(path + "." + name)).toList();
    }

    List<Node> items(String path) {
      return at(path) instanceof List<?> list ? list.stream().map(Node::new).toList() : List.of();
    }

    String name() {
      return text("metadata.name");
    }

    /// An annotation.
    String annotation(String name) {
      Object annotations = at("metadata.annotations");
      return annotations instanceof Map<?, ?> map ? Objects.toString(map.get(name), "") : "";
    }

    /// Status and reason of a condition, such as `True MinimumReplicasAvailable`.
    String condition(String type) {
      return items("status.conditions").stream()
          .filter(condition -> condition.text("type").equals(type))
          .map(condition -> (condition.text("status") + " " + condition.text("reason")).strip())
          .findFirst()
          .orElse("");
    }
  }
}
