package dev.drover.console;

import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What an object owns, directly and not, as a tree: of the caches and, where Kubernetes creates
/// objects of kinds that are not cached, read from the server.
final class ChildTree {
  private static final int MOST_NODES = 300;
  private static final int MOST_DEPTH = 6;

  private final CachedObjects cached;
  private final LiveChildren live;
  private final Map<String, List<CachedObjects.Found>> byOwner = new HashMap<>(); // by uid
  private final Set<List<String>> read = new HashSet<>(); // kinds and namespaces
  private int nodes;

  private ChildTree(CachedObjects cached, LiveChildren live) {
    this.cached = cached;
    this.live = live;
  }

  /// The children of an object, each with its own.
  ///
  /// @param kind of the object, as the API names it
  static Map<String, @Nullable Object> of(
      String kind, KubernetesObject object, CachedObjects cached, LiveChildren live) {
    ChildTree tree = new ChildTree(cached, live);
    cached.all().forEach(tree::add);
    Map<String, @Nullable Object> all = new HashMap<>();
    tree.addChildren(all, kind, object, 1);
    return all;
  }

  private void add(CachedObjects.Found found) {
    found
        .object()
        .metadata()
        .ownerReferences()
        .forEach(owner -> byOwner.computeIfAbsent(owner.uid(), _ -> new ArrayList<>()).add(found));
  }

  /// Puts `children` into the tree of an object and, where its kind needs objects of the server,
  /// `uncached`: their kind, and why they could not be read.
  private void addChildren(
      Map<String, @Nullable Object> tree, String kind, KubernetesObject object, int depth) {
    Optional<Kind<?>> missing = live.missing(kind);
    if (missing.isPresent() && depth <= MOST_DEPTH) {
      tree.put("uncached", readLive(missing.get(), object));
    }
    List<CachedObjects.Found> owned =
        new ArrayList<>(byOwner.getOrDefault(object.metadata().uid(), List.of()));
    owned.sort(
        Comparator.comparing(CachedObjects.Found::kind)
            .thenComparing(found -> found.object().name()));
    List<Map<String, @Nullable Object>> children = new ArrayList<>();
    for (CachedObjects.Found child : owned) {
      if (depth > MOST_DEPTH || nodes++ >= MOST_NODES) {
        break;
      }
      Map<String, @Nullable Object> one = child.tree();
      if (cached.informer(child.kind()).isEmpty()) {
        one.put("live", true);
      }
      addChildren(one, child.kind(), child.object(), depth + 1);
      children.add(one);
    }
    tree.put("children", children);
  }

  private Map<String, @Nullable Object> readLive(Kind<?> kind, KubernetesObject owner) {
    LiveChildren.Read found = live.read(kind, owner);
    if (read.add(List.of(Trees.id(kind), owner.namespace()))) {
      found.objects().forEach(this::add);
    }
    return Trees.of(
        "kind", Trees.id(kind), "error", found.error().isEmpty() ? null : found.error());
  }
}
