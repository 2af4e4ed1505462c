package dev.drover.testkit.trial;

import dev.drover.api.RawExtension;
import dev.drover.client.ApiException;
import dev.drover.client.RestClient;
import dev.drover.client.RestRequest;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Reads and changes objects of any kind by their path, as an administrator. Not recorded.
record ClusterAccess(RestClient rest) {
  /// A collection, whole.
  record Listing(long revision, List<Map<String, @Nullable Object>> items) {}

  Listing list(String path) {
    Map<String, @Nullable Object> list = json(rest.get().absPath(path));
    String revision = Json.text(list, "metadata", "resourceVersion");
    return new Listing(
        revision.isEmpty() ? 0 : Long.parseLong(revision), Json.objects(list, "items"));
  }

  /// The version of a collection, in a namespace or, if it has none, of the cluster.
  long revision(ResourcePath resource, String namespace) {
    try {
      return list(resource.in(namespace)).revision();
    } catch (ApiException.NotFound e) {
      return list(resource.in("")).revision();
    }
  }

  Optional<Map<String, @Nullable Object>> find(String path) {
    try {
      return Optional.of(json(rest.get().absPath(path)));
    } catch (ApiException.NotFound e) {
      return Optional.empty();
    }
  }

  /// Patches an object.
  ///
  /// @return false if it was gone or had changed
  boolean patch(String path, String merge) {
    return sends(
        rest.patch("application/merge-patch+json")
            .absPath(path)
            .body(merge.getBytes(StandardCharsets.UTF_8)));
  }

  /// Deletes an object.
  ///
  /// @return false if it was gone or is another one by now
  boolean delete(String path, String uid, String policy) {
    return delete(path, uid, "propagationPolicy", "\"" + policy + "\"");
  }

  /// Deletes an object without a grace period.
  ///
  /// @return false if it was gone or is another one by now
  boolean deleteNow(String path, String uid) {
    return delete(path, uid, "gracePeriodSeconds", "0");
  }

  /// Lets a namespace go that is being deleted and is empty.
  ///
  /// @return false if it was gone or had changed
  boolean finalizeNamespace(String path, Map<String, @Nullable Object> tree) {
    Map<String, @Nullable Object> done = new LinkedHashMap<>(tree);
    done.put("spec", Map.of());
    return sends(
        rest.put()
            .absPath(path + "/finalize")
            .setHeader("Content-Type", "application/json")
            .body(RawExtension.ofTree(done).raw()));
  }

  private boolean delete(String path, String uid, String option, String value) {
    String options =
        "{\"kind\":\"DeleteOptions\",\"apiVersion\":\"v1\",\"%s\":%s,\"preconditions\":{\"uid\":\"%s\"}}"
            .formatted(option, value, uid);
    return sends(
        rest.delete()
            .absPath(path)
            .setHeader("Content-Type", "application/json")
            .body(options.getBytes(StandardCharsets.UTF_8)));
  }

  private static boolean sends(RestRequest request) {
    try {
      json(request);
      return true;
    } catch (ApiException.NotFound | ApiException.Conflict e) {
      return false;
    }
  }

  private static Map<String, @Nullable Object> json(RestRequest request) {
    return Json.parse(request.setHeader("Accept", "application/json").executeRaw());
  }
}
