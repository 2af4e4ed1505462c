package dev.drover.schema.apply;

import dev.drover.schema.Structure;
import dev.drover.schema.apply.ManagedFields.Owned;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The rules by which fields change owners.
/// - An update that changes a field takes it from all other owners.
/// - A manager that applies a field owns it, together with others that applied the same value. To
///   change one that others own is a conflict, unless forced: then it is taken from them.
/// - What an applier applied before, does not apply any more and no other manager owns is removed.
/// - A field that is gone has no owners.
///
/// In Go: {@index merge.Updater}.
record Owners(Versions versions, FieldFilter filter) {
  /// An update of an object: the manager owns what changed.
  ///
  /// @return what the writer got by this, with the rest in `managed`
  FieldSet update(TypedTree before, TypedTree after, ManagedFields managed) {
    fit(before, managed);
    Comparison changes = settle(before, after, managed, Optional.empty(), true);
    return filter.filter(changes.modified().union(changes.added()));
  }

  /// An apply of a configuration: the manager owns what it states, in `managed`.
  ///
  /// @return the merged object
  /// @throws ApplyConflictException when it changes what others own, unless forced
  TypedTree apply(
      TypedTree live, TypedTree config, ManagedFields managed, Owner applier, boolean force) {
    fit(live, managed);
    TypedTree merged = live.merge(config);
    Optional<Owned> last = managed.get(applier);
    // Even an empty set: its version decides how the others are compared.
    managed.all().put(applier, new Owned(filter.filter(config.owned()), config.apiVersion()));
    TypedTree pruned =
        last.isPresent() && !last.get().fields().isEmpty()
            ? prune(merged, managed, last.get(), config.apiVersion())
            : merged;
    settle(live, pruned, managed, Optional.of(applier), force);
    return pruned;
  }

  /// Fits the sets to today's structures; owners in versions that are not served go.
  private void fit(TypedTree live, ManagedFields managed) {
    managed.all().values().removeIf(owned -> versions.structure(owned.apiVersion()).isEmpty());
    managed
        .all()
        .replaceAll(
            (owner, owned) -> {
              Structure structure = convert(live, owned.apiVersion()).structure();
              return owned.withFields(OwnedPaths.fitted(owned.fields(), structure));
            });
  }

  /// Takes what changed from its owners, except the writer.
  ///
  /// @return the changes in the version of the objects
  private Comparison settle(
      TypedTree before,
      TypedTree after,
      ManagedFields managed,
      Optional<Owner> writer,
      boolean force) {
    Map<String, Comparison> changesByVersion = new HashMap<>();
    changesByVersion.put(before.apiVersion(), compare(before, after));
    SortedMap<Owner, FieldSet> conflicts = new TreeMap<>();
    SortedMap<Owner, Owned> settled = new TreeMap<>();
    managed
        .all()
        .forEach(
            (owner, owned) -> {
              if (writer.isPresent() && writer.get().equals(owner)) {
                settled.put(owner, owned);
                return;
              }
              Comparison changes =
                  changesByVersion.computeIfAbsent(
                      owned.apiVersion(),
                      version ->
                          compare(
                              convert("failed to convert old object", before, version),
                              convert("failed to convert new object", after, version)));
              FieldSet written = changes.modified().union(changes.added());
              FieldSet conflict = owned.fields().intersection(written);
              if (!conflict.isEmpty()) {
                conflicts.put(owner, conflict);
              }
              FieldSet left = owned.fields().difference(conflict).difference(changes.removed());
              settled.put(owner, owned.withFields(left));
            });
    if (!force && !conflicts.isEmpty()) {
      throw new ApplyConflictException(conflicts);
    }
    settled.forEach(managed::put);
    return changesByVersion.get(before.apiVersion());
  }

  private Comparison compare(TypedTree before, TypedTree after) {
    return before.compare(after).filtered(filter);
  }

  /// Removes what the applier owned before and no manager owns now.
  private TypedTree prune(TypedTree merged, ManagedFields managed, Owned last, String apiVersion) {
    try {
      String failure = "failed to convert merged object to last applied version";
      TypedTree then = convert(failure, merged, last.apiVersion());
      TypedTree pruned = then.remove(then.withNamedFields(last.fields()));
      TypedTree owned = addOwned(then, pruned, managed);
      return convert(addDangling(then, owned, last), apiVersion);
    } catch (ApplyException e) {
      throw e.during("failed to prune fields");
    }
  }

  /// Adds back what another manager owns, in the version in which it is owned.
  private TypedTree addOwned(TypedTree merged, TypedTree pruned, ManagedFields managed) {
    Map<String, FieldSet> byVersion = new TreeMap<>();
    managed
        .all()
        .values()
        .forEach(o -> byVersion.merge(o.apiVersion(), o.fields(), FieldSet::union));
    // First in the version at hand: what is missing there might be needed for a conversion.
    TypedTree all = merged;
    TypedTree result = pruned;
    FieldSet here = byVersion.remove(merged.apiVersion());
    if (here != null) {
      result = addBack(all, result, here);
    }
    for (Map.Entry<String, FieldSet> entry : byVersion.entrySet()) {
      String version = entry.getKey();
      String failure = "failed add back owned items: failed to convert %s object at version %s";
      all = convert(failure.formatted("merged", version), all, version);
      result = convert(failure.formatted("pruned", version), result, version);
      result = addBack(all, result, entry.getValue());
    }
    return result;
  }

  private static TypedTree addBack(TypedTree merged, TypedTree pruned, FieldSet owned) {
    FieldSet kept = merged.withNamedFields(pruned.owned()).union(merged.withNamedFields(owned));
    return merged.remove(merged.withNamedFields(merged.owned()).difference(kept));
  }

  /// Adds back what the applier had not owned before.
  private TypedTree addDangling(TypedTree merged, TypedTree pruned, Owned last) {
    String failure =
        "failed add back dangling items: failed to convert pruned object to last applied version";
    TypedTree then = convert(failure, pruned, merged.apiVersion());
    FieldSet left = merged.withNamedFields(then.owned());
    FieldSet gone = merged.withNamedFields(merged.owned()).difference(left);
    return merged.remove(gone.intersection(merged.withNamedFields(last.fields())));
  }

  private TypedTree convert(String failure, TypedTree object, String apiVersion) {
    try {
      return convert(object, apiVersion);
    } catch (ApplyException e) {
      throw e.during(failure);
    }
  }

  private TypedTree convert(TypedTree object, String apiVersion) {
    if (object.apiVersion().equals(apiVersion)) {
      return object;
    }
    Structure structure = versions.structure(apiVersion).orElseThrow();
    Map<String, @Nullable Object> converted;
    try {
      converted = versions.convert(object.tree(), apiVersion);
    } catch (RuntimeException e) { // others convert: whatever they fail by is one failure here
      throw ApplyException.internal(String.valueOf(e.getMessage()));
    }
    Optional<String> problem = TypeCheck.problem(structure, converted, false);
    if (problem.isPresent()) {
      throw ApplyException.internal(problem.get());
    }
    return new TypedTree(apiVersion, structure, converted);
  }
}
