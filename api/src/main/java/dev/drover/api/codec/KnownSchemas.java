package dev.drover.api.codec;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// The schemas of Kubernetes' own types, as controller-gen writes them.
final class KnownSchemas {
  static final Map<String, Object> ANYTHING = Map.of("x-kubernetes-preserve-unknown-fields", true);
  static final Map<String, Object> ANY_OBJECT =
      Map.of("type", "object", "x-kubernetes-preserve-unknown-fields", true);

  private static final List<Map<String, Object>> INTEGER_OR_TEXT =
      List.of(Map.of("type", "integer"), Map.of("type", "string"));

  static final Map<String, Object> INT_OR_STRING =
      Map.of("anyOf", INTEGER_OR_TEXT, "x-kubernetes-int-or-string", true);

  static final Map<String, Object> QUANTITY =
      Map.of(
          "anyOf",
          INTEGER_OR_TEXT,
          "pattern",
          "^(\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\\+|-)?"
              + "(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))))?$",
          "x-kubernetes-int-or-string",
          true);

  /// Types of Kubernetes that server-side apply treats as one value (in Go: `+structType=atomic` at
  /// the type), by their names in the schema table.
  private static final Set<String> ATOMIC =
      Set.of(
          "autoscaling/v1.CrossVersionObjectReference",
          "core/v1.ConfigMapKeySelector",
          "core/v1.FileKeySelector",
          "core/v1.LocalObjectReference",
          "core/v1.NodeSelector",
          "core/v1.NodeSelectorTerm",
          "core/v1.ObjectFieldSelector",
          "core/v1.ObjectReference",
          "core/v1.ResourceFieldSelector",
          "core/v1.ScopeSelector",
          "core/v1.SecretKeySelector",
          "core/v1.SecretReference",
          "core/v1.TopologySelectorTerm",
          "core/v1.TypedLocalObjectReference",
          "meta/v1.LabelSelector",
          "networking/v1.ServiceBackendPort",
          "rbac/v1.RoleRef",
          "rbac/v1.Subject");

  private static final Map<String, Map<String, Object>> CONDITION_LIMITS =
      Map.of(
          "observedGeneration",
          Map.of("minimum", 0L),
          "message",
          Map.of("maxLength", 32768L),
          "reason",
          Map.of(
              "minLength",
              1L,
              "maxLength",
              1024L,
              "pattern",
              "^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$"),
          "status",
          Map.of("enum", List.of("True", "False", "Unknown")),
          "type",
          Map.of(
              "maxLength",
              316L,
              "pattern",
              "^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*/)?"
                  + "(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])$"));

  private KnownSchemas() {}

  /// The schema of a type, with how server-side apply merges it.
  static Map<String, Object> merged(String type, Map<String, Object> schema) {
    if (!ATOMIC.contains(type)) {
      return schema;
    }
    Map<String, Object> atomic = new TreeMap<>(schema);
    atomic.put("x-kubernetes-map-type", "atomic");
    return atomic;
  }

  /// The schema of a field of a [dev.drover.api.Condition], with the limits that Go's type has.
  static Map<String, Object> conditionField(String name, Map<String, Object> schema) {
    Map<String, Object> limited = new TreeMap<>(schema);
    limited.putAll(CONDITION_LIMITS.getOrDefault(name, Map.of()));
    return limited;
  }
}
