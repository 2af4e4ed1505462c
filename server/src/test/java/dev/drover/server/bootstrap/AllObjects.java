package dev.drover.server.bootstrap;

import dev.drover.api.Bytes;
import dev.drover.api.RawExtension;
import dev.drover.certificates.Tls;
import dev.drover.certificates.User;
import dev.drover.schema.TreeNode;
import dev.drover.server.core.Resource;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/// Everything that a fresh server has; what differs from server to server is named as in the file
/// of bootstrap objects, and uids and versions are gone.
final class AllObjects {
  private static final Pattern SECOND =
      Pattern.compile("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ");
  private static final Pattern MICRO =
      Pattern.compile("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{6}Z");
  private static final Pattern DAY = Pattern.compile("\\d{4}-\\d\\d-\\d\\d");

  private final URI server;
  private final HttpClient client;

  AllObjects(URI server, String caPem, User user) {
    this.server = server;
    this.client = HttpClient.newBuilder().sslContext(Tls.forUser(caPem, user)).build();
  }

  /// Waits for what a server does in the background once it is ready.
  private void awaitComplete() throws Exception {
    long deadline = System.nanoTime() + Duration.ofSeconds(30).toNanos();
    while (items("/api/v1/endpoints").isEmpty()
        || items("/apis/discovery.k8s.io/v1/endpointslices").isEmpty()
        || !items("/apis/flowcontrol.apiserver.k8s.io/v1/flowschemas").stream()
            .allMatch(schema -> schema.at("status").has("conditions"))) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError(server + " does not get complete");
      }
    }
  }

  /// The objects of these resources, by resource, namespace and name.
  Map<String, TreeNode> list(List<Resource> resources) throws Exception {
    awaitComplete();
    Map<String, TreeNode> all = new TreeMap<>();
    String address = address();
    for (Resource resource : resources) {
      if (!resource.verbs().contains("list") || resource.gvk().kind().equals("ComponentStatus")) {
        continue;
      }
      for (TreeNode item : items(path(resource))) {
        if (item.at("metadata").text("name").startsWith("apiserver-")) {
          item.at("metadata").set("name", "$identity");
        }
        TreeNode metadata = item.at("metadata");
        String key =
            "%s %s %s"
                .formatted(
                    resource.gvr().group() + "/" + resource.gvr().resource(),
                    metadata.text("namespace"),
                    metadata.text("name"));
        item.set("apiVersion", resource.gvk().apiVersion());
        item.set("kind", resource.gvk().kind());
        metadata.remove("uid").remove("resourceVersion");
        all.put(key, TreeNode.view((Map<?, ?>) named(item.map(), address)));
      }
    }
    return all;
  }

  private static String path(Resource resource) {
    String group = resource.gvr().group();
    return (group.isEmpty() ? "/api/" : "/apis/" + group + "/")
        + resource.gvr().version()
        + "/"
        + resource.gvr().resource();
  }

  private List<TreeNode> items(String path) throws Exception {
    var response =
        client.send(
            HttpRequest.newBuilder(server.resolve(path)).build(), BodyHandlers.ofByteArray());
    if (response.statusCode() == 404) {
      return List.of(); // some betas need a feature gate as well
    }
    if (response.statusCode() != 200) {
      throw new AssertionError(path + ": " + response.statusCode());
    }
    Map<?, ?> list = (Map<?, ?>) new RawExtension(Bytes.of(response.body())).tree();
    return TreeNode.copyOf(TreeNode.view(list).map()).items("items");
  }

  /// Where the server says it is reached.
  private String address() throws Exception {
    return items("/api/v1/endpoints")
        .getFirst()
        .items("subsets")
        .getFirst()
        .items("addresses")
        .getFirst()
        .text("ip");
  }

  private Object named(Object value, String address) {
    return switch (value) {
      case Map<?, ?> map -> {
        Map<String, Object> copy = new TreeMap<>();
        map.forEach((name, item) -> copy.put((String) name, field((String) name, item, address)));
        yield copy;
      }
      case List<?> list -> {
        List<Object> copy = new ArrayList<>();
        list.forEach(item -> copy.add(named(item, address)));
        yield copy;
      }
      case String text when text.contains("BEGIN CERTIFICATE") -> "$client-ca";
      case String text when SECOND.matcher(text).matches() -> "$now";
      case String text when MICRO.matcher(text).matches() -> "$now-micro";
      case String text when DAY.matcher(text).matches() -> "$today";
      case String text when text.equals(address) -> "$address";
      case String text when text.equals(address + ":" + server.getPort()) -> "$address:port";
      case Long number when number == server.getPort() -> "$port";
      case null -> null;
      default -> value;
    };
  }

  private Object field(String name, Object value, String address) {
    return switch (name) {
      case "holderIdentity" -> "$holder";
      case "kubernetes.io/hostname" -> "localhost";
      default -> named(value, address);
    };
  }
}
