package dev.drover.schema;

import static dev.drover.schema.JsonPatchTest.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.GroupVersionKind;
import dev.drover.api.RawExtension;
import dev.drover.api.Status;
import dev.drover.controlplane.ControlPlane;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What our patches make of an object is what kube-apiserver makes of it.
///
/// Each patch goes to the server as it is, and, as a plain update, as the object that we made with
/// it: both are dry runs on the same object, and both answers must be equal. So neither defaults
/// nor validation get in the way.
@Tag("real")
class PatchRealServerTest {
  private static final GroupVersionKind POD_TEMPLATE =
      new GroupVersionKind("", "v1", "PodTemplate");
  private static final Structure.Fields STRUCTURE =
      SchemaTable.builtIn().structure(POD_TEMPLATE).orElseThrow();
  private static final String TEMPLATES = "/api/v1/namespaces/default/podtemplates";
  private static final String OBJECT =
      """
      {"apiVersion":"v1","kind":"PodTemplate",
       "metadata":{"name":"t","labels":{"a":"1","b":"2"},"finalizers":["x/a","x/b","x/c"]},
       "template":{"metadata":{"labels":{"a":"1"}},"spec":{
         "containers":[
           {"name":"a","image":"i","args":["1","2"],"env":[{"name":"x","value":"1"},{"name":"y"}],
            "ports":[{"containerPort":80},{"containerPort":81,"name":"p"}]},
           {"name":"b","image":"j","volumeMounts":[{"name":"v","mountPath":"/v"}]},
           {"name":"c","image":"k"}],
         "volumes":[{"name":"v","emptyDir":{}},{"name":"w","configMap":{"name":"m"}}],
         "imagePullSecrets":[{"name":"s"},{"name":"t"}],
         "nodeSelector":{"n":"1"},
         "hostAliases":[{"ip":"10.0.0.1","hostnames":["h"]}],
         "tolerations":[{"key":"k","operator":"Exists"}],
         "securityContext":{"runAsUser":1,"supplementalGroups":[1,2]}}}}
      """;

  private static ControlPlane controlPlane;
  private static HttpClient http;
  private static Map<String, Object> object;

  @BeforeAll
  static void start() throws Exception {
    controlPlane = ControlPlane.start(ControlPlane.Options.defaults());
    http = HttpClient.newBuilder().sslContext(controlPlane.tls(controlPlane.admin())).build();
    object = read(send("POST", TEMPLATES, "application/json", OBJECT).body());
  }

  @AfterAll
  static void stop() {
    http.close();
    controlPlane.close();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void strategicMergePatchesGiveTheResultsOfTheRealServer(long seed) throws Exception {
    var random = new RandomPatch(new Random(seed));
    for (int i = 0; i < 100; i++) {
      Object patch = random.strategic();
      assertAgreement(
          "application/strategic-merge-patch+json",
          patch,
          () -> StrategicMergePatch.apply(STRUCTURE, object, patch));
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {5, 6})
  void mergePatchesGiveTheResultsOfTheRealServer(long seed) throws Exception {
    var random = new RandomPatch(new Random(seed));
    for (int i = 0; i < 100; i++) {
      Object patch = random.merge();
      assertAgreement("application/merge-patch+json", patch, () -> MergePatch.apply(object, patch));
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {7, 8, 9})
  void jsonPatchesGiveTheResultsOfTheRealServer(long seed) throws Exception {
    var random = new RandomPatch(new Random(seed));
    for (int i = 0; i < 100; i++) {
      Object patch = random.json(object);
      assertAgreement(
          "application/json-patch+json", patch, () -> JsonPatch.read(patch).apply(object));
    }
  }

  @Test
  void malformedPatchesGetTheErrorsOfTheRealServer() throws Exception {
    for (String text :
        new String[] {
          "{}",
          "[1]",
          "[[]]",
          "'x'",
          "null",
          "[{'op':1}]",
          "[{'op':'add','path':[]}]",
          "[null]",
          "[{'op':'x','path':'/a'}]",
          "[{'op':'add','path':null}]",
          "1",
          "true",
        }) {
      Object patch = json(text);
      assertAgreement(
          "application/json-patch+json", patch, () -> JsonPatch.read(patch).apply(object));
      assertAgreement("application/merge-patch+json", patch, () -> MergePatch.apply(object, patch));
      assertAgreement(
          "application/strategic-merge-patch+json",
          patch,
          () -> StrategicMergePatch.apply(STRUCTURE, object, patch));
    }
  }

  private interface Local {
    Map<String, Object> apply();
  }

  private static void assertAgreement(String contentType, Object patch, Local local)
      throws Exception {
    String body = text(patch);
    HttpResponse<String> real =
        send("PATCH", TEMPLATES + "/t?dryRun=All&fieldManager=m", contentType, body);
    Map<String, Object> after;
    try {
      after = local.apply();
    } catch (PatchException e) {
      assertThat(outcome(real)).as(body).isEqualTo(outcome(e.status()));
      return;
    }
    HttpResponse<String> ours =
        send("PUT", TEMPLATES + "/t?dryRun=All&fieldManager=m", "application/json", text(after));
    assertThat(outcome(real)).as(body).isEqualTo(outcome(ours));
  }

  /// What must be equal of two answers: a patch is an operation of its own to `managedFields`.
  private static Object outcome(HttpResponse<String> answer) {
    TreeNode tree = TreeNode.copyOf(read(answer.body()));
    if (tree.text("kind").equals("Status")) {
      String message = tree.text("message");
      boolean untyped =
          message.startsWith(" \"\" is invalid: patch: Invalid value")
              || message.contains("cannot be handled as a PodTemplate");
      return untyped ? "not of the right types" : tree.number("code", 0) + " " + message;
    }
    tree.at("metadata").remove("managedFields");
    return tree.map();
  }

  private static Object outcome(Status status) {
    return status.code() + " " + status.message();
  }

  private static HttpResponse<String> send(
      String method, String path, String contentType, String body)
      throws IOException, InterruptedException {
    return http.send(
        HttpRequest.newBuilder(controlPlane.url().resolve(path))
            .header("Content-Type", contentType)
            .method(method, BodyPublishers.ofString(body))
            .build(),
        BodyHandlers.ofString());
  }

  @SuppressWarnings("unchecked") // JSON objects have string keys
  private static Map<String, Object> read(String text) {
    return (Map<String, Object>) RawExtension.ofJson(text).tree();
  }

  private static String text(Object tree) {
    return tree == null
        ? "null"
        : new String(RawExtension.ofTree(tree).raw().toByteArray(), StandardCharsets.UTF_8);
  }
}
