package dev.drover.server.discovery;

import dev.drover.api.GroupVersion;
import dev.drover.server.core.Resource;
import dev.drover.server.kinds.BuiltInGroups;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// The served resources by group and version, in the order of discovery.
///
/// @param groups best first; the core group, which has no name, is among them
record ServedGroups(List<Group> groups) {
  /// @param versions best first
  record Group(String name, List<Version> versions) {
    Version preferred() {
      return versions.getFirst();
    }
  }

  /// @param resources by name
  record Version(GroupVersion name, List<Resource> resources) {}

  static ServedGroups of(List<Resource> resources) {
    Map<String, Map<GroupVersion, List<Resource>>> byGroup = new TreeMap<>();
    for (Resource resource : resources) {
      byGroup
          .computeIfAbsent(resource.gvr().group(), g -> new TreeMap<>(ServedGroups::bestFirst))
          .computeIfAbsent(resource.gvr().groupVersion(), v -> new ArrayList<>())
          .add(resource);
    }
    List<Group> groups = new ArrayList<>();
    byGroup.forEach((name, versions) -> groups.add(group(name, versions)));
    groups.sort(
        Comparator.comparingInt(ServedGroups::priority).reversed().thenComparing(Group::name));
    return new ServedGroups(List.copyOf(groups));
  }

  private static Group group(String name, Map<GroupVersion, List<Resource>> versions) {
    List<Version> sorted = new ArrayList<>();
    versions.forEach(
        (version, resources) -> {
          resources.sort(Comparator.comparing(resource -> resource.gvr().resource()));
          sorted.add(new Version(version, List.copyOf(resources)));
        });
    return new Group(name, List.copyOf(sorted));
  }

  private static int priority(Group group) {
    return group.versions.stream()
        .mapToInt(version -> BuiltInGroups.priority(version.name).group())
        .max()
        .orElse(0);
  }

  private static int bestFirst(GroupVersion a, GroupVersion b) {
    int byPriority =
        Integer.compare(BuiltInGroups.priority(b).version(), BuiltInGroups.priority(a).version());
    return byPriority != 0 ? byPriority : VersionOrder.BEST_FIRST.compare(a.version(), b.version());
  }

  Optional<Group> group(String name) {
    return groups.stream().filter(group -> group.name.equals(name)).findFirst();
  }

  Optional<Version> version(GroupVersion name) {
    return group(name.group())
        .flatMap(group -> group.versions.stream().filter(v -> v.name.equals(name)).findFirst());
  }

  /// The groups with a name, which `/apis` lists.
  List<Group> named() {
    return groups.stream().filter(group -> !group.name.isEmpty()).toList();
  }
}
