package dev.drover.console;

import dev.drover.recipes.set.SetMembership;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The desired sets whose members are cached.
final class SetsView {
  private final CachedObjects objects;

  SetsView(CachedObjects objects) {
    this.objects = objects;
  }

  Map<String, @Nullable Object> tree() {
    Map<String, List<CachedObjects.Found>> members = new TreeMap<>();
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
    return Trees.of(
        "sets", members.entrySet().stream().map(e -> set(e.getKey(), e.getValue())).toList());
  }

  private static Map<String, @Nullable Object> set(String name, List<CachedObjects.Found> members) {
    return Trees.of(
        "set",
        name,
        "members",
        members.stream()
            .sorted(
                Comparator.comparing(CachedObjects.Found::kind)
                    .thenComparing(found -> found.object().name()))
            .map(CachedObjects.Found::tree)
            .toList());
  }
}
