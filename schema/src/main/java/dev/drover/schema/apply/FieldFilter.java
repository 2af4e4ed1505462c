package dev.drover.schema.apply;

import dev.drover.schema.apply.FieldSet.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Selects the fields that a write through one path of a resource can own: fields that it cannot
/// change are left out.
///
/// In Go: {@index fieldpath.Filter} and the `GetResetFields` of a strategy.
public sealed interface FieldFilter {
  /// Every field counts.
  FieldFilter ALL = new Without(FieldSet.EMPTY);

  /// All fields but those of a set and the fields below them.
  record Without(FieldSet fields) implements FieldFilter {
    @Override
    public FieldSet filter(FieldSet set) {
      return fields.isEmpty() ? set : set.recursiveDifference(fields);
    }
  }

  /// Only fields below some of these paths, and on the way to them. `*` stands for any step.
  record Only(List<List<String>> paths) implements FieldFilter {
    public Only {
      paths = paths.stream().map(List::copyOf).toList();
    }

    @Override
    public FieldSet filter(FieldSet set) {
      return keep(set, paths);
    }
  }

  /// What is left of a set.
  FieldSet filter(FieldSet set);

  /// All fields but these and the fields below them: `FieldFilter.without("status")`.
  static FieldFilter without(String... paths) {
    return new Without(FieldSet.of(paths));
  }

  /// Only the fields on these paths: names joined by dots, `*` for any field or item.
  static FieldFilter only(String... paths) {
    List<List<String>> split = new ArrayList<>();
    for (String path : paths) {
      split.add(List.of(path.split("\\.", -1)));
    }
    return new Only(split);
  }

  private static FieldSet keep(FieldSet set, List<List<String>> paths) {
    Map<PathElement, Node> kept = new TreeMap<>();
    set.nodes()
        .forEach(
            (step, node) ->
                below(step, paths)
                    .ifPresent(rest -> kept.put(step, new Node(node.member(), below(node, rest)))));
    return FieldSet.ofNodes(kept);
  }

  private static FieldSet below(Node node, List<List<String>> paths) {
    boolean reached = paths.stream().anyMatch(List::isEmpty);
    return reached ? node.below() : keep(node.below(), paths);
  }

  /// What is left of the paths after a step, those that it is not on excepted.
  private static Optional<List<List<String>>> below(PathElement step, List<List<String>> paths) {
    List<List<String>> rest =
        paths.stream()
            .filter(path -> matches(path.getFirst(), step))
            .map(path -> path.subList(1, path.size()))
            .toList();
    return rest.isEmpty() ? Optional.empty() : Optional.of(rest);
  }

  private static boolean matches(String pattern, PathElement step) {
    return pattern.equals("*")
        || (step instanceof PathElement.Field(String name) && name.equals(pattern));
  }
}
