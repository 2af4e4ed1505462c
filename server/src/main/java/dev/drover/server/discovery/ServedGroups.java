package dev.drover.server.discovery;

import dev.drover.api.GroupVersion;
import dev.drover.server.core.Resource;
import dev.drover.server.kinds.BuiltInGroups;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
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
  /// @param remote the version as another server has it; then this one has no resources
  record Version(GroupVersion name, List<Resource> resources, Optional<RemoteVersion> remote) {
    /// Whether clients can use it now.
    boolean isAvailable() {
      return remote.isEmpty() || remote.get().isAvailable();
    }

    private int groupPriority() {
      return remote
          .map(RemoteVersion::groupPriority)
          .orElseGet(() -> BuiltInGroups.priority(name).group());
    }

    private int priority() {
      return remote
          .map(RemoteVersion::versionPriority)
          .orElseGet(() -> BuiltInGroups.priority(name).version());
    }
  }

  static ServedGroups of(List<Resource> resources) {
    return of(resources, List.of());
  }

  static ServedGroups of(List<Resource> resources, List<RemoteVersion> remotes) {
    Map<String, Map<GroupVersion, List<Resource>>> byGroup = new TreeMap<>();
    for (Resource resource : resources) {
      byGroup
          .computeIfAbsent(resource.gvr().group(), g -> new HashMap<>())
          .computeIfAbsent(resource.gvr().groupVersion(), v -> new ArrayList<>())
          .add(resource);
    }
    Map<String, List<Version>> versions = new TreeMap<>();
    byGroup.forEach((group, local) -> versions.put(group, local(local)));
    for (RemoteVersion remote : remotes) {
      versions
          .computeIfAbsent(remote.name().group(), _ -> new ArrayList<>())
          .add(new Version(remote.name(), List.of(), Optional.of(remote)));
    }
    List<Group> groups = new ArrayList<>();
    versions.forEach(
        (group, all) -> {
          all.sort(ServedGroups::bestFirst);
          groups.add(new Group(group, List.copyOf(all)));
        });
    groups.sort(
        Comparator.comparingInt(ServedGroups::priority).reversed().thenComparing(Group::name));
    return new ServedGroups(List.copyOf(groups));
  }

  private static List<Version> local(Map<GroupVersion, List<Resource>> versions) {
    List<Version> all = new ArrayList<>();
    versions.forEach(
        (version, resources) -> {
          resources.sort(Comparator.comparing(resource -> resource.gvr().resource()));
          all.add(new Version(version, List.copyOf(resources), Optional.empty()));
        });
    return all;
  }

  private static int priority(Group group) {
    return group.versions.stream().mapToInt(Version::groupPriority).max().orElse(0);
  }

  private static int bestFirst(Version a, Version b) {
    int byPriority = Integer.compare(b.priority(), a.priority());
    return byPriority != 0
        ? byPriority
        : VersionOrder.BEST_FIRST.compare(a.name.version(), b.name.version());
  }

  /// Only what clients can use now.
  ServedGroups available() {
    return new ServedGroups(
        groups.stream()
            .map(
                group ->
                    new Group(
                        group.name, group.versions.stream().filter(Version::isAvailable).toList()))
            .filter(group -> !group.versions.isEmpty())
            .toList());
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
