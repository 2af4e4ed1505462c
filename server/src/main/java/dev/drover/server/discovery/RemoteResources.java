package dev.drover.server.discovery;

import dev.drover.schema.TreeNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Turns the `APIResourceList` of another server into its part of the document that has all
/// resources.
///
/// In Go: `convertGroupVersionIntoToDiscoveryGroup` of the aggregator's discovery manager.
final class RemoteResources {
  private RemoteResources() {}

  static List<Map<String, @Nullable Object>> of(RemoteVersion version) {
    Map<String, Map<String, @Nullable Object>> resources = new LinkedHashMap<>();
    Map<String, List<Map<String, @Nullable Object>>> below = new LinkedHashMap<>();
    for (TreeNode listed : TreeNode.view(version.document()).items("resources")) {
      String name = listed.text("name");
      int slash = name.indexOf('/');
      if (slash < 0) {
        resources.put(name, resource(listed, version));
      } else {
        below
            .computeIfAbsent(name.substring(0, slash), _ -> new ArrayList<>())
            .add(subresource(listed, name.substring(slash + 1), version));
      }
    }
    below.forEach(
        (name, subresources) -> {
          Map<String, @Nullable Object> parent = resources.get(name);
          if (parent != null) {
            parent.put("subresources", subresources);
          }
        });
    return List.copyOf(resources.values());
  }

  private static Map<String, @Nullable Object> resource(TreeNode listed, RemoteVersion version) {
    Map<String, @Nullable Object> facts = new LinkedHashMap<>();
    facts.put("resource", listed.text("name"));
    facts.put("responseKind", kind(listed, version));
    facts.put("scope", listed.isTrue("namespaced") ? "Namespaced" : "Cluster");
    facts.put("singularResource", listed.text("singularName"));
    facts.put("verbs", listed.texts("verbs"));
    LegacyDocuments.putUnlessEmpty(facts, "shortNames", listed.texts("shortNames"));
    LegacyDocuments.putUnlessEmpty(facts, "categories", listed.texts("categories"));
    return facts;
  }

  private static Map<String, @Nullable Object> subresource(
      TreeNode listed, String name, RemoteVersion version) {
    Map<String, @Nullable Object> facts = new LinkedHashMap<>();
    facts.put("subresource", name);
    facts.put("responseKind", kind(listed, version));
    facts.put("verbs", listed.texts("verbs"));
    return facts;
  }

  private static Map<String, @Nullable Object> kind(TreeNode listed, RemoteVersion version) {
    boolean isForeign = listed.has("group") || listed.has("version");
    Map<String, @Nullable Object> kind = new LinkedHashMap<>();
    kind.put("group", isForeign ? listed.text("group") : version.name().group());
    kind.put("version", isForeign ? listed.text("version") : version.name().version());
    kind.put("kind", listed.text("kind"));
    return kind;
  }
}
