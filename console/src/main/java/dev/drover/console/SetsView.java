package dev.drover.console;

import dev.drover.recipes.set.SetMembership;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// The desired sets: those that runs carried out, each with the last plan that had something to do,
/// and those that cached objects belong to.
final class SetsView {
  private static final int MOST_MEMBERS = 200; // of each set

  private final CachedObjects objects;
  private final SetLog log;

  SetsView(CachedObjects objects, SetLog log) {
    this.objects = objects;
    this.log = log;
  }

  /// Parameters: `q` (part of the name of a set), `limit`, `offset`.
  Map<String, @Nullable Object> tree(Query query) {
    Map<String, List<CachedObjects.Found>> members = new HashMap<>();
    objects
        .all()
        .forEach(
            found ->
                SetMembership.of(found.object())
                    .ifPresent(
                        set ->
                            members
                                .computeIfAbsent(set.toString(), _ -> new ArrayList<>())
                                .add(found)));
    Map<String, SetLog.Entry> carried = log.sets();
    TreeSet<String> names = new TreeSet<>(members.keySet());
    names.addAll(carried.keySet());
    query.text("q").ifPresent(part -> names.removeIf(name -> !name.contains(part)));
    return Trees.of(
        "total",
        names.size(),
        "sets",
        names.stream()
            .skip(query.number("offset", 0, Integer.MAX_VALUE))
            .limit(query.number("limit", 50, 500))
            .map(
                name ->
                    set(
                        name,
                        Optional.ofNullable(carried.get(name)),
                        members.getOrDefault(name, List.of())))
            .toList());
  }

  private static Map<String, @Nullable Object> set(
      String name, Optional<SetLog.Entry> carried, List<CachedObjects.Found> members) {
    return Trees.of(
        "set",
        name,
        "carriedOut",
        carried.map(entry -> entry.at().toString()).orElse(null),
        "unchanged",
        carried.map(SetLog.Entry::unchanged).orElse(null),
        "plan",
        carried.map(entry -> plan(entry.plan())).orElse(null),
        "total",
        members.size(),
        "members",
        members.stream()
            .sorted(
                Comparator.comparing(CachedObjects.Found::kind)
                    .thenComparing(found -> found.object().name()))
            .limit(MOST_MEMBERS)
            .map(CachedObjects.Found::tree)
            .toList());
  }

  private static Map<String, @Nullable Object> plan(SetLog.Carried plan) {
    return Trees.of(
        "run", plan.run(),
        "began", plan.began().toString(),
        "because", plan.because(),
        "steps", plan.steps().stream().map(SetLog.Line::tree).toList());
  }
}
