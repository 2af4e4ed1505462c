package dev.drover.server.kinds;

import dev.drover.api.RawExtension;
import dev.drover.schema.TreeNode;
import dev.drover.server.core.Resource;
import dev.drover.server.oracle.OwnWarnings;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/// A server that is asked what it makes of objects.
final class ValidationOracle implements AutoCloseable {
  private final URI url;
  private final HttpClient http;

  ValidationOracle(URI url, SSLContext tls) {
    this.url = url;
    this.http = HttpClient.newBuilder().sslContext(tls).build();
  }

  /// What a server answers.
  ///
  /// @param refusal code, reason and message of a failure, and one line for each cause; empty when
  ///   the object was taken
  /// @param object what it became; empty when it was not taken
  record Outcome(
      List<String> refusal, List<String> warnings, Map<String, @Nullable Object> object) {}

  /// Tries to create an object, which is not stored.
  Outcome create(Resource resource, Map<String, @Nullable Object> object)
      throws IOException, InterruptedException {
    if (isDryRunTrue(resource)) {
      return outcome(send("POST", collection(resource) + "?dryRun=All", object));
    }
    Outcome outcome = outcome(send("POST", collection(resource), object));
    if (outcome.refusal().isEmpty()) {
      delete(resource, name(object));
    }
    return outcome;
  }

  /// Stores an object.
  Map<String, @Nullable Object> store(Resource resource, Map<String, @Nullable Object> object)
      throws IOException, InterruptedException {
    HttpResponse<String> answer = send("POST", collection(resource), object);
    if (answer.statusCode() != 201) {
      throw new IllegalStateException(answer.body());
    }
    return tree(answer).map();
  }

  /// Tries to replace an object; the change is not kept.
  Outcome update(
      Resource resource, Map<String, @Nullable Object> object, Map<String, @Nullable Object> stored)
      throws IOException, InterruptedException {
    TreeNode changed = TreeNode.copyOf(object);
    TreeNode metadata = changed.at("metadata");
    String path = collection(resource) + "/" + name(object);
    if (isDryRunTrue(resource)) {
      if (isRestless(resource)) {
        return updateLatest(path, changed);
      }
      metadata.set(
          "resourceVersion", TreeNode.copyOf(stored).at("metadata").get("resourceVersion"));
      return outcome(send("PUT", path + "?dryRun=All", changed.map()));
    }
    Outcome outcome = outcome(send("PUT", path, changed.map()));
    if (outcome.refusal().isEmpty()) {
      delete(resource, metadata.text("name"));
      TreeNode again = TreeNode.copyOf(stored);
      again.at("metadata").remove("resourceVersion").remove("uid");
      store(resource, again.map());
    }
    return outcome;
  }

  void delete(Resource resource, String name) throws IOException, InterruptedException {
    send("DELETE", collection(resource) + "/" + name, Map.of());
  }

  private static String name(Map<String, @Nullable Object> object) {
    return TreeNode.copyOf(object).at("metadata").text("name");
  }

  /// A dry run gives services other addresses than a real one does.
  private static boolean isDryRunTrue(Resource resource) {
    return !resource.gvk().kind().equals("Service");
  }

  /// A real server has a controller that writes the status of these.
  private static boolean isRestless(Resource resource) {
    return List.of("FlowSchema", "APIService").contains(resource.gvk().kind());
  }

  /// Tries to replace the status of an object; the change is not kept.
  Outcome updateStatus(Resource resource, Map<String, @Nullable Object> object)
      throws IOException, InterruptedException {
    String path = collection(resource) + "/" + name(object) + "/status";
    return updateLatest(path, TreeNode.copyOf(object));
  }

  /// Replaces the current object; retries after a conflict.
  private Outcome updateLatest(String path, TreeNode changed)
      throws IOException, InterruptedException {
    while (true) {
      TreeNode now = tree(send("GET", path, Map.of()));
      changed.at("metadata").set("resourceVersion", now.at("metadata").get("resourceVersion"));
      HttpResponse<String> answer = send("PUT", path + "?dryRun=All", changed.map());
      if (answer.statusCode() != 409) {
        return outcome(answer);
      }
    }
  }

  private static String collection(Resource resource) {
    String group = resource.gvk().group();
    return (group.isEmpty() ? "/api/" : "/apis/" + group + "/")
        + resource.gvk().version()
        + (resource.namespaced() ? "/namespaces/default/" : "/")
        + resource.gvr().resource();
  }

  private HttpResponse<String> send(String method, String path, Map<String, @Nullable Object> body)
      throws IOException, InterruptedException {
    byte[] json = RawExtension.ofTree(body).raw().toByteArray();
    var request =
        HttpRequest.newBuilder(URI.create(url + path))
            .header("Content-Type", "application/json")
            .method(method, BodyPublishers.ofByteArray(json))
            .build();
    return http.send(request, BodyHandlers.ofString());
  }

  private static TreeNode tree(HttpResponse<String> answer) {
    return TreeNode.empty().set("answer", RawExtension.ofJson(answer.body()).tree()).at("answer");
  }

  private static Outcome outcome(HttpResponse<String> response) {
    TreeNode answer = tree(response);
    List<String> warnings = OwnWarnings.without(response.headers().allValues("warning"));
    return answer.text("kind").equals("Status")
        ? new Outcome(ErrorMasks.refusal(answer), warnings, Map.of())
        : new Outcome(List.of(), warnings, ErrorMasks.object(answer));
  }

  @Override
  public void close() {
    http.close();
  }
}
