package dev.drover.schema.apply;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.GroupVersionKind;
import dev.drover.api.RawExtension;
import dev.drover.controlplane.ControlPlane;
import dev.drover.schema.SchemaTable;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The owners of replicas after writes through `/scale` are those of kube-apiserver.
@Tag("real")
class ScaleRealServerTest {
  private static final String PATH = "/apis/apps/v1/namespaces/default/deployments";
  private static final GroupVersionKind SCALE = new GroupVersionKind("autoscaling", "v1", "Scale");

  private static final ScaleFields FIELDS =
      new ScaleFields("apps/v1", Map.of("apps/v1", FieldSet.of("spec.replicas")));

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

  @Test
  void scaleWritesGiveTheOwnersOfTheRealServer() throws Exception {
    send("POST", PATH + "?fieldManager=creator", "application/json", deployment("\"replicas\":1,"));
    compare("PUT", "hpa", "application/json", scale(3));
    compare("PUT", "hpa", "application/json", scale(3));
    compare("PUT", "other", "application/json", scale(4));
    compare("PATCH", "patcher", "application/merge-patch+json", scale(5));
    send(
        "PATCH",
        PATH + "/it?fieldManager=applier&force=true",
        "application/apply-patch+yaml",
        deployment("\"replicas\":2,"));
    compare("PUT", "hpa", "application/json", scale(2));
    compare("PUT", "hpa", "application/json", scale(7));
  }

  private static void compare(String method, String manager, String contentType, String body)
      throws Exception {
    Map<String, @Nullable Object> before = send("GET", PATH + "/it", "application/json", "");
    Map<String, @Nullable Object> scaleBefore =
        send("GET", PATH + "/it/scale", "application/json", "");
    Map<String, @Nullable Object> scaleAfter =
        send(method, PATH + "/it/scale?fieldManager=" + manager, contentType, body);
    Map<String, @Nullable Object> after = send("GET", PATH + "/it", "application/json", "");

    var structure = SchemaTable.builtIn().structure(SCALE).orElseThrow();
    var rules =
        new ServerSideApply(
            SCALE, "scale", FieldFilter.ALL, Versions.only("autoscaling/v1", structure));
    Object entries = metadata(before).get("managedFields");
    var written =
        rules.update(
            with(scaleBefore, FIELDS.toScale(entries)),
            with(scaleAfter, null),
            manager,
            Instant.EPOCH);
    assertThat(FIELDS.fromScale(entries, metadata(written).get("managedFields")))
        .as(method + " by " + manager)
        .isEqualTo(metadata(after).get("managedFields"));
  }

  private static Map<String, @Nullable Object> with(
      Map<String, @Nullable Object> object, @Nullable Object entries) {
    Map<String, @Nullable Object> metadata = new TreeMap<>(metadata(object));
    metadata.put("managedFields", entries);
    Map<String, @Nullable Object> result = new TreeMap<>(object);
    result.put("metadata", metadata);
    return result;
  }

  private static Map<String, @Nullable Object> metadata(Map<String, @Nullable Object> object) {
    return Shape.map(object.get("metadata"));
  }

  private static String scale(int replicas) {
    return """
    {"apiVersion":"autoscaling/v1","kind":"Scale","metadata":{"name":"it","namespace":"default"},
     "spec":{"replicas":%d}}
    """
        .formatted(replicas);
  }

  private static String deployment(String replicas) {
    return """
    {"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"it"},
     "spec":{%s"selector":{"matchLabels":{"a":"b"}},"template":{"metadata":{"labels":{"a":"b"}},
       "spec":{"containers":[{"name":"c","image":"i"}]}}}}
    """
        .formatted(replicas);
  }

  private static Map<String, @Nullable Object> send(
      String method, String path, String contentType, String body) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(controlPlane.url().resolve(path))
            .header("Content-Type", contentType)
            .method(method, BodyPublishers.ofString(body))
            .build();
    HttpResponse<String> answer = http.send(request, BodyHandlers.ofString());
    assertThat(answer.statusCode()).as(answer.body()).isLessThan(300);
    return Shape.map(RawExtension.ofJson(answer.body()).tree());
  }
}
