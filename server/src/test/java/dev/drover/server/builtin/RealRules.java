package dev.drover.server.builtin;

import dev.drover.api.RawExtension;
import dev.drover.controlplane.ControlPlane;
import dev.drover.schema.TreeNode;
import dev.drover.server.builtin.LocalRules.Outcome;
import dev.drover.server.core.Resource;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What a real API server makes of an object.
final class RealRules implements AutoCloseable {
  private final ControlPlane controlPlane;
  private final HttpClient http;

  RealRules(ControlPlane controlPlane) {
    this.controlPlane = controlPlane;
    this.http = HttpClient.newBuilder().sslContext(controlPlane.tls(controlPlane.admin())).build();
  }

  /// Tries to create an object, which is not stored.
  Outcome create(Resource resource, Map<String, @Nullable Object> object)
      throws IOException, InterruptedException {
    if (!isDryRunTrue(resource)) {
      TreeNode answer = send("POST", collection(resource), object);
      delete(resource, TreeNode.copyOf(object).at("metadata").text("name"));
      return outcome(answer);
    }
    return outcome(send("POST", collection(resource) + "?dryRun=All", object));
  }

  /// Stores an object.
  Map<String, @Nullable Object> store(Resource resource, Map<String, @Nullable Object> object)
      throws IOException, InterruptedException {
    TreeNode answer = send("POST", collection(resource), object);
    if (answer.text("kind").equals("Status")) {
      throw new IllegalStateException(answer.text("message"));
    }
    return answer.map();
  }

  /// Tries to replace an object; the change is not stored.
  Outcome update(
      Resource resource, Map<String, @Nullable Object> object, Map<String, @Nullable Object> stored)
      throws IOException, InterruptedException {
    TreeNode changed = TreeNode.copyOf(object);
    TreeNode metadata = changed.at("metadata");
    metadata.set("resourceVersion", TreeNode.copyOf(stored).at("metadata").get("resourceVersion"));
    String path = collection(resource) + "/" + metadata.text("name");
    if (!isDryRunTrue(resource)) {
      metadata.remove("resourceVersion");
      Outcome outcome = outcome(send("PUT", path, changed.map()));
      if (outcome.errors().isEmpty()) {
        delete(resource, metadata.text("name"));
        TreeNode again = TreeNode.copyOf(stored);
        again.at("metadata").remove("resourceVersion").remove("uid");
        store(resource, again.map());
      }
      return outcome;
    }
    return outcome(send("PUT", path + "?dryRun=All", changed.map()));
  }

  void delete(Resource resource, String name) throws IOException, InterruptedException {
    send("DELETE", collection(resource) + "/" + name, Map.of());
  }

  /// A dry run gives services addresses that a real one does not.
  private static boolean isDryRunTrue(Resource resource) {
    return !resource.gvk().kind().equals("Service");
  }

  private static String collection(Resource resource) {
    String group = resource.gvk().group();
    return (group.isEmpty() ? "/api/" : "/apis/" + group + "/")
        + resource.gvk().version()
        + (resource.namespaced() ? "/namespaces/default/" : "/")
        + resource.gvr().resource();
  }

  private TreeNode send(String method, String path, Map<String, @Nullable Object> body)
      throws IOException, InterruptedException {
    var request =
        HttpRequest.newBuilder(URI.create(controlPlane.url() + path))
            .header("Content-Type", "application/json")
            .method(
                method, BodyPublishers.ofByteArray(RawExtension.ofTree(body).raw().toByteArray()))
            .build();
    String answer = http.send(request, BodyHandlers.ofString()).body();
    return TreeNode.empty().set("answer", RawExtension.ofJson(answer).tree()).at("answer");
  }

  private static Outcome outcome(TreeNode answer) {
    if (!answer.text("kind").equals("Status")) {
      return new Outcome(List.of(), LocalRules.comparable(answer.map()));
    }
    List<String> errors = new ArrayList<>();
    if (answer.text("reason").equals("Invalid")) {
      for (TreeNode cause : answer.at("details").items("causes")) {
        errors.add(cause.text("field") + ": " + cause.text("message"));
      }
    }
    return new Outcome(errors.isEmpty() ? List.of(answer.text("message")) : errors, Map.of());
  }

  @Override
  public void close() {
    http.close();
  }
}
