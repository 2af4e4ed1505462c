package dev.drover.client;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/// A server that gives the same answers again and again, and notes what it was asked.
final class CannedServer implements Transport {
  static final String JSON = "application/json";
  static final String AGGREGATED =
      "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";

  private final Map<String, Answer> answers = new ConcurrentHashMap<>();
  private final List<Request> asked = new CopyOnWriteArrayList<>();
  private volatile Layer before = (request, next) -> next.send(request);

  record Answer(int status, String contentType, String body) {}

  /// A server without any answers: everything is "404 page not found".
  static CannedServer empty() {
    return new CannedServer();
  }

  /// A server that offers what `discovery.txt` says, in both formats.
  static CannedServer withDiscovery() {
    var server = new CannedServer();
    documents().forEach(server::answer);
    return server;
  }

  /// A server that offers what `discovery.txt` says, and knows only the old format.
  static CannedServer withLegacyDiscovery() {
    var server = withDiscovery();
    server.forget("aggregated /api").forget("aggregated /apis");
    return server;
  }

  static Map<String, String> documents() {
    Iterator<String> lines =
        resource("discovery.txt").lines().filter(line -> !line.startsWith("#")).iterator();
    Map<String, String> documents = new HashMap<>();
    while (lines.hasNext()) {
      documents.put(lines.next(), lines.next());
    }
    return documents;
  }

  static String resource(String name) {
    try (InputStream in = CannedServer.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  CannedServer answer(String path, String body) {
    return answer(path, 200, path.startsWith("aggregated") ? AGGREGATED : JSON, body);
  }

  CannedServer answer(String path, int status, String contentType, String body) {
    answers.put(path, new Answer(status, contentType, body));
    return this;
  }

  CannedServer forget(String path) {
    answers.remove(path);
    return this;
  }

  /// Does something before each request is answered.
  CannedServer before(Layer layer) {
    before = layer;
    return this;
  }

  RestClient rest() {
    return rest(TimeSource.system());
  }

  RestClient rest(TimeSource clock) {
    return RestClient.over(
        ClientConfig.builder().server("http://canned").clock(clock).build(), this);
  }

  /// How often this path was asked for.
  long count(String path) {
    return asked.stream().filter(request -> path(request).equals(path)).count();
  }

  List<Request> asked() {
    return asked;
  }

  static String path(Request request) {
    return request.target().replaceFirst("\\?.*", "");
  }

  @Override
  public Response send(Request request) throws IOException {
    asked.add(request);
    return before.send(request, new Reply());
  }

  @Override
  public void close() {}

  private final class Reply implements Transport {
    @Override
    public Response send(Request request) {
      String path = path(request);
      boolean aggregated =
          request.headers().first("Accept").orElse("").contains("g=apidiscovery.k8s.io");
      Answer answer = aggregated ? answers.get("aggregated " + path) : null;
      if (answer == null) {
        answer = answers.getOrDefault(path, new Answer(404, "text/plain", "404 page not found"));
      }
      return new CannedResponse(answer);
    }

    @Override
    public void close() {}
  }

  private record CannedResponse(Answer answer) implements Response {
    @Override
    public int status() {
      return answer.status;
    }

    @Override
    public Headers headers() {
      return Headers.EMPTY.with("Content-Type", answer.contentType);
    }

    @Override
    public InputStream body() {
      return new ByteArrayInputStream(answer.body.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void close() {}
  }
}
