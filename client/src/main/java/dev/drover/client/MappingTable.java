package dev.drover.client;

import dev.drover.api.GroupKind;
import dev.drover.api.GroupResource;
import dev.drover.api.GroupVersion;
import dev.drover.api.GroupVersionKind;
import dev.drover.api.GroupVersionResource;
import dev.drover.api.Scope;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedSet;
import java.util.function.Predicate;

/// All kinds and resources of a server at one moment, by every name they go by. Immutable.
///
/// Every answer is in order of priority, the best first:
/// 1. `v1` of the core group
/// 2. the groups in the server's order; within a group its preferred version, then the others in
///    the server's order
///
/// Three things differ from client-go on purpose. A group that is named in full excludes groups
/// that only begin with the name. A version next to a short name is not forgotten. And there are no
/// entries for `List` kinds, whose guessed resources do not exist.
final class MappingTable {
  private final List<Entry> entries = new ArrayList<>();
  private final Map<String, List<Entry>> byName = new HashMap<>(); // plural and singular
  private final Map<String, List<Entry>> byShortName = new HashMap<>();
  private final Map<String, List<Entry>> byCategory = new HashMap<>();
  private final Map<GroupKind, List<Entry>> byKind = new HashMap<>(); // also in lower case

  /// A resource that is no subresource.
  record Entry(
      GroupVersionResource resource,
      String singular,
      GroupVersionKind gvk,
      Scope scope,
      List<String> shortNames) {
    RestMapping mapping() {
      return new RestMapping(gvk, resource, scope);
    }
  }

  MappingTable(DiscoveryResult discovered) {
    for (GroupVersion groupVersion : byPriority(discovered.groups())) {
      for (ApiResource resource : discovered.resources().getOrDefault(groupVersion, List.of())) {
        if (!resource.isSubresource()) {
          add(resource);
        }
      }
    }
  }

  private static SequencedSet<GroupVersion> byPriority(List<ApiGroup> groups) {
    SequencedSet<GroupVersion> order = new LinkedHashSet<>();
    order.add(new GroupVersion("", "v1"));
    for (ApiGroup group : groups) {
      group.preferred().ifPresent(order::add);
      order.addAll(group.groupVersions());
    }
    return order;
  }

  private void add(ApiResource resource) {
    String kind = resource.kind().kind();
    String lower = kind.toLowerCase(Locale.ROOT);
    String singular = resource.singular().isEmpty() ? lower : resource.singular();
    Entry entry =
        new Entry(
            resource.resource(),
            singular,
            resource.groupVersion().withKind(kind),
            resource.scope(),
            resource.shortNames());
    entries.add(entry);
    put(byName, resource.name(), entry);
    if (!singular.equals(resource.name())) {
      put(byName, singular, entry);
    }
    resource.shortNames().forEach(name -> put(byShortName, name, entry));
    resource.categories().forEach(name -> put(byCategory, name, entry));
    String group = resource.groupVersion().group();
    put(byKind, new GroupKind(group, kind), entry);
    if (!lower.equals(kind)) {
      put(byKind, new GroupKind(group, lower), entry);
    }
  }

  private static <K> void put(Map<K, List<Entry>> index, K key, Entry entry) {
    index.computeIfAbsent(key, k -> new ArrayList<>()).add(entry);
  }

  List<Entry> entries() {
    return entries;
  }

  /// Everything that fits, the best first.
  List<Entry> find(MappingLookup lookup) {
    return switch (lookup) {
      case MappingLookup.ByResource(var partial) -> byResource(partial);
      case MappingLookup.ByKind(var kind, var versions) -> byKind(kind, versions);
      case MappingLookup.ByCategory(var name) -> byCategory.getOrDefault(name, List.of());
    };
  }

  /// A full name wins over a short one, and a whole group over the beginning of one.
  private List<Entry> byResource(GroupVersionResource partial) {
    Predicate<Entry> inGroup =
        entry -> partial.group().isEmpty() || entry.gvk().group().equals(partial.group());
    Predicate<Entry> inVersion =
        entry -> partial.version().isEmpty() || entry.gvk().version().equals(partial.version());
    List<Entry> found = named(partial.resource(), inGroup);
    if (found.isEmpty() && !partial.group().isEmpty()) {
      Predicate<Entry> inSimilarGroup = entry -> entry.gvk().group().startsWith(partial.group());
      found = partial.version().isEmpty() ? named(partial.resource(), inSimilarGroup) : List.of();
    }
    return found.stream().filter(inVersion).toList();
  }

  private List<Entry> named(String name, Predicate<Entry> inGroup) {
    List<Entry> full = filtered(byName, name, inGroup);
    if (!full.isEmpty()) {
      return full;
    }
    List<Entry> abbreviated = filtered(byShortName, name, inGroup);
    if (abbreviated.isEmpty()) {
      return List.of();
    }
    GroupResource first = abbreviated.getFirst().resource().groupResource();
    return filtered(
        byName, first.resource(), entry -> entry.resource().groupResource().equals(first));
  }

  private static List<Entry> filtered(
      Map<String, List<Entry>> index, String name, Predicate<Entry> which) {
    return index.getOrDefault(name, List.of()).stream().filter(which).toList();
  }

  /// What else a short name could mean, beside what [#find] takes it for.
  List<GroupResource> shadowed(MappingLookup.ByResource lookup) {
    String name = lookup.name();
    if (byName.containsKey(name) || !lookup.group().isEmpty()) {
      return List.of();
    }
    return byShortName.getOrDefault(name, List.of()).stream()
        .map(entry -> entry.resource().groupResource())
        .distinct()
        .skip(1)
        .toList();
  }

  private List<Entry> byKind(GroupKind kind, List<String> versions) {
    List<Entry> all = byKind.getOrDefault(kind, List.of());
    if (versions.isEmpty()) {
      return all;
    }
    return all.stream()
        .filter(entry -> versions.contains(entry.gvk().version()))
        .sorted(Comparator.comparingInt(entry -> versions.indexOf(entry.gvk().version())))
        .toList();
  }
}
