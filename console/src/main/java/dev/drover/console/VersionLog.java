package dev.drover.console;

import dev.drover.api.DynamicObject;
import dev.drover.api.GroupVersionKind;
import dev.drover.api.KubernetesObject;
import dev.drover.api.ObjectKey;
import dev.drover.informer.EventHandler;
import dev.drover.informer.SharedIndexInformer;
import dev.drover.runtime.Reason;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The last versions of objects: those that caused the runs that the log remembers, and, of objects
/// that were looked at, every one since. Any number of threads.
final class VersionLog {
  private static final int MOST_OBJECTS = 64;
  private static final int MOST_VERSIONS = 20;
  private static final int MOST_CHANGES = 200; // of a version

  private final RunLog runs;
  private final Set<SharedIndexInformer<?>> followed = new HashSet<>(); // guarded by this
  private final Map<ObjectId, Map<String, KubernetesObject>> seen =
      new LinkedHashMap<>(16, 0.75f, true) { // guarded by VersionLog
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(
            Map.Entry<ObjectId, Map<String, KubernetesObject>> eldest) {
          return size() > MOST_OBJECTS;
        }
      };

  private record ObjectId(GroupVersionKind kind, ObjectKey key) {}

  VersionLog(RunLog runs) {
    this.runs = runs;
  }

  /// The versions of an object, the latest first, each with what it changed.
  ///
  /// @param current the latest state
  List<Map<String, @Nullable Object>> of(
      SharedIndexInformer<?> informer, KubernetesObject current) {
    GroupVersionKind kind = informer.kind().gvk();
    follow(informer);
    Map<String, KubernetesObject> versions = new LinkedHashMap<>();
    for (RecordedRun run : runs.latest(Integer.MAX_VALUE, _ -> true, Long.MAX_VALUE)) {
      Reason.Event event = event(run.run().reason());
      if (event != null && event.kind().equals(kind) && event.key().equals(current.key())) {
        event.change().states().forEach(state -> add(versions, state));
      }
    }
    synchronized (this) {
      Map<String, KubernetesObject> more =
          seen.computeIfAbsent(new ObjectId(kind, current.key()), _ -> new LinkedHashMap<>());
      more.values().forEach(state -> add(versions, state));
      add(more, current);
    }
    add(versions, current);
    List<KubernetesObject> sorted = new ArrayList<>(versions.values());
    sorted.removeIf(state -> !state.metadata().uid().equals(current.metadata().uid()));
    sorted.sort(Comparator.comparing(VersionLog::version));
    return trees(sorted.subList(Math.max(0, sorted.size() - MOST_VERSIONS), sorted.size()));
  }

  private static Reason.@Nullable Event event(Reason reason) {
    return switch (reason) {
      case Reason.Event event -> event;
      case Reason.OwnWrite(var event) -> event;
      default -> null;
    };
  }

  /// Whether a change of this object is the reason.
  static boolean isAbout(Reason reason, String kind, ObjectKey key) {
    Reason.Event event = event(reason);
    return event != null && event.kind().kind().equals(kind) && event.key().equals(key);
  }

  private static void add(Map<String, KubernetesObject> versions, KubernetesObject state) {
    versions.put(state.metadata().resourceVersion(), state);
  }

  private static Long version(KubernetesObject state) {
    try {
      return Long.parseLong(state.metadata().resourceVersion());
    } catch (NumberFormatException e) {
      return 0L; // a server of another kind: the order in which they were seen
    }
  }

  private synchronized <T extends KubernetesObject> void follow(SharedIndexInformer<T> informer) {
    if (followed.add(informer)) {
      GroupVersionKind kind = informer.kind().gvk();
      informer.addEventHandler(
          EventHandler.<T>of().onUpdate((_, now) -> keep(new ObjectId(kind, now.key()), now)));
    }
  }

  private synchronized void keep(ObjectId place, KubernetesObject state) {
    Map<String, KubernetesObject> versions = seen.get(place);
    if (versions != null) {
      add(versions, state);
      while (versions.size() > MOST_VERSIONS) {
        versions.remove(versions.keySet().iterator().next());
      }
    }
  }

  private static List<Map<String, @Nullable Object>> trees(List<KubernetesObject> sorted) {
    List<Map<String, @Nullable Object>> trees = new ArrayList<>();
    Map<?, ?> before = null;
    for (KubernetesObject state : sorted) {
      Map<String, @Nullable Object> whole = DynamicObject.of(state).tree();
      Map<?, ?> now = withoutManagedFields(whole);
      FieldOwners owners = FieldOwners.of(whole);
      List<FieldPaths.Difference> changes = before == null ? null : changes(before, now);
      trees.addFirst(
          Trees.of(
              "resourceVersion",
              state.metadata().resourceVersion(),
              "generation",
              state.metadata().generation(),
              "changes",
              changes == null ? null : trees(changes, owners),
              "moreChanges",
              changes == null ? null : Math.max(0, changes.size() - MOST_CHANGES)));
      before = now;
    }
    return trees;
  }

  private static List<FieldPaths.Difference> changes(Map<?, ?> before, Map<?, ?> now) {
    return FieldPaths.differences(before, now).stream()
        .filter(change -> !change.path().equals("metadata.resourceVersion"))
        .toList();
  }

  private static List<Map<String, @Nullable Object>> trees(
      List<FieldPaths.Difference> changes, FieldOwners owners) {
    return changes.stream()
        .limit(MOST_CHANGES)
        .map(
            change ->
                Trees.of(
                    "path", change.path(),
                    "before", change.before(),
                    "after", change.after(),
                    "managers", owners.of(change.path())))
        .toList();
  }

  /// They change with every write, and name the writer, which is shown beside each field.
  static Map<String, @Nullable Object> withoutManagedFields(Map<String, @Nullable Object> tree) {
    Map<String, @Nullable Object> copy = new LinkedHashMap<>(tree);
    if (tree.get("metadata") instanceof Map<?, ?> metadata) {
      Map<Object, @Nullable Object> fewer = new LinkedHashMap<>(metadata);
      fewer.remove("managedFields");
      copy.put("metadata", fewer);
    }
    return copy;
  }
}
