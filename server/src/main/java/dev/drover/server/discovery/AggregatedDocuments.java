package dev.drover.server.discovery;

import dev.drover.api.GroupVersion;
import dev.drover.api.GroupVersionKind;
import dev.drover.schema.KindEntry.Subresource;
import dev.drover.server.core.Resource;
import dev.drover.server.discovery.ServedGroups.Group;
import dev.drover.server.discovery.ServedGroups.Version;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// All resources of all groups in one document.
///
/// In Go: `apidiscovery.k8s.io/v2`.
final class AggregatedDocuments {
  private AggregatedDocuments() {}

  static Map<String, @Nullable Object> of(List<Group> groups) {
    Map<String, @Nullable Object> document = new LinkedHashMap<>();
    document.put("kind", "APIGroupDiscoveryList");
    document.put("apiVersion", "apidiscovery.k8s.io/v2");
    document.put("metadata", Map.of());
    document.put("items", groups.stream().map(AggregatedDocuments::group).toList());
    return document;
  }

  private static Map<String, @Nullable Object> group(Group group) {
    Map<String, @Nullable Object> facts = new LinkedHashMap<>();
    facts.put("metadata", group.name().isEmpty() ? Map.of() : Map.of("name", group.name()));
    facts.put("versions", group.versions().stream().map(AggregatedDocuments::version).toList());
    return facts;
  }

  private static Map<String, @Nullable Object> version(Version version) {
    Map<String, @Nullable Object> facts = new LinkedHashMap<>();
    facts.put("version", version.name().version());
    facts.put(
        "resources",
        version
            .remote()
            .map(RemoteResources::of)
            .orElseGet(() -> version.resources().stream().map(r -> resource(r)).toList()));
    facts.put("freshness", version.isAvailable() ? "Current" : "Stale");
    return facts;
  }

  private static Map<String, @Nullable Object> resource(Resource resource) {
    Map<String, @Nullable Object> facts = new LinkedHashMap<>();
    facts.put("resource", resource.gvr().resource());
    facts.put("responseKind", kind(resource.gvk(), resource));
    facts.put("scope", resource.namespaced() ? "Namespaced" : "Cluster");
    facts.put("singularResource", resource.singular());
    facts.put("verbs", resource.verbs());
    LegacyDocuments.putUnlessEmpty(facts, "shortNames", resource.shortNames());
    LegacyDocuments.putUnlessEmpty(facts, "categories", resource.categories());
    if (!resource.subresources().isEmpty()) {
      facts.put(
          "subresources",
          resource.subresources().stream().map(sub -> subresource(resource, sub)).toList());
    }
    return facts;
  }

  private static Map<String, @Nullable Object> subresource(Resource resource, Subresource sub) {
    Map<String, @Nullable Object> facts = new LinkedHashMap<>();
    facts.put("subresource", sub.name());
    facts.put("responseKind", kind(sub.kind(), resource));
    facts.put("verbs", sub.verbs());
    return facts;
  }

  /// Built-in resources name group and version only where they are not those of the document.
  private static Map<String, @Nullable Object> kind(GroupVersionKind kind, Resource resource) {
    GroupVersion own = resource.gvk().groupVersion();
    boolean isImplied = !resource.isCustom() && kind.groupVersion().equals(own);
    Map<String, @Nullable Object> name = new LinkedHashMap<>();
    name.put("group", isImplied ? "" : kind.group());
    name.put("version", isImplied ? "" : kind.version());
    name.put("kind", kind.kind());
    return name;
  }
}
