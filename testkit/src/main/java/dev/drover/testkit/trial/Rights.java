package dev.drover.testkit.trial;

import dev.drover.api.DynamicObject;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The rules of a Role or ClusterRole.
///
/// @param rules as in RBAC
record Rights(List<Map<String, @Nullable Object>> rules) {
  static Rights of(DynamicObject role) {
    return new Rights(Json.objects(role.tree(), "rules"));
  }

  /// Whether a call is allowed.
  boolean allow(ApiCall call) {
    String verb = call.verb().equals("apply") ? "patch" : call.verb();
    String resource =
        call.subresource().isEmpty()
            ? call.path().resource()
            : call.path().resource() + "/" + call.subresource();
    return rules.stream()
        .anyMatch(
            rule ->
                has(rule, "verbs", verb)
                    && has(rule, "apiGroups", call.path().group())
                    && has(rule, "resources", resource)
                    && (Json.texts(rule, "resourceNames").isEmpty()
                        || Json.texts(rule, "resourceNames").contains(call.name())));
  }

  private static boolean has(Map<String, ?> rule, String field, String value) {
    List<String> values = Json.texts(rule, field);
    return values.contains(value) || values.contains("*");
  }
}
