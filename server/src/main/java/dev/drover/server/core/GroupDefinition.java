package dev.drover.server.core;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// A built-in API group: its place in discovery and its kinds.
///
/// ```java
/// GroupDefinition.of("apps", 17_800)
///     .version("v1", 15)
///     .kinds(KindDefinition.of("Deployment", new DeploymentStrategy()));
/// ```
///
/// @param name empty for the core group
/// @param priority the place of the group in discovery: higher numbers first
/// @param versions the place of each version within the group: higher numbers first
/// @param kinds the kinds with something special; further kinds of the schema table are served
///   plainly
public record GroupDefinition(
    String name, int priority, Map<String, Integer> versions, List<KindDefinition> kinds) {
  public GroupDefinition {
    versions = Map.copyOf(versions);
    kinds = List.copyOf(kinds);
  }

  /// A group without versions or kinds.
  public static GroupDefinition of(String name, int priority) {
    return new GroupDefinition(name, priority, Map.of(), List.of());
  }

  /// The group with one more version.
  public GroupDefinition version(String version, int versionPriority) {
    Map<String, Integer> more = new LinkedHashMap<>(versions);
    more.put(version, versionPriority);
    return new GroupDefinition(name, priority, more, kinds);
  }

  /// The group with more kinds.
  public GroupDefinition kinds(KindDefinition... more) {
    return new GroupDefinition(
        name, priority, versions, Stream.concat(kinds.stream(), Arrays.stream(more)).toList());
  }

  /// The definition of a kind, if there is anything special about it.
  public Optional<KindDefinition> kind(String kind) {
    return kinds.stream().filter(definition -> definition.kind().equals(kind)).findFirst();
  }
}
