package dev.drover.server.admission;

import dev.drover.schema.TreeNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;

/// The violations of pod security by a pod or a pod template, in the words of Kubernetes. For one
/// thread.
final class PodSecurityViolations {
  private final Map<String, String> annotations;
  private final TreeNode spec;
  private final List<TreeNode> containers = new ArrayList<>();
  private final int minor;
  private final List<Violation> found = new ArrayList<>();

  /// @param minor the release whose standard counts
  PodSecurityViolations(TreeNode metadata, TreeNode spec, int minor) {
    this.annotations = metadata.textMap("annotations");
    this.spec = spec;
    this.minor = minor;
    for (String list : List.of("initContainers", "containers", "ephemeralContainers")) {
      containers.addAll(spec.items(list));
    }
  }

  Map<String, String> annotations() {
    return annotations;
  }

  TreeNode spec() {
    return spec;
  }

  /// Containers of all sorts.
  List<TreeNode> containers() {
    return containers;
  }

  int minor() {
    return minor;
  }

  /// What was found so far.
  List<Violation> violations() {
    return found;
  }

  void violates(String reason, String detail) {
    found.add(new Violation(reason, detail));
  }

  static String quoted(Collection<String> items) {
    return "\"" + String.join("\", \"", items) + "\"";
  }

  static String plural(String one, String many, int count) {
    return count == 1 ? one : many;
  }

  static String named(Collection<String> names) {
    return plural("container", "containers", names.size()) + " " + quoted(names);
  }

  List<String> containersThat(Predicate<TreeNode> are) {
    return containers.stream().filter(are).map(c -> c.text("name")).toList();
  }

  static TreeNode security(TreeNode container) {
    return container.at("securityContext");
  }

  /// The values that pod and containers should not have; their holders are added to `setters`.
  SortedSet<String> badValues(
      Predicate<TreeNode> isBad, Function<TreeNode, String> value, List<String> setters) {
    SortedSet<String> values = new TreeSet<>();
    if (isBad.test(spec)) {
      setters.add("pod");
      values.add(value.apply(spec));
    }
    List<TreeNode> bad = containers.stream().filter(isBad).toList();
    bad.forEach(container -> values.add(value.apply(container)));
    if (!bad.isEmpty()) {
      setters.add(named(bad.stream().map(c -> c.text("name")).toList()));
    }
    return values;
  }

  List<String> setters(Predicate<TreeNode> isBad) {
    List<String> setters = new ArrayList<>();
    if (isBad.test(spec)) {
      setters.add("pod");
    }
    List<String> bad = containersThat(isBad);
    if (!bad.isEmpty()) {
      setters.add(named(bad));
    }
    return setters;
  }

  /// Something that is not allowed.
  ///
  /// @param reason in a few words
  /// @param detail where, and what would be right
  record Violation(String reason, String detail) {
    @Override
    public String toString() {
      return detail.isEmpty() ? reason : reason + " (" + detail + ")";
    }
  }
}
