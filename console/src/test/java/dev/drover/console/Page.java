package dev.drover.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.codec.TreeType;
import dev.drover.client.ClientConfig;
import dev.drover.runtime.Manager;
import dev.drover.runtime.ManagerOptions;
import dev.drover.server.EmbeddedApiServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;

/// A console of a manager on a server in this JVM, and a client of it.
final class Page implements AutoCloseable {
  static final String TOKEN = "0123456789-test-token";
  private static final Duration LIMIT = Duration.ofSeconds(30);

  private final EmbeddedApiServer server;
  private final Console console;
  private final Manager manager;
  private final HttpClient http = HttpClient.newBuilder().connectTimeout(LIMIT).build();

  private Page(EmbeddedApiServer server, Console console, Consumer<ManagerOptions.Builder> change) {
    this.server = server;
    this.console = console;
    this.manager =
        Manager.connect(
            "watched",
            ClientConfig.fromKubeconfig(server.kubeconfig().getBytes(StandardCharsets.UTF_8)),
            ManagerOptions.defaults()
                .with(o -> o.namespaces("default").extension(console))
                .with(change));
  }

  private static Page of(Consumer<ConsoleOptions.Builder> change) {
    ConsoleOptions options =
        ConsoleOptions.defaults().with(o -> o.port(0).token(TOKEN)).with(change);
    return new Page(EmbeddedApiServer.start(), Console.of(options), _ -> {});
  }

  static Page readOnly() {
    return of(_ -> {});
  }

  static Page withActions() {
    return of(ConsoleOptions.Builder::actions);
  }

  /// Of a manager with other options.
  static Page with(Consumer<ManagerOptions.Builder> change) {
    return new Page(
        EmbeddedApiServer.start(),
        Console.of(ConsoleOptions.defaults().with(o -> o.port(0).token(TOKEN))),
        change);
  }

  /// With actions, of a manager with other options.
  static Page withActions(Consumer<ManagerOptions.Builder> change) {
    return new Page(
        EmbeddedApiServer.start(),
        Console.of(ConsoleOptions.defaults().with(o -> o.port(0).token(TOKEN).actions())),
        change);
  }

  /// Another manager of the same name on the same server, as a second replica is.
  Manager replica(Consumer<ManagerOptions.Builder> change) {
    return Manager.connect(
        "watched",
        ClientConfig.fromKubeconfig(server.kubeconfig().getBytes(StandardCharsets.UTF_8)),
        ManagerOptions.defaults().with(o -> o.namespaces("default")).with(change));
  }

  /// On a server that runs the controllers of Kubernetes, and nodes.
  static Page simulated() {
    return simulated(_ -> {});
  }

  /// The same, of a manager with other options.
  static Page simulated(Consumer<ManagerOptions.Builder> change) {
    return new Page(
        EmbeddedApiServer.start(EmbeddedApiServer.Options.defaults().with(o -> o.simulate())),
        Console.of(ConsoleOptions.defaults().with(o -> o.port(0).token(TOKEN).actions())),
        change);
  }

  /// On a port that a former one had.
  static Page onPort(int port) {
    return of(o -> o.port(port).actions());
  }

  EmbeddedApiServer server() {
    return server;
  }

  Manager manager() {
    return manager;
  }

  Console console() {
    return console;
  }

  int port() {
    return console.url().orElseThrow().getPort();
  }

  HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port() + path)).timeout(LIMIT);
  }

  HttpRequest.Builder signedIn(String path) {
    return request(path).header("Authorization", "Bearer " + TOKEN);
  }

  HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
    return http.send(request.build(), BodyHandlers.ofString());
  }

  HttpResponse<InputStream> open(HttpRequest.Builder request) throws Exception {
    return http.send(request.build(), BodyHandlers.ofInputStream());
  }

  /// The answer of the API, which must be 200.
  Map<?, ?> get(String path) throws Exception {
    HttpResponse<String> response = send(signedIn("/api/v1/" + path));
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    return (Map<?, ?>) TreeType.tree(response.body().getBytes(StandardCharsets.UTF_8));
  }

  List<?> list(String path, String name) throws Exception {
    return (List<?>) get(path).get(name);
  }

  /// Asks until the answer is the wanted one.
  Map<?, ?> await(String path, Predicate<Map<?, ?>> wanted) throws Exception {
    long begin = System.nanoTime();
    Map<?, ?> answer = get(path);
    while (!wanted.test(answer)) {
      assertThat(Duration.ofNanos(System.nanoTime() - begin)).as("%s", answer).isLessThan(LIMIT);
      manager.settle(LIMIT);
      answer = get(path);
    }
    return answer;
  }

  /// The same while the manager starts or stops, when nothing settles.
  Map<?, ?> poll(String path, Predicate<Map<?, ?>> wanted) throws Exception {
    long begin = System.nanoTime();
    Map<?, ?> answer = get(path);
    while (!wanted.test(answer)) {
      assertThat(Duration.ofNanos(System.nanoTime() - begin)).as("%s", answer).isLessThan(LIMIT);
      answer = get(path);
    }
    return answer;
  }

  /// The head of the answer to a request that no HTTP client would send.
  String raw(String request) throws IOException {
    try (Socket socket = new Socket("127.0.0.1", port())) {
      socket.setSoTimeout((int) LIMIT.toMillis());
      socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
      socket.getOutputStream().flush();
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
    }
  }

  @Override
  public void close() {
    manager.close();
    http.close();
    server.close();
  }
}
