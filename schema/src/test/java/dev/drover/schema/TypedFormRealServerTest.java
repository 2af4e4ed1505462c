package dev.drover.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.drover.api.RawExtension;
import dev.drover.controlplane.ControlPlane;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/// What we read out of a body, and what we say is wrong with it, is what kube-apiserver does.
@Tag("real")
class TypedFormRealServerTest {
  private static final SchemaTable TABLE = SchemaTable.builtIn();

  private static ControlPlane controlPlane;
  private static HttpClient http;

  @BeforeAll
  static void start() throws Exception {
    controlPlane = ControlPlane.start(ControlPlane.Options.defaults());
    http = HttpClient.newBuilder().sslContext(controlPlane.tls(controlPlane.admin())).build();
  }

  @AfterAll
  static void stop() {
    http.close();
    controlPlane.close();
  }

  private static Stream<KindEntry> kinds() {
    return TABLE.kinds().stream()
        .filter(kind -> kind.gvk().version().matches("v\\d+"))
        .filter(kind -> kind.verbs().contains("create"));
  }

  /// Random bodies, some right, some wrong: the same complaint, or the same warnings.
  @TestFactory
  Stream<DynamicTest> decodeErrorsEqualThoseOfTheRealServer() {
    return kinds()
        .map(
            kind ->
                dynamicTest(
                    kind.gvk().toString(),
                    () -> {
                      for (int seed = 0; seed < 60; seed++) {
                        compare(kind, seed);
                      }
                    }));
  }

  private static void compare(KindEntry kind, int seed) throws Exception {
    Structure.Fields type = TABLE.structure(kind.gvk()).orElseThrow();
    RandomBody bodies = new RandomBody(new Random(seed), seed < 30 ? 10 : 60);
    String body = bodies.next(kind.gvk(), type, 5 + seed * 2);
    HttpResponse<String> answer =
        send("POST", path(kind) + "?dryRun=All&fieldValidation=Warn", body);
    String context = "seed " + seed + ": " + body + "\n-> " + answer.body();
    String refusal =
        "%s in version \"%s\" cannot be handled as a %s: "
            .formatted(kind.gvk().kind(), kind.gvk().version(), kind.gvk().kind());
    TypedForm.Reading reading;
    try {
      reading = TypedForm.ofJson(body.getBytes(StandardCharsets.UTF_8), type);
    } catch (UnreadableException e) {
      assertThat(message(answer)).as(context).isEqualTo(refusal + e.getMessage());
      return;
    }
    assertThat(answer.body()).as(context).doesNotContain("cannot be handled as");
    List<String> warnings =
        answer.headers().allValues("warning").stream()
            .map(TypedFormRealServerTest::warning)
            .filter(text -> text.startsWith("unknown field") || text.startsWith("duplicate field"))
            .toList();
    assertThat(reading.strictErrors()).as(context).isEqualTo(warnings);
  }

  private static String warning(String header) {
    String quoted = header.substring("299 - \"".length(), header.length() - 1);
    return quoted.replace("\\\"", "\"").replace("\\\\", "\\");
  }

  /// What was sent, and what we made of it, are the same to the server.
  @TestFactory
  Stream<DynamicTest> canonicalFormsEqualThoseOfTheRealServer() {
    return kinds()
        .map(
            kind ->
                dynamicTest(
                    kind.gvk().toString(),
                    () -> {
                      for (int seed = 0; seed < 20; seed++) {
                        compareForms(kind, seed);
                      }
                    }));
  }

  private static void compareForms(KindEntry kind, int seed) throws Exception {
    Structure.Fields type = TABLE.structure(kind.gvk()).orElseThrow();
    String body =
        new RandomBody(new Random(seed), 0)
            .next(kind.gvk(), type, 5 + seed * 3)
            .replace("\"generateName\"", "\"selfLink\""); // names would differ
    TypedForm.Reading reading = TypedForm.ofJson(body.getBytes(StandardCharsets.UTF_8), type);
    String ours = RawExtension.ofTree(reading.tree()).raw().utf8();
    HttpResponse<String> sent = send("POST", path(kind) + "?dryRun=All", body);
    HttpResponse<String> canonical = send("POST", path(kind) + "?dryRun=All", ours);
    assertThat(parts(canonical.body()))
        .as("seed %d: %s -> %s", seed, body, ours)
        .isEqualTo(parts(sent.body()));
  }

  /// Parts of an answer in any order: Go's maps have none.
  private static List<String> parts(String json) {
    String comparable =
        json.replaceAll("\"(uid|time|creationTimestamp)\":\"[^\"]*\"", "")
            .replaceAll("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", "uid")
            .replaceAll("[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}Z", "time"); // in messages
    return Stream.of(comparable.split("[\\[\\]{},]")).map(String::strip).sorted().toList();
  }

  /// Everything that a fresh server has is in canonical form.
  @TestFactory
  Stream<DynamicTest> storedObjectsOfTheRealServerAreCanonical() {
    return kinds()
        .filter(kind -> kind.verbs().contains("list"))
        .map(kind -> dynamicTest(kind.gvk().toString(), () -> assertCanonical(kind)));
  }

  private static void assertCanonical(KindEntry kind) throws Exception {
    Structure.Fields type = TABLE.structure(kind.gvk()).orElseThrow();
    String all =
        path(kind).replace("/namespaces/default", kind.namespaced() ? "" : "/namespaces/default");
    Map<?, ?> list = (Map<?, ?>) RawExtension.ofJson(send("GET", all, "").body()).tree();
    for (Object item : (List<?>) list.get("items")) {
      byte[] json = RawExtension.ofTree(item).raw().toByteArray();
      TypedForm.Reading reading = TypedForm.ofJson(json, type);
      assertThat((Object) reading.tree()).isEqualTo(item);
      assertThat(reading.strictErrors()).isEmpty();
    }
  }

  private static String path(KindEntry kind) {
    String group = kind.gvk().group();
    return (group.isEmpty() ? "/api/" : "/apis/" + group + "/")
        + kind.gvk().version()
        + (kind.namespaced() ? "/namespaces/default/" : "/")
        + kind.plural();
  }

  private static String message(HttpResponse<String> answer) {
    Map<?, ?> status = (Map<?, ?>) RawExtension.ofJson(answer.body()).tree();
    return String.valueOf(status.get("message"));
  }

  private static HttpResponse<String> send(String method, String path, String body)
      throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(controlPlane.url().resolve(path))
            .header("Content-Type", "application/json")
            .method(
                method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
            .build();
    return http.send(request, BodyHandlers.ofString());
  }
}
