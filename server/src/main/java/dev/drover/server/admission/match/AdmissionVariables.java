package dev.drover.server.admission.match;

import dev.drover.api.GroupVersionKind;
import dev.drover.api.GroupVersionResource;
import dev.drover.schema.TreeNode;
import dev.drover.server.core.AdmissionPlugin.Attempt;
import dev.drover.server.core.Resource;
import dev.drover.server.core.UserInfo;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The values of the variables of admission: `object`, `oldObject`, `request` and so on.
///
/// In Go: `plugin/cel.newActivation`.
public final class AdmissionVariables {
  private AdmissionVariables() {}

  /// The values for one request.
  ///
  /// @param version of the resource that expressions see
  /// @param access answers questions of `authorizer`
  public static Map<String, @Nullable Object> of(
      RequestView request, Resource version, StoredRoleAuthorizer access) {
    Attempt attempt = request.attempt();
    Map<String, @Nullable Object> values = new HashMap<>();
    values.put("object", request.object(version));
    values.put("oldObject", request.old(version));
    values.put("request", request(request, version));
    values.put("authorizer", access.of(attempt.user()));
    values.put("authorizer.requestResource", access.ofRequest(attempt, version.gvr()));
    return values;
  }

  /// The `AdmissionRequest` without uid and objects.
  public static Map<String, @Nullable Object> request(RequestView request, Resource version) {
    Attempt attempt = request.attempt();
    Map<String, @Nullable Object> tree = new LinkedHashMap<>();
    tree.put("kind", kind(request.kind(version)));
    tree.put("resource", resource(version.gvr()));
    putText(tree, "subResource", attempt.subresource());
    tree.put("requestKind", kind(attempt.kind()));
    tree.put("requestResource", resource(attempt.resource().gvr()));
    putText(tree, "requestSubResource", attempt.subresource());
    putText(tree, "name", attempt.name());
    putText(tree, "namespace", attempt.namespace());
    tree.put("operation", attempt.operation().name());
    tree.put("userInfo", user(attempt.user()));
    tree.put("object", null);
    tree.put("oldObject", null);
    tree.put("dryRun", attempt.dryRun());
    tree.put("options", attempt.optionsTree());
    return tree;
  }

  private static void putText(Map<String, @Nullable Object> tree, String name, String text) {
    if (!text.isEmpty()) {
      tree.put(name, text);
    }
  }

  private static Map<String, @Nullable Object> kind(GroupVersionKind kind) {
    Map<String, @Nullable Object> tree = new LinkedHashMap<>();
    tree.put("group", kind.group());
    tree.put("version", kind.version());
    tree.put("kind", kind.kind());
    return tree;
  }

  private static Map<String, @Nullable Object> resource(GroupVersionResource resource) {
    Map<String, @Nullable Object> tree = new LinkedHashMap<>();
    tree.put("group", resource.group());
    tree.put("version", resource.version());
    tree.put("resource", resource.resource());
    return tree;
  }

  private static Map<String, @Nullable Object> user(UserInfo user) {
    Map<String, @Nullable Object> tree = new LinkedHashMap<>();
    putText(tree, "username", user.name());
    putText(tree, "uid", user.uid());
    if (!user.groups().isEmpty()) {
      tree.put("groups", user.groups());
    }
    if (!user.extra().isEmpty()) {
      tree.put("extra", new LinkedHashMap<String, @Nullable Object>(user.extra()));
    }
    return tree;
  }

  /// What expressions see of a namespace; null for requests outside of namespaces.
  public static @Nullable Map<String, @Nullable Object> namespace(Attempt attempt) {
    if (attempt.namespace().isEmpty()) {
      return null;
    }
    return attempt
        .stored()
        .get("/namespaces", "", attempt.namespace())
        .map(AdmissionVariables::visible)
        .orElse(null);
  }

  private static Map<String, @Nullable Object> visible(Map<String, @Nullable Object> namespace) {
    TreeNode stored = TreeNode.view(namespace);
    TreeNode visible = TreeNode.empty();
    for (String field :
        List.of(
            "name",
            "generateName",
            "namespace",
            "uid",
            "resourceVersion",
            "generation",
            "creationTimestamp",
            "deletionTimestamp",
            "deletionGracePeriodSeconds",
            "labels",
            "annotations",
            "finalizers")) {
      if (stored.at("metadata").has(field)) {
        visible.orCreate("metadata").set(field, stored.at("metadata").get(field));
      }
    }
    visible.set("spec", stored.at("spec").map());
    visible.set("status", stored.at("status").map());
    return visible.map();
  }
}
