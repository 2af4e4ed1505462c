package dev.drover.schema.apply;

import dev.drover.api.GroupVersionKind;
import dev.drover.schema.GoQuoting;
import dev.drover.schema.Structure;
import dev.drover.schema.apply.ManagedFields.Owned;
import dev.drover.schema.apply.Owner.Operation;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Tracks which manager owns which field of an object, and merges what is applied: for the writes
/// through one path of a resource in one version.
///
/// Pure functions of trees. Objects are in the version of this path and as Go would write them; the
/// next step gives them their canonical form and defaults again.
///
/// ```java
/// var main = new ServerSideApply(gvk, "", FieldFilter.without("status"), versions);
/// var created = main.update(null, object, "kubectl-create", now);
/// var merged = main.apply(created, configuration, "my-controller", false, now);
/// ```
///
/// In Go: {@index managedfields.FieldManager}.
///
/// @param kind what the path serves
/// @param subresource the part of the path below the object, such as `status`; empty for the object
/// @param filter which fields count: all but the reset fields of the strategy
/// @param versions how else the resource is served
public record ServerSideApply(
    GroupVersionKind kind, String subresource, FieldFilter filter, Versions versions) {
  private static final FieldSet NOBODYS =
      FieldSet.of(
          "apiVersion",
          "kind",
          "metadata",
          "metadata.name",
          "metadata.namespace",
          "metadata.creationTimestamp",
          "metadata.selfLink",
          "metadata.uid",
          "metadata.clusterName",
          "metadata.generation",
          "metadata.managedFields",
          "metadata.resourceVersion");

  private static final int MAX_MANAGER_BYTES = 128;

  /// What is wrong with the content of `metadata.managedFields`; empty if nothing is.
  public static Optional<String> problemOf(@Nullable Object managedFields) {
    try {
      ManagedFields.read(managedFields);
      return Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  /// Tracks a create, update or patch: the manager owns what it changed.
  ///
  /// `managedFields` in `object` replace those of the live object if they are valid; an empty list,
  /// or one of an empty entry, ends the tracking. Through a subresource they are ignored.
  ///
  /// @param live the object before; null for a create
  /// @param object the object that is written, before the strategy prepares it
  /// @return `object` with new `managedFields`. It has none if they cannot be computed: a write
  ///   never fails for its book-keeping
  public Map<String, @Nullable Object> update(
      @Nullable Map<String, @Nullable Object> live,
      Map<String, @Nullable Object> object,
      String manager,
      Instant now) {
    Map<String, @Nullable Object> bare = withManagedFields(object, List.of());
    ManagedFields managed = managedFor(live, object);
    boolean isCreate = live == null || text(metadata(live), "uid").isEmpty();
    if (managed.isEmpty() && !isCreate) {
      return bare; // ownership is not known, and is not made up afterwards
    }
    try {
      track(typedLive(live), bare, managed, manager, now);
      return withManagedFields(object, managed.write());
    } catch (ApplyException e) {
      return bare;
    }
  }

  /// Merges a configuration that a manager applies.
  ///
  /// @param live the object before; null if there is none
  /// @param config what the client sent: as it is, without defaults
  /// @return the merged object with new `managedFields`
  /// @throws ApplyConflictException when others own fields that would change, unless forced
  /// @throws ApplyException when the configuration cannot be applied for another reason
  public Map<String, @Nullable Object> apply(
      @Nullable Map<String, @Nullable Object> live,
      Map<String, @Nullable Object> config,
      String manager,
      boolean force,
      Instant now) {
    requireKind(config);
    if (!LastApplied.MANAGER.equals(manager)) {
      return applyOnce(live, config, manager, force, now);
    }
    Map<String, @Nullable Object> merged;
    try {
      merged = applyOnce(live, config, manager, force, now);
    } catch (ApplyConflictException e) {
      Optional<FieldSet> mine = live == null ? Optional.empty() : appliedByClient(live);
      if (mine.isEmpty()) {
        throw e;
      }
      if (!e.fields().difference(mine.get()).isEmpty()) {
        throw e.without(mine.get());
      }
      merged = applyOnce(live, config, manager, true, now);
    }
    return LastApplied.refreshed(merged, config);
  }

  /// The object with the times of the old one in `managedFields` if nothing but times changed: a
  /// write that changes nothing leaves no trace. To be called after admission.
  public static Map<String, @Nullable Object> withoutChangeOfTimes(
      Map<String, @Nullable Object> object, Map<String, @Nullable Object> old) {
    List<@Nullable Object> entries = Shape.list(metadata(object).get("managedFields"));
    List<@Nullable Object> oldEntries = Shape.list(metadata(old).get("managedFields"));
    boolean onlyTimesChanged =
        !entries.isEmpty()
            && JsonOrder.same(withoutTimes(entries), withoutTimes(oldEntries))
            && JsonOrder.same(
                withManagedFields(object, List.of()), withManagedFields(old, List.of()));
    return onlyTimesChanged ? withManagedFields(object, oldEntries) : object;
  }

  private static List<Map<String, @Nullable Object>> withoutTimes(List<@Nullable Object> entries) {
    return entries.stream().map(entry -> without(Shape.map(entry), "time")).toList();
  }

  /// The name of the manager of a request: what it says, or the start of its user agent.
  public static String managerName(String fieldManager, String userAgent) {
    if (!fieldManager.isEmpty()) {
      return fieldManager;
    }
    int end = userAgent.indexOf('/');
    String program = end < 0 ? userAgent : userAgent.substring(0, end);
    StringBuilder name = new StringBuilder();
    int bytes = 0;
    for (int c : program.codePoints().filter(GoQuoting::isPrintable).toArray()) {
      bytes += Character.toString(c).getBytes(StandardCharsets.UTF_8).length;
      if (bytes > MAX_MANAGER_BYTES) {
        break;
      }
      name.appendCodePoint(c);
    }
    return name.toString();
  }

  private ManagedFields managedFor(
      @Nullable Map<String, @Nullable Object> live, Map<String, @Nullable Object> object) {
    Object sent = metadata(object).get("managedFields");
    if (subresource.isEmpty() && sent instanceof List<?> entries) {
      boolean isReset =
          entries.isEmpty() || (entries.size() == 1 && Shape.map(entries.getFirst()).isEmpty());
      if (isReset) {
        return new ManagedFields();
      }
      Optional<ManagedFields> valid = readable(sent).filter(managed -> !managed.isEmpty());
      if (valid.isPresent()) {
        return valid.get();
      }
    }
    return live == null
        ? new ManagedFields()
        : readable(metadata(live).get("managedFields")).orElseGet(ManagedFields::new);
  }

  private static Optional<ManagedFields> readable(@Nullable Object entries) {
    try {
      return Optional.of(ManagedFields.read(entries));
    } catch (IllegalArgumentException e) {
      return Optional.empty(); // clients that do not know better must not break an object
    }
  }

  /// Records in `managed` that a manager turned one object into another.
  private void track(
      TypedTree before,
      Map<String, @Nullable Object> object,
      ManagedFields managed,
      String manager,
      Instant now) {
    TypedTree after = typed("failed to convert new object (%s) to smd typed: %s", object, true);
    FieldSet got = new Owners(versions, filter).update(before, after, managed).difference(NOBODYS);
    if (!got.isEmpty()) {
      Owner owner = owner(manager, Operation.UPDATE);
      FieldSet had = managed.get(owner).map(Owned::fields).orElse(FieldSet.EMPTY);
      managed.put(owner, new Owned(had.union(got), after.apiVersion()));
      managed.touch(owner, now);
    }
    managed.cap();
  }

  private Map<String, @Nullable Object> applyOnce(
      @Nullable Map<String, @Nullable Object> live,
      Map<String, @Nullable Object> config,
      String manager,
      boolean force,
      Instant now) {
    ManagedFields managed = liveManaged(live);
    if (managed.isEmpty() && live != null) {
      trackBeforeFirstApply(live, managed, now);
    }
    if (metadata(config).get("managedFields") instanceof List) {
      throw ApplyException.badRequest("metadata.managedFields must be nil");
    }
    TypedTree stated = typed("failed to create typed patch object (%s): %s", config, false);
    TypedTree before = typedLive(live);
    Owner applier = owner(manager, Operation.APPLY);
    TypedTree after = new Owners(versions, filter).apply(before, stated, managed, applier, force);
    managed
        .get(applier)
        .ifPresent(
            owned -> managed.put(applier, owned.withFields(owned.fields().difference(NOBODYS))));
    if (JsonOrder.same(before.tree(), after.tree())) {
      return withManagedFields(live == null ? after.tree() : live, managed.write());
    }
    managed.touch(applier, now);
    return withManagedFields(after.tree(), managed.write());
  }

  private void trackBeforeFirstApply(
      Map<String, @Nullable Object> live, ManagedFields managed, Instant now) {
    try {
      Map<String, @Nullable Object> bare = withManagedFields(live, List.of());
      track(typedLive(null), bare, managed, "before-first-apply", now);
    } catch (ApplyException e) {
      throw e.during("failed to create manager for existing fields");
    }
  }

  private static ManagedFields liveManaged(@Nullable Map<String, @Nullable Object> live) {
    try {
      return live == null
          ? new ManagedFields()
          : ManagedFields.read(metadata(live).get("managedFields"));
    } catch (IllegalArgumentException e) {
      throw ApplyException.internal("failed to decode managed fields: " + e.getMessage());
    }
  }

  private void requireKind(Map<String, @Nullable Object> config) {
    String apiVersion = text(config, "apiVersion");
    String name = text(config, "kind");
    if (!apiVersion.equals(kind.apiVersion()) || !name.equals(kind.kind())) {
      throw ApplyException.badRequest("invalid object type: " + named(apiVersion, name));
    }
  }

  /// What the client-side apply before had applied and that has not changed since; empty when that
  /// cannot be said.
  private Optional<FieldSet> appliedByClient(Map<String, @Nullable Object> live) {
    Optional<Map<String, @Nullable Object>> config =
        LastApplied.configuration(live)
            .filter(last -> text(last, "apiVersion").equals(kind.apiVersion()));
    if (config.isEmpty()) {
      return Optional.empty();
    }
    try {
      TypedTree now = typed("%s: %s", withManagedFields(live, List.of()), false);
      TypedTree applied = typed("%s: %s", config.get(), false);
      Comparison changes = applied.compare(now);
      return Optional.of(
          applied
              .owned()
              .difference(changes.modified())
              .difference(changes.added())
              .difference(changes.removed()));
    } catch (ApplyException e) {
      return Optional.empty();
    }
  }

  private Owner owner(String manager, Operation operation) {
    String name = manager.isEmpty() ? "unknown" : manager;
    return new Owner(name, operation, kind.apiVersion(), subresource);
  }

  private TypedTree typedLive(@Nullable Map<String, @Nullable Object> live) {
    if (live == null) {
      return new TypedTree(kind.apiVersion(), structure(), EmptyTree.of(structure()));
    }
    return typed(
        "failed to create typed live object (%s): %s", withManagedFields(live, List.of()), true);
  }

  private TypedTree typed(
      String failure, Map<String, @Nullable Object> object, boolean duplicatesAllowed) {
    Optional<String> problem = TypeCheck.problem(structure(), object, duplicatesAllowed);
    if (problem.isPresent()) {
      throw ApplyException.internal(failure.formatted(named(object), problem.get()));
    }
    return new TypedTree(kind.apiVersion(), structure(), object);
  }

  private Structure structure() {
    return versions
        .structure(kind.apiVersion())
        .orElseThrow(() -> new IllegalArgumentException("not served: " + kind.apiVersion()));
  }

  private static String named(Map<String, @Nullable Object> object) {
    Map<String, @Nullable Object> metadata = metadata(object);
    return text(metadata, "namespace")
        + "/"
        + text(metadata, "name")
        + "; "
        + named(text(object, "apiVersion"), text(object, "kind"));
  }

  private static String named(String apiVersion, String kind) {
    String groupVersion = apiVersion.contains("/") ? apiVersion : "/" + apiVersion;
    return groupVersion + ", Kind=" + kind;
  }

  private static Map<String, @Nullable Object> metadata(Map<String, @Nullable Object> object) {
    return Shape.map(object.get("metadata"));
  }

  private static String text(Map<String, @Nullable Object> map, String name) {
    return map.get(name) instanceof String text ? text : "";
  }

  private static Map<String, @Nullable Object> withManagedFields(
      Map<String, @Nullable Object> object, List<@Nullable Object> entries) {
    Map<String, @Nullable Object> metadata = new TreeMap<>(metadata(object));
    if (entries.isEmpty()) {
      metadata.remove("managedFields");
    } else {
      metadata.put("managedFields", entries);
    }
    Map<String, @Nullable Object> result = new TreeMap<>(object);
    if (object.containsKey("metadata") || !metadata.isEmpty()) {
      result.put("metadata", Shape.sealed(metadata));
    }
    return Shape.sealed(result);
  }

  private static Map<String, @Nullable Object> without(
      Map<String, @Nullable Object> map, String name) {
    Map<String, @Nullable Object> rest = new TreeMap<>(map);
    rest.remove(name);
    return rest;
  }
}
