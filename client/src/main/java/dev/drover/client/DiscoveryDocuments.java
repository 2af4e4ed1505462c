package dev.drover.client;

import dev.drover.api.GroupVersion;
import dev.drover.api.GroupVersionKind;
import dev.drover.api.Scope;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.SequencedMap;

/// Parses the documents of discovery.
final class DiscoveryDocuments {
  private DiscoveryDocuments() {}

  /// What one of `/api` and `/apis` said.
  ///
  /// @param hasResources whether it told the resources as well, as new servers do
  record Part(DiscoveryResult result, boolean hasResources) {
    static final Part NOTHING = new Part(onlyGroups(List.of()), true);
  }

  /// Reads the answer to `/api` or `/apis`, whatever its format: the content type tells.
  static Part part(String contentType, JsonAnswer answer) {
    if (isAggregated(contentType)) {
      return new Part(aggregated(answer), true);
    }
    List<ApiGroup> groups =
        answer.at("groups").value() == null ? coreGroup(answer) : namedGroups(answer);
    return new Part(onlyGroups(groups), false);
  }

  private static DiscoveryResult onlyGroups(List<ApiGroup> groups) {
    return new DiscoveryResult(groups, new LinkedHashMap<>(), List.of());
  }

  /// Proxies may have reordered the parameters or added some, such as a charset.
  private static boolean isAggregated(String contentType) {
    List<String> parts = new ArrayList<>();
    for (String part : contentType.split(";", -1)) {
      parts.add(part.strip().replace("\"", ""));
    }
    return parts.getFirst().toLowerCase(Locale.ROOT).equals("application/json")
        && parts.contains("g=apidiscovery.k8s.io")
        && parts.contains("as=APIGroupDiscoveryList")
        && (parts.contains("v=v2") || parts.contains("v=v2beta1"));
  }

  private static DiscoveryResult aggregated(JsonAnswer answer) {
    List<ApiGroup> groups = new ArrayList<>();
    SequencedMap<GroupVersion, List<ApiResource>> resources = new LinkedHashMap<>();
    List<DiscoveryFailure> failures = new ArrayList<>();
    for (JsonAnswer group : answer.items("items")) {
      String name = group.at("metadata").text("name");
      List<String> fresh = new ArrayList<>();
      for (JsonAnswer version : group.items("versions")) {
        var groupVersion = new GroupVersion(name, version.text("version"));
        if (version.text("freshness").equals("Stale")) {
          failures.add(new DiscoveryFailure.Stale(groupVersion));
        } else {
          fresh.add(groupVersion.version());
          resources.put(groupVersion, aggregatedResources(groupVersion, version));
        }
      }
      groups.add(new ApiGroup(name, fresh, fresh.isEmpty() ? null : fresh.getFirst()));
    }
    return new DiscoveryResult(groups, resources, failures);
  }

  /// Subresources are nested here, and get entries of their own. A parent may be there only for
  /// their sake; then it has no kind.
  private static List<ApiResource> aggregatedResources(
      GroupVersion groupVersion, JsonAnswer version) {
    List<ApiResource> resources = new ArrayList<>();
    for (JsonAnswer item : version.items("resources")) {
      JsonAnswer kind = item.at("responseKind");
      var parent =
          new ApiResource(
              groupVersion,
              item.text("resource"),
              item.text("singularResource"),
              item.text("scope").equals("Namespaced") ? Scope.NAMESPACED : Scope.CLUSTER,
              kind(groupVersion, kind),
              item.texts("verbs"),
              item.texts("shortNames"),
              item.texts("categories"));
      if (!kind.text("kind").isEmpty()) {
        resources.add(parent);
      }
      for (JsonAnswer sub : item.items("subresources")) {
        if (!sub.at("responseKind").text("kind").isEmpty()) {
          resources.add(subresource(parent, sub));
        }
      }
    }
    return resources;
  }

  private static ApiResource subresource(ApiResource parent, JsonAnswer sub) {
    return new ApiResource(
        parent.groupVersion(),
        parent.name() + "/" + sub.text("subresource"),
        "",
        parent.scope(),
        kind(parent.groupVersion(), sub.at("responseKind")),
        sub.texts("verbs"),
        List.of(),
        List.of());
  }

  /// A kind without a version is one of the group version it is served in.
  private static GroupVersionKind kind(GroupVersion servedIn, JsonAnswer kind) {
    String version = kind.text("version");
    return version.isEmpty()
        ? servedIn.withKind(kind.text("kind"))
        : new GroupVersionKind(kind.text("group"), version, kind.text("kind"));
  }

  private static List<ApiGroup> coreGroup(JsonAnswer answer) {
    List<String> versions = answer.texts("versions");
    return versions.isEmpty()
        ? List.of()
        : List.of(new ApiGroup("", versions, versions.getFirst()));
  }

  private static List<ApiGroup> namedGroups(JsonAnswer answer) {
    List<ApiGroup> groups = new ArrayList<>();
    for (JsonAnswer group : answer.items("groups")) {
      List<String> versions =
          group.items("versions").stream().map(version -> version.text("version")).toList();
      String preferred = group.at("preferredVersion").text("version");
      groups.add(
          new ApiGroup(group.text("name"), versions, preferred.isEmpty() ? null : preferred));
    }
    return groups;
  }

  /// Reads the document of one group version.
  static List<ApiResource> resources(GroupVersion groupVersion, JsonAnswer answer) {
    List<ApiResource> resources = new ArrayList<>();
    for (JsonAnswer item : answer.items("resources")) {
      resources.add(
          new ApiResource(
              groupVersion,
              item.text("name"),
              item.text("singularName"),
              item.bool("namespaced") ? Scope.NAMESPACED : Scope.CLUSTER,
              kind(groupVersion, item),
              item.texts("verbs"),
              item.texts("shortNames"),
              item.texts("categories")));
    }
    return resources;
  }
}
