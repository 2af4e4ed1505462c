package dev.drover.server.openapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.drover.server.discovery.TwoServers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Our documents say the same as kube-apiserver's, apart from descriptions.
@Tag("real")
class OpenApiRealTest {
  private static final String JSON = "application/json";
  private static final Set<String> LEFT_OUT = Set.of("description", "tags", "deprecated", "title");

  private static TwoServers servers;

  @BeforeAll
  static void start() throws Exception {
    servers = TwoServers.start(false);
  }

  @AfterAll
  static void stop() {
    servers.close();
  }

  private static Map<?, ?> map(Object tree) {
    return (Map<?, ?>) tree;
  }

  private static Map<?, ?> paths(TwoServers.Reply reply) throws Exception {
    return map(map(reply.tree()).get("paths"));
  }

  @Test
  void indexNamesTheDocumentOfEveryVersion() throws Exception {
    Map<?, ?> ours = paths(servers.ours("/openapi/v3", JSON));
    Set<Object> versions = new TreeSet<>(paths(servers.real("/openapi/v3", JSON)).keySet());
    versions.removeIf(name -> !name.toString().matches("api/v1|apis/[^/]+/v[^/]+"));
    assertThat(ours.keySet()).isEqualTo(versions);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          GET    /openapi/v2                                    |
          HEAD   /openapi/v2                                    |
          GET    /openapi/v2                                    | Accept: text/html
          GET    /openapi/v2                                    | Accept: foo
          GET    /openapi/v2                                    | Accept: application/com.github.proto-openapi.spec.v2@v1.0+protobuf
          GET    /openapi/v2                                    | If-None-Match: *
          GET    /openapi/v2                                    | If-Modified-Since: Sat, 16 Nov 2030 05:10:54 GMT
          GET    /openapi/v3                                    |
          GET    /openapi/v3                                    | Accept: text/html
          GET    /openapi/v3                                    | If-None-Match: *
          GET    /openapi/v3                                    | If-None-Match: "a"
          GET    /openapi/v3                                    | If-Modified-Since: Sat, 16 Nov 2030 05:10:54 GMT
          GET    /openapi/v3/                                   |
          GET    /openapi/v3/api                                | Accept: foo
          GET    /openapi/v3/apis/nope/v1                       |
          GET    /openapi/v3/apis/apps/v1                       |
          HEAD   /openapi/v3/apis/apps/v1                       |
          DELETE /openapi/v3/apis/apps/v1                       |
          GET    /openapi/v3/apis/apps/v1                       | Accept: text/html
          GET    /openapi/v3/apis/apps/v1                       | Accept: foo
          GET    /openapi/v3/apis/apps/v1                       | Accept: application/json;q=0.5, application/com.github.proto-openapi.spec.v3.v1.0+protobuf
          GET    /openapi/v3/apis/apps/v1                       | Accept: application/com.github.proto-openapi.spec.v3@v1.0+protobuf;q=0.5, */*;q=0.1
          GET    /openapi/v3/apis/apps/v1?hash=                 |
          GET    /openapi/v3/apis/apps/v1?hash=ABC              |
          GET    /openapi/v3/apis/apps/v1?hash={hash}           |
          GET    /openapi/v3/apis/apps/v1?hash={hash}           | If-None-Match: "{hash}"
          GET    /openapi/v3/apis/apps/v1                       | If-None-Match: "{hash}"
          GET    /openapi/v3/apis/apps/v1                       | If-None-Match: "a", "{hash}"
          GET    /openapi/v3/apis/apps/v1                       | If-None-Match: W/"{hash}"
          GET    /openapi/v3/apis/apps/v1                       | If-None-Match: {hash}
          GET    /openapi/v3/apis/apps/v1                       | If-None-Match: *
          PUT    /openapi/v3/apis/apps/v1                       | If-None-Match: *
          GET    /openapi/v3/apis/apps/v1                       | If-Match: "{hash}"
          GET    /openapi/v3/apis/apps/v1                       | If-Match: W/"{hash}"
          GET    /openapi/v3/apis/apps/v1                       | If-Match: "a"
          GET    /openapi/v3/apis/apps/v1                       | If-Modified-Since: Mon, 16 Nov 2020 05:10:54 GMT
          GET    /openapi/v3/apis/apps/v1                       | If-Modified-Since: Sat, 16 Nov 2030 05:10:54 GMT
          GET    /openapi/v3/apis/apps/v1                       | If-Modified-Since: yesterday
          PUT    /openapi/v3/apis/apps/v1                       | If-Modified-Since: Sat, 16 Nov 2030 05:10:54 GMT
          GET    /openapi/v3/apis/apps/v1                       | If-Unmodified-Since: Mon, 16 Nov 2020 05:10:54 GMT
          GET    /openapi/v3/apis/apps/v1                       | If-Unmodified-Since: Sat, 16 Nov 2030 05:10:54 GMT
          """)
  void openApiDocumentsAreCacheableLikeThoseOfKubernetes(String request, @Nullable String header)
      throws Exception {
    assertThat(headersOf(servers::ours, request, header))
        .isEqualTo(headersOf(servers::real, request, header));
  }

  /// Sends a request to one of the servers.
  private interface Sender {
    TwoServers.Reply send(String method, String path, String body, Map<String, String> headers)
        throws Exception;
  }

  /// What clients that keep documents look at, without what differs from server to server.
  private static List<String> headersOf(Sender server, String request, @Nullable String header)
      throws Exception {
    String known = server.send("GET", "/openapi/v3/apis/apps/v1", "", Map.of()).header("Etag");
    String hash = known.replace("\"", "");
    String[] words = request.replace("{hash}", hash).split(" +");
    String[] sent = header == null ? null : header.replace("{hash}", hash).split(": ", 2);
    TwoServers.Reply reply =
        server.send(words[0], words[1], "", sent == null ? Map.of() : Map.of(sent[0], sent[1]));
    List<String> seen = new ArrayList<>(List.of(Integer.toString(reply.status())));
    seen.add(reply.text().isEmpty() ? "no body" : "a body");
    for (String name : List.of("Content-Type", "Cache-Control", "Etag", "Location")) {
      seen.add(name + ": " + reply.header(name).replaceAll("[0-9A-F]{128}", "<hash>"));
    }
    seen.add("Vary: " + String.join(", ", reply.response().headers().allValues("Vary")));
    for (String name : List.of("Last-Modified", "Expires")) {
      seen.add(name + ": " + reply.header(name).replaceAll("\\w+, .* (GMT|UTC)", "<time>"));
    }
    return seen;
  }

  @TestFactory
  Stream<DynamicTest> openApiDocumentsOfAllVersionsEqualThoseOfTheRealServer() throws Exception {
    return paths(servers.ours("/openapi/v3", JSON)).keySet().stream()
        .map(name -> dynamicTest(name.toString(), () -> compare("/openapi/v3/" + name)));
  }

  private static void compare(String path) throws Exception {
    Map<?, ?> real = map(servers.real(path, JSON).tree());
    Map<?, ?> ours = map(servers.ours(path, JSON).tree());
    Map<?, ?> realSchemas = map(map(real.get("components")).get("schemas"));
    Map<?, ?> ourSchemas = map(map(ours.get("components")).get("schemas"));
    for (Object name : ourSchemas.keySet()) {
      if (realSchemas.containsKey(name)) {
        assertThat(comparable(ourSchemas.get(name)))
            .as(name.toString())
            .isEqualTo(comparable(realSchemas.get(name)));
      }
    }
    assertThat(ourSchemas.keySet()).as("schemas").isEqualTo(documented(realSchemas.keySet()));
    assertThat(operations(ours)).isEqualTo(operations(real));
  }

  /// Only our documents of a version have no document of the version itself.
  private static Set<Object> documented(Set<?> names) {
    Set<Object> left = new TreeSet<>(names);
    left.removeIf(name -> name.toString().matches(".*meta\\.v1\\.(APIResource|APIResourceList)"));
    return left;
  }

  private static Object comparable(Object tree) {
    return switch (tree) {
      case Map<?, ?> map -> {
        Map<String, Object> copy = new TreeMap<>();
        map.forEach(
            (name, value) -> {
              if (!(LEFT_OUT.contains(name) && !(value instanceof Map<?, ?>))) {
                copy.put((String) name, comparable(value));
              }
            });
        if ("byte".equals(copy.get("format"))) {
          copy.remove("x-kubernetes-list-type"); // bytes are a list in Go only
        }
        // A reference alone may be written in two ways.
        yield copy.keySet().equals(Set.of("allOf"))
            ? ((List<?>) copy.get("allOf")).getFirst()
            : copy;
      }
      case List<?> list -> list.stream().map(OpenApiRealTest::comparable).toList();
      case null, default -> tree;
    };
  }

  /// Every operation with its facts.
  private static Map<String, Object> operations(Map<?, ?> document) {
    Map<String, Object> operations = new TreeMap<>();
    map(document.get("paths"))
        .forEach(
            (path, item) -> {
              if (path.toString().matches(".*(/watch/|\\{path}|/v[^/]*/$).*")) {
                return;
              }
              map(item)
                  .forEach(
                      (method, operation) -> {
                        if (operation instanceof Map<?, ?> facts
                            && !List.of("options", "head").contains(method)) {
                          operations.put(method + " " + path, facts(facts, map(item)));
                        }
                      });
            });
    return operations;
  }

  private static Object facts(Map<?, ?> operation, Map<?, ?> item) {
    Map<String, Object> facts = new TreeMap<>();
    operation.forEach((name, value) -> facts.put((String) name, comparable(value)));
    LEFT_OUT.forEach(facts::remove);
    if ("delete".equals(facts.get("x-kubernetes-action"))) {
      facts.remove("responses"); // the rules of each kind say what a deletion gives back
    }
    Set<String> parameters = new TreeSet<>();
    for (Map<?, ?> owner : List.of(operation, item)) {
      if (owner.get("parameters") instanceof List<?> list) {
        list.forEach(parameter -> parameters.add(comparable(parameter).toString()));
      }
    }
    facts.put("parameters", new ArrayList<>(parameters));
    if (List.of("connect").contains(String.valueOf(facts.get("x-kubernetes-action")))
        || String.valueOf(facts.get("operationId")).endsWith("Log")) {
      facts.keySet().retainAll(List.of("operationId", "x-kubernetes-group-version-kind"));
    }
    return facts;
  }
}
