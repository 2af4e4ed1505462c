package dev.drover.server.conformance;

import dev.drover.schema.KindEntry;
import dev.drover.schema.SchemaTable;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// Where a request goes: `configmaps`, `configmaps/a`, `deployments/a/scale`,
/// `events.events.k8s.io`, or a path from the root.
///
/// @param url path from the root, without query
/// @param apiVersion of the resource's kind; empty for paths from the root
/// @param name of the object; empty when there is none
record Path(String url, String apiVersion, String kind, String name) {
  private static final Map<String, KindEntry> KINDS = kinds();

  /// Later versions of a group win; the core group wins over others.
  private static Map<String, KindEntry> kinds() {
    Map<String, KindEntry> kinds = new HashMap<>();
    SchemaTable.builtIn().kinds().stream()
        .filter(kind -> kind.gvk().version().matches("v[0-9]+"))
        .sorted(Comparator.comparing(kind -> kind.gvk().group() + kind.gvk().version()))
        .forEach(
            kind -> {
              kinds.put(kind.resource().resource() + "." + kind.gvk().group(), kind);
              kinds.merge(
                  kind.resource().resource(),
                  kind,
                  (old, other) -> old.gvk().group().isEmpty() ? old : other);
            });
    return kinds;
  }

  /// All stable built-in resources, by the short name that leads to them.
  static Map<String, KindEntry> resources() {
    return KINDS.entrySet().stream()
        .filter(
            e -> {
              KindEntry plain = KINDS.get(e.getValue().resource().resource());
              return plain == e.getValue() ? !e.getKey().contains(".") : e.getKey().contains(".");
            })
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  static Path of(String text, String namespace) {
    if (text.startsWith("/")) {
      return new Path(text, "", "", "");
    }
    List<String> parts = List.of(text.split("/", -1));
    KindEntry kind = KINDS.get(parts.getFirst());
    if (kind == null) {
      throw new IllegalArgumentException("no resource " + parts.getFirst());
    }
    String root = kind.gvk().group().isEmpty() ? "/api/" : "/apis/" + kind.gvk().group() + "/";
    StringBuilder url = new StringBuilder(root).append(kind.gvk().version());
    if (kind.namespaced() && !namespace.isEmpty()) {
      url.append("/namespaces/").append(namespace);
    }
    url.append('/').append(kind.resource().resource());
    parts.stream().skip(1).forEach(part -> url.append('/').append(part));
    return new Path(
        url.toString(),
        kind.gvk().apiVersion(),
        kind.gvk().kind(),
        parts.size() > 1 ? parts.get(1) : "");
  }
}
