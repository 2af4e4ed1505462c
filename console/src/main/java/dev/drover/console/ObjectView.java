package dev.drover.console;

import dev.drover.api.DynamicObject;
import dev.drover.api.FieldSelector;
import dev.drover.api.KubernetesObject;
import dev.drover.api.ObjectKey;
import dev.drover.client.KubernetesException;
import dev.drover.client.ListOptions;
import dev.drover.client.TimeSource;
import dev.drover.informer.SharedIndexInformer;
import dev.drover.model.core.v1.Event;
import dev.drover.runtime.Manager;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// One object: its fields with their managers, its versions, children, events and runs.
final class ObjectView {
  private static final int MOST_RUNS = 50;
  private static final int MOST_FIELDS = 1000;
  private static final int MOST_EVENTS = 50;

  private final Manager manager;
  private final RunLog runs;
  private final CachedObjects objects;
  private final VersionLog versions;
  private final LiveChildren live;

  ObjectView(Manager manager, RunLog runs, CachedObjects objects, VersionLog versions) {
    this.manager = manager;
    this.runs = runs;
    this.objects = objects;
    this.versions = versions;
    this.live = new LiveChildren(manager, TimeSource.system());
  }

  /// The kinds that are cached, and the objects of one of them.
  Map<String, @Nullable Object> list(Query query) {
    String kind = query.text("kind").orElse("");
    List<CachedObjects.Found> found = objects.list(kind, query.text("q").orElse(""));
    long offset = query.number("offset", 0, Integer.MAX_VALUE);
    long limit = query.number("limit", 100, 1000);
    return Trees.of(
        "kinds",
        manager.cache().informers().stream()
            .map(
                informer ->
                    Trees.of(
                        "kind",
                        Trees.id(informer.kind()),
                        "objects",
                        informer.store().list().size()))
            .toList(),
        "total",
        found.size(),
        "items",
        found.stream().skip(offset).limit(limit).map(CachedObjects.Found::tree).toList());
  }

  /// An object of a cache; empty if it is in none.
  Optional<Map<String, @Nullable Object>> show(Query query) {
    String kind = query.text("kind").orElse("");
    ObjectKey key = ObjectKey.of(query.text("namespace").orElse(""), query.text("name").orElse(""));
    Optional<SharedIndexInformer<?>> informer = objects.informer(kind);
    return informer.flatMap(cache -> objects.find(kind, key).map(found -> tree(cache, found)));
  }

  private Map<String, @Nullable Object> tree(
      SharedIndexInformer<?> cache, CachedObjects.Found found) {
    KubernetesObject object = found.object();
    Map<String, @Nullable Object> whole = DynamicObject.of(object).tree();
    FieldOwners owners = FieldOwners.of(whole);
    Map<String, @Nullable Object> tree = found.tree();
    tree.put("resourceVersion", object.metadata().resourceVersion());
    tree.put(
        "owners",
        object.metadata().ownerReferences().stream()
            .map(
                o ->
                    Trees.of(
                        "kind",
                        o.apiVersion() + "/" + o.kind(),
                        "namespace",
                        cache.kind().isNamespaced() ? object.namespace() : "",
                        "name",
                        o.name()))
            .toList());
    List<FieldPaths.Leaf> fields =
        FieldPaths.leaves(Masking.tree(VersionLog.withoutManagedFields(whole)));
    tree.put("moreFields", Math.max(0, fields.size() - MOST_FIELDS));
    tree.put(
        "fields",
        fields.stream()
            .limit(MOST_FIELDS)
            .map(
                leaf ->
                    Trees.of(
                        "path", leaf.path(),
                        "value", leaf.value(),
                        "managers", owners.of(leaf.path())))
            .toList());
    tree.put("versions", versions.of(cache, object));
    tree.putAll(ChildTree.of(found.kind(), object, objects, live));
    tree.put("runs", runs(cache.kind().gvk().kind(), object.key()));
    tree.put("controllers", controllers(cache.kind().gvk().kind()));
    addEvents(object, tree);
    return tree;
  }

  /// The runs for the object, and those for others that it caused.
  private List<Map<String, @Nullable Object>> runs(String kind, ObjectKey key) {
    return runs
        .latest(
            MOST_RUNS,
            run ->
                (run.run().kind().equals(kind) && run.run().request().key().equals(key))
                    || VersionLog.isAbout(run.run().reason(), kind, key),
            Long.MAX_VALUE)
        .stream()
        .map(RecordedRun::summary)
        .toList();
  }

  /// Those that reconcile objects of this kind.
  private List<String> controllers(String kind) {
    return runs.counts().entrySet().stream()
        .filter(entry -> entry.getValue().kind().equals(kind))
        .map(Map.Entry::getKey)
        .sorted()
        .toList();
  }

  private void addEvents(KubernetesObject object, Map<String, @Nullable Object> tree) {
    try {
      FieldSelector about = FieldSelector.field("involvedObject.uid", object.metadata().uid());
      tree.put(
          "events",
          manager
              .client()
              .live()
              .resources(Event.class)
              .inNamespace(object.namespace().isEmpty() ? "default" : object.namespace())
              .list(ListOptions.defaults().with(o -> o.fields(about)))
              .items()
              .stream()
              .map(ObjectView::event)
              .sorted(
                  Comparator.comparing(
                      e -> String.valueOf(e.get("last")), Comparator.reverseOrder()))
              .limit(MOST_EVENTS)
              .toList());
    } catch (KubernetesException e) {
      tree.put("events", List.of());
      tree.put("eventsError", Masking.text(String.valueOf(e.getMessage())));
    }
  }

  private static Map<String, @Nullable Object> event(Event event) {
    Object last =
        event.series() != null && event.series().lastObservedTime() != null
            ? event.series().lastObservedTime()
            : event.lastTimestamp() != null
                ? event.lastTimestamp()
                : event.eventTime() != null
                    ? event.eventTime()
                    : event.metadata().creationTimestamp();
    Integer repeated = event.series() == null ? event.count() : event.series().count();
    return Trees.of(
        "type", event.type(),
        "reason", event.reason(),
        "message", Masking.text(String.valueOf(event.message())),
        "count", repeated == null || repeated == 0 ? 1 : repeated,
        "last", last == null ? "" : last.toString());
  }
}
