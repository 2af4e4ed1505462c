package dev.drover.server.conformance;

import dev.drover.schema.TreeNode;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiConsumer;
import java.util.function.Predicate;

/// A namespace of a server with controllers. A case writes into it, plays the kubelet of its pods,
/// and notes what the controllers have made of that when they are at rest.
final class ManagedNamespace {
  private static final Duration QUIET = Duration.ofSeconds(3);
  private static final Duration LIMIT = Duration.ofMinutes(1);
  private static final Duration AGAIN = Duration.ofMillis(200);
  private static final List<String> WATCHED =
      List.of(
          "deployments",
          "replicasets",
          "statefulsets",
          "daemonsets",
          "jobs",
          "pods",
          "endpoints",
          "endpointslices",
          "poddisruptionbudgets",
          "persistentvolumeclaims");

  private final ServerUnderTest server;
  private final String namespace;
  private final List<Exchange> noted = new ArrayList<>();

  ManagedNamespace(ServerUnderTest server, String namespace) {
    this.server = server;
    this.namespace = namespace;
    create("/api/v1/namespaces", "{metadata:{name:'" + namespace + "'}}");
  }

  List<Exchange> noted() {
    return noted;
  }

  // --- writes ---

  void create(String resource, String body) {
    send("POST", resource, body);
  }

  void patch(String path, String body) {
    send("PATCH", path, body);
  }

  void delete(String path, String policy) {
    send("DELETE", path, "{propagationPolicy:'" + policy + "'}");
  }

  /// Does something with every pod that is not being deleted.
  void eachPod(Predicate<TreeNode> which, BiConsumer<ManagedNamespace, String> step) {
    for (TreeNode pod : list("pods")) {
      if (!pod.at("metadata").has("deletionTimestamp") && which.test(pod)) {
        step.accept(this, pod.at("metadata").text("name"));
      }
    }
  }

  /// The pods run and are ready.
  void podsRun() {
    eachPod(
        pod -> !pod.at("status").text("phase").equals("Running"),
        (s, pod) ->
            s.patch(
                "pods/" + pod + "/status",
                """
                {status:{phase:'Running',conditions:[{type:'Ready',status:'True',
                lastTransitionTime:'2020-01-01T00:00:00Z'}]}}
                """));
    rest();
  }

  /// The pods that have not ended end.
  void podsEnd(Predicate<TreeNode> which, int code) {
    eachPod(
        pod -> pod.at("status").text("phase").equals("Pending") && which.test(pod),
        (s, pod) ->
            s.patch(
                "pods/" + pod + "/status",
                """
                {status:{phase:'%s',containerStatuses:[{name:'c',image:'i',imageID:'i',ready:false,
                restartCount:0,state:{terminated:{exitCode:%d,startedAt:'2020-01-01T00:00:00Z',
                finishedAt:'2020-01-01T00:00:10Z'}}}]}}
                """
                    .formatted(code == 0 ? "Succeeded" : "Failed", code)));
    rest();
  }

  // --- what is there ---

  /// Notes the objects of these resources when the controllers are at rest.
  void note(String... resources) {
    rest();
    for (String resource : resources) {
      List<Object> objects =
          list(resource).stream()
              .map(ManagedNamespace::comparable)
              .sorted(Comparator.comparing(String::valueOf))
              .toList();
      noted.add(
          new Exchange(resource + ", step " + noted.size(), new Reply(200, Map.of(), objects)));
    }
  }

  /// Notes which events there are.
  void noteEvents() {
    TreeSet<String> events = new TreeSet<>();
    for (TreeNode event : list("events")) {
      events.add(
          String.join(
                  " | ",
                  event.at("involvedObject").text("kind"),
                  event.text("type"),
                  event.text("reason"),
                  event.text("message"),
                  event.at("source").text("component"))
              .replaceAll("-[0-9a-z]{5,10}(-[0-9a-z]{5})?\\b", "-<hash>"));
    }
    noted.add(new Exchange("events", new Reply(200, Map.of(), List.copyOf(events))));
  }

  private static Object comparable(TreeNode object) {
    TreeNode copy = TreeNode.copyOf(object.map());
    TreeNode metadata = copy.orCreate("metadata");
    for (String field :
        List.of("uid", "resourceVersion", "creationTimestamp", "managedFields", "generation")) {
      metadata.remove(field);
    }
    if (metadata.has("annotations")) {
      // Which change of a pod or service an endpoint follows is known to kube-controller-manager
      // alone.
      metadata.orCreate("annotations").remove("endpoints.kubernetes.io/last-change-trigger-time");
      if (metadata.at("annotations").map().isEmpty()) {
        metadata.remove("annotations");
      }
    }
    String text =
        Relaxed.text(copy.map())
            .replaceAll("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", "<uid>")
            .replaceAll("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?Z", "<time>")
            .replaceAll("-[0-9a-z]{7,10}(-[0-9a-z]{5})?(?=[\"\\\\ )-])", "-<hash>")
            .replaceAll("-[bcdfghjklmnpqrstvwxz2456789]{5}(?=[\"\\\\ )])", "-<hash>")
            .replaceAll("(-hash|/hash)\":\"[^\"]*\"", "$1\":\"<hash>\"");
    return Json.tree(text);
  }

  /// Waits until nothing has changed for some time.
  void rest() {
    long begin = System.nanoTime();
    long since = begin;
    String last = "";
    while (System.nanoTime() - since < QUIET.toNanos()) {
      if (System.nanoTime() - begin > LIMIT.toNanos()) {
        throw new IllegalStateException(server.name() + " never rests in " + namespace);
      }
      StringBuilder versions = new StringBuilder();
      for (String resource : WATCHED) {
        list(resource).forEach(o -> versions.append(o.at("metadata").text("resourceVersion")));
      }
      if (!versions.toString().equals(last)) {
        last = versions.toString();
        since = System.nanoTime();
      }
      LockSupport.parkNanos(AGAIN.toNanos());
    }
  }

  private List<TreeNode> list(String resource) {
    return send("GET", resource, "").items("items");
  }

  private TreeNode send(String method, String path, String body) {
    Path place = Path.of(path, namespace);
    HttpRequest request = server.request(method, place.url(), body, LIMIT);
    try {
      HttpResponse<String> response = server.admin().send(request, BodyHandlers.ofString());
      if (response.statusCode() >= 300) {
        throw new IllegalStateException(server.name() + ": " + path + ": " + response.body());
      }
      return TreeNode.view((Map<?, ?>) Json.tree(response.body()));
    } catch (IOException e) {
      throw new IllegalStateException(server.name() + ": " + path, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
