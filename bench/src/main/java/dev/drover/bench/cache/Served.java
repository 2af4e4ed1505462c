package dev.drover.bench.cache;

import dev.drover.api.GroupVersionKind;
import dev.drover.api.Kind;
import dev.drover.model.Kubernetes;
import dev.drover.model.core.v1.Pod;
import java.util.ArrayList;
import java.util.List;

/// A collection of a server, by its kind.
///
/// @param kind as Drover knows it; dynamic for kinds that are not built in
public record Served(Kind<?> kind) {
  public static final Served PODS = new Served(Pod.KIND);

  /// Not a constant: contenders that read pods do not pay for it.
  public static Served machines() {
    return new Served(Machine.KIND);
  }

  /// The collection with this name in URLs. Of several groups, the one without a name wins, then
  /// the first.
  public static Served named(String plural) {
    // Not by search: that would load a thousand classes before the clock has done its work.
    return switch (plural) {
      case "pods" -> PODS;
      case "machines" -> machines();
      default -> builtIn(plural);
    };
  }

  private static Served builtIn(String plural) {
    Kubernetes all = new Kubernetes();
    List<Kind<?>> found = new ArrayList<>();
    for (GroupVersionKind gvk : all.kinds()) {
      Kind<?> kind = all.find(gvk);
      if (kind != null && kind.plural().equals(plural)) {
        found.add(kind);
      }
    }
    return found.stream()
        .filter(kind -> kind.gvk().group().isEmpty())
        .findFirst()
        .or(() -> found.stream().filter(kind -> kind.gvk().version().equals("v1")).findFirst())
        .or(() -> found.stream().findFirst())
        .map(Served::new)
        .orElseThrow(() -> new IllegalArgumentException("no built-in kind '" + plural + "'"));
  }

  public boolean isBuiltIn() {
    return kind.type() != Machine.class;
  }

  String group() {
    return kind.gvk().group();
  }

  String version() {
    return kind.gvk().version();
  }

  public String plural() {
    return kind.plural();
  }

  /// The path of the whole collection.
  public String path() {
    return (group().isEmpty() ? "/api/" : "/apis/" + group() + "/") + version() + "/" + plural();
  }
}
