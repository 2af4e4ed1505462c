package dev.drover.server.conformance;

import dev.drover.api.Format;
import dev.drover.api.TypeMeta;
import dev.drover.api.Yaml;
import dev.drover.schema.SchemaTable;
import dev.drover.schema.TreeCodec;
import dev.drover.schema.TreeNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;

/// One run of a case against one server, in a namespace of its own. Everything that is asked and
/// answered is noted, to be compared with the run against the other server.
///
/// Paths are as [Path] says; `{ns}` and `{id}` in paths and bodies become the namespace, which is
/// also a good name for cluster-wide objects, and `{ip}` an address of its own. Options after the
/// body are query parameters (`a=b`) or headers (`A: b`).
final class Session implements AutoCloseable {
  static final String PROTOBUF = "application/vnd.kubernetes.protobuf";
  private static final TreeCodec CODEC = new TreeCodec(SchemaTable.builtIn());
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Duration AGAIN = Duration.ofMillis(100);

  private final ServerUnderTest server;
  private final String namespace;
  private final List<Exchange> exchanges = new ArrayList<>();
  private final List<WatchStream> watches = new ArrayList<>();
  private int barriers;

  Session(ServerUnderTest server, String namespace) {
    this.server = server;
    this.namespace = namespace;
  }

  /// Makes the namespace; not part of the conversation.
  void begin() {
    String body = "{\"metadata\":{\"name\":\"" + namespace + "\"}}";
    HttpResponse<byte[]> made =
        exchange(
            request("POST", "/api/v1/namespaces", body, List.of()), BodyHandlers.ofByteArray());
    if (made.statusCode() != 201) {
      throw new IllegalStateException(
          server.name() + ": " + new String(made.body(), StandardCharsets.UTF_8));
    }
  }

  String namespace() {
    return namespace;
  }

  List<Exchange> exchanges() {
    return exchanges;
  }

  ServerUnderTest server() {
    return server;
  }

  // --- verbs ---

  Reply create(String resource, String body, String... options) {
    return send("POST", resource, complete(resource, Relaxed.object(filled(body))), options);
  }

  Reply create(String resource, Map<String, Object> body, String... options) {
    return send("POST", resource, Relaxed.text(body), options);
  }

  Reply get(String resource, String... options) {
    return send("GET", resource, "", options);
  }

  Reply update(String object, String body, String... options) {
    return send("PUT", object, complete(object, Relaxed.object(filled(body))), options);
  }

  Reply update(String object, Map<String, Object> body, String... options) {
    return send("PUT", object, Relaxed.text(body), options);
  }

  Reply jsonPatch(String object, String patch, String... options) {
    return patch("application/json-patch+json", object, patch, options);
  }

  Reply mergePatch(String object, String patch, String... options) {
    return patch("application/merge-patch+json", object, patch, options);
  }

  Reply strategicPatch(String object, String patch, String... options) {
    return patch("application/strategic-merge-patch+json", object, patch, options);
  }

  private Reply patch(String type, String object, String patch, String... options) {
    return send(
        "PATCH", object, Relaxed.json(filled(patch)), with("Content-Type: " + type, options));
  }

  /// Server-side apply as this manager.
  Reply apply(String object, String manager, String body, String... options) {
    TreeNode tree = TreeNode.copyOf(Relaxed.object(complete(object, Relaxed.object(filled(body)))));
    String name = Path.of(filled(object), namespace).name();
    if (!name.isEmpty()) {
      tree.orCreate("metadata").setDefault("name", name);
    }
    String[] all = with("Content-Type: application/apply-patch+yaml", options);
    return send("PATCH", object, Relaxed.text(tree.map()), with("fieldManager=" + manager, all));
  }

  Reply delete(String resource, String... options) {
    return send("DELETE", resource, "", options);
  }

  /// A delete with options in its body.
  Reply deleteWith(String resource, String body, String... options) {
    return send("DELETE", resource, Relaxed.json(filled(body)), options);
  }

  /// Any request with any body, as it is.
  Reply send(String method, String resource, String body, String... options) {
    HttpRequest request = request(method, resource, body, List.of(options));
    String shown =
        method + " " + request.uri().toString().substring(server.url().toString().length());
    HttpResponse<byte[]> answer;
    try {
      answer = exchangeWhenReady(request, client(options));
    } catch (UncheckedIOException e) {
      Reply broken = new Reply(0, Map.of(), "no answer");
      exchanges.add(new Exchange(shown, broken));
      return broken;
    }
    Reply reply = new Reply(answer.statusCode(), Headers.compared(answer.headers()), body(answer));
    exchanges.add(new Exchange(shown + (body.isEmpty() ? "" : " " + body), reply));
    return reply;
  }

  /// Opens a watch; its events become part of the conversation when they are asked for.
  WatchStream watch(String resource, String... options) {
    String[] all = with("watch=true", options);
    HttpRequest request = request("GET", resource, "", List.of(all));
    String shown = "WATCH " + request.uri().toString().substring(server.url().toString().length());
    HttpResponse<InputStream> answer =
        exchange(request, client(options), BodyHandlers.ofInputStream());
    WatchStream watch = new WatchStream(shown, answer, exchanges);
    watches.add(watch);
    return watch;
  }

  /// Waits until a custom resource is served; not part of the conversation.
  void awaitEstablished(String definition) {
    String path = "customresourcedefinitions";
    watch(path, "fieldSelector=metadata.name%3D" + definition)
        .await(
            event ->
                event.at("object").at("status").items("conditions").stream()
                    .anyMatch(
                        condition ->
                            condition.text("type").equals("Established")
                                && condition.text("status").equals("True")));
    TreeNode spec = answer("customresourcedefinitions/" + definition).at("spec");
    for (TreeNode version : spec.items("versions")) {
      if (version.isTrue("served")) {
        String list = "/apis/%s/%s/%s?limit=1";
        String plural = spec.at("names").text("plural");
        await(list.formatted(spec.text("group"), version.text("name"), plural), "", "\"items\"");
      }
    }
  }

  /// Waits until the server decides by the roles and bindings that were written before: a real one
  /// learns of them by watches, a moment later. Not part of the conversation.
  void awaitAccess() {
    String name = namespace + "-barrier-" + ++barriers;
    String roles = "/apis/rbac.authorization.k8s.io/v1/";
    grant(roles + "clusterroles", roles + "clusterrolebindings", "ClusterRole", name + "-all");
    String here = roles + "namespaces/" + namespace;
    grant(here + "/roles", here + "/rolebindings", "Role", name);
    awaitGrant(name + "-all", "");
    awaitGrant(name, namespace);
  }

  private void grant(String roles, String bindings, String kind, String name) {
    exchange(
        request(
            "POST",
            roles,
            """
            {"metadata":{"name":"%s"},"rules":[{"apiGroups":["b"],"resources":["b"],"verbs":["get"]}]}\
            """
                .formatted(name),
            List.of()),
        BodyHandlers.discarding());
    exchange(
        request(
            "POST",
            bindings,
            """
            {"metadata":{"name":"%1$s"},"roleRef":{"apiGroup":"rbac.authorization.k8s.io","kind":"%2$s",\
            "name":"%1$s"},"subjects":[{"kind":"User","apiGroup":"rbac.authorization.k8s.io","name":"%1$s"}]}\
            """
                .formatted(name, kind),
            List.of()),
        BodyHandlers.discarding());
  }

  private void awaitGrant(String user, String place) {
    await(
        "/apis/authorization.k8s.io/v1/subjectaccessreviews",
        """
        {"spec":{"user":"%s","resourceAttributes":{"namespace":"%s","verb":"get","group":"b",\
        "resource":"b"}}}\
        """
            .formatted(user, place),
        "\"allowed\":true");
  }

  /// Waits until pods are judged by what the namespace's labels say now, such as
  /// `restricted:v1.30`: a real server learns of them by a watch, a moment later. Not part of the
  /// conversation.
  void awaitPodSecurity(String policy) {
    await(
        "/api/v1/namespaces/" + namespace + "/pods?dryRun=All",
        """
        {"metadata":{"name":"barrier"},"spec":{"hostPID":true,"containers":[{"name":"c","image":"i"}]}}\
        """,
        policy);
  }

  /// Waits until a webhook or policy refuses config maps with the label `marker` of this value: a
  /// real server learns of configurations by a watch, a moment later. Not part of the conversation.
  void awaitMarker(String value) {
    await(
        "/api/v1/namespaces/" + namespace + "/configmaps?dryRun=All",
        """
        {"metadata":{"name":"barrier","labels":{"marker":"%s"}}}\
        """
            .formatted(filled(value)),
        "a refusal of " + value,
        answer -> answer.contains("denied") || answer.contains("is forbidden"));
  }

  /// Waits until services may ask for an address, or may not: a real server learns of ranges by a
  /// watch, a moment later. Not part of the conversation.
  void awaitAddress(String address, boolean isGiven) {
    await(
        "/api/v1/namespaces/" + namespace + "/services?dryRun=All",
        """
        {"metadata":{"name":"barrier"},"spec":{"clusterIP":"%s","ports":[{"port":80}]}}\
        """
            .formatted(address),
        isGiven ? "that it is given" : "that it is kept",
        answer ->
            isGiven
                ? answer.contains("\"clusterIP\":\"" + address)
                : answer.contains("failed to allocate") && !answer.contains("already allocated"));
  }

  /// Asks again and again until the answer, or a warning with it, has a text in it.
  private void await(String path, String body, String expected) {
    await(path, body, expected, answer -> answer.contains(expected));
  }

  /// Asks again and again until the answer with its warnings is as it should be.
  private void await(String path, String body, String expected, Predicate<String> isExpected) {
    HttpRequest request = request(body.isEmpty() ? "GET" : "POST", path, body, List.of());
    Instant end = Instant.now().plus(PATIENCE);
    while (Instant.now().isBefore(end)) {
      HttpResponse<String> answer = exchange(request, BodyHandlers.ofString());
      if (isExpected.test(answer.body() + answer.headers().allValues("warning"))) {
        return;
      }
    }
    throw new IllegalStateException(server.name() + " never answered " + expected + ": " + path);
  }

  private TreeNode answer(String path) {
    HttpRequest request = request("GET", path, "", List.of());
    return TreeNode.view((Map<?, ?>) Json.tree(exchange(request, BodyHandlers.ofString()).body()));
  }

  /// Also gives the addresses of services back, of which there are not many.
  @Override
  public void close() {
    watches.forEach(WatchStream::close);
    if (exchanges.stream().anyMatch(exchange -> exchange.request().contains("/services"))) {
      exchange(request("DELETE", "services", "", List.of()), BodyHandlers.discarding());
    }
  }

  // --- requests and answers ---

  private static String[] with(String first, String... rest) {
    List<String> all = new ArrayList<>(List.of(first));
    all.addAll(List.of(rest));
    return all.toArray(String[]::new);
  }

  private String filled(String text) {
    int hash = namespace.hashCode();
    String address = "192.168." + (hash >>> 8 & 0xff) + "." + (hash & 0xff);
    return HookServer.filled(text)
        .replace("{ns}", namespace)
        .replace("{id}", namespace)
        .replace("{ip}", address);
  }

  /// The object with the apiVersion and kind of the resource unless it has its own.
  private String complete(String resource, Map<String, Object> body) {
    Path path = Path.of(filled(resource), namespace);
    TreeNode tree = TreeNode.copyOf(body);
    boolean isMain = !path.kind().isEmpty() && resource.chars().filter(c -> c == '/').count() < 2;
    if (isMain || resource.endsWith("/status")) {
      tree.setDefault("apiVersion", path.apiVersion()).setDefault("kind", path.kind());
    }
    return Relaxed.text(tree.map());
  }

  private HttpClient client(String... options) {
    return List.of(options).contains("anonymous") ? server.anonymous() : server.admin();
  }

  private HttpRequest request(String method, String resource, String body, List<String> options) {
    StringBuilder url = new StringBuilder(Path.of(filled(resource), namespace).url());
    BodyPublisher publisher =
        body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body);
    HttpRequest.Builder request = HttpRequest.newBuilder().timeout(PATIENCE);
    boolean typed = false;
    for (String option : options) {
      int colon = option.indexOf(": ");
      if (colon > 0) {
        request.header(option.substring(0, colon), option.substring(colon + 2));
        typed |= option.startsWith("Content-Type");
      } else if (option.contains("=")) {
        url.append(url.indexOf("?") < 0 ? '?' : '&').append(filled(option));
      }
    }
    if (!typed && !body.isEmpty()) {
      request.header("Content-Type", "application/json");
    }
    if (options.contains(PROTOBUF) && !body.isEmpty()) {
      byte[] bytes = CODEC.encode(Relaxed.object(body), Format.PROTOBUF);
      request.setHeader("Content-Type", PROTOBUF);
      publisher = BodyPublishers.ofByteArray(bytes);
    }
    return request.uri(URI.create(server.url() + url.toString())).method(method, publisher).build();
  }

  private <T> HttpResponse<T> exchange(HttpRequest request, BodyHandler<T> handler) {
    return exchange(request, server.admin(), handler);
  }

  /// A real server that has just learned of a custom kind may say for a moment that its storage is
  /// not there yet, and when to come again: as every client does, this comes again.
  private static HttpResponse<byte[]> exchangeWhenReady(HttpRequest request, HttpClient client) {
    HttpResponse<byte[]> answer = exchange(request, client, BodyHandlers.ofByteArray());
    long begin = System.nanoTime();
    while (isNotReady(answer) && System.nanoTime() - begin < PATIENCE.toNanos()) {
      LockSupport.parkNanos(AGAIN.toNanos());
      answer = exchange(request, client, BodyHandlers.ofByteArray());
    }
    return answer;
  }

  private static boolean isNotReady(HttpResponse<byte[]> answer) {
    return answer.statusCode() == 429
        && new String(answer.body(), StandardCharsets.UTF_8).contains("initializing");
  }

  private static <T> HttpResponse<T> exchange(
      HttpRequest request, HttpClient client, BodyHandler<T> handler) {
    try {
      return client.send(request, handler);
    } catch (IOException e) {
      throw new UncheckedIOException(request.toString(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /// The tree, or how long it is where the table does not have the kind.
  private static Object protobuf(byte[] bytes) {
    return CODEC.knows(TypeMeta.of(bytes, Format.PROTOBUF).gvk())
        ? CODEC.decode(bytes, Format.PROTOBUF)
        : TypeMeta.of(bytes, Format.PROTOBUF) + ", " + bytes.length + " bytes";
  }

  private static Object body(HttpResponse<byte[]> answer) {
    String type = answer.headers().firstValue("Content-Type").orElse("");
    byte[] bytes = answer.body();
    if (type.startsWith(PROTOBUF) && bytes.length > 0) {
      return protobuf(bytes);
    }
    if (type.startsWith("application/yaml") && bytes.length > 0) {
      return Yaml.readTree(bytes, "the answer");
    }
    String text = new String(bytes, StandardCharsets.UTF_8);
    return type.startsWith("application/json") && !text.isBlank() ? Json.tree(text) : text;
  }
}
