package dev.drover.schema.apply;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// A set of fields of an object: what a manager owns, or what an operation changed.
///
/// A field and the fields below it are members independently of each other. Immutable. [#toString]
/// lists the members one per line, as messages show them: `.spec.containers[name="nginx"].image`.
///
/// In Go: {@index fieldpath.Set}, and {@index metav1.FieldsV1} for its JSON form.
public final class FieldSet {
  /// The set without members.
  public static final FieldSet EMPTY = new FieldSet(new TreeMap<>());

  /// Every node is a member or has members below.
  private final SortedMap<PathElement, Node> nodes;

  private FieldSet(SortedMap<PathElement, Node> nodes) {
    this.nodes = nodes;
  }

  /// The set of fields with these paths: names of fields joined by dots, as in `spec.replicas`.
  public static FieldSet of(String... paths) {
    Builder set = new Builder();
    for (String path : paths) {
      List<PathElement> steps = new ArrayList<>();
      for (String name : path.split("\\.", -1)) {
        steps.add(new PathElement.Field(name));
      }
      set.add(steps);
    }
    return set.build();
  }

  /// Reads the tree of a `FieldsV1`: `{"f:metadata":{"f:labels":{".":{},"f:app":{}}}}`.
  ///
  /// @throws IllegalArgumentException when it is none
  public static FieldSet ofFieldsV1(@Nullable Object tree) {
    return read(tree).below;
  }

  private static Node read(@Nullable Object tree) {
    if (tree == null) {
      return Node.MEMBER;
    }
    if (!(tree instanceof Map<?, ?> map)) {
      throw new IllegalArgumentException("fields must be objects, not " + tree);
    }
    TreeMap<PathElement, Node> nodes = new TreeMap<>();
    boolean member = false;
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      String name = (String) entry.getKey();
      if (name.equals(".")) {
        member = true;
      } else {
        PathElement.decode(name).ifPresent(step -> nodes.put(step, read(entry.getValue())));
      }
    }
    return new Node(member || nodes.isEmpty(), new FieldSet(nodes));
  }

  /// The set as the tree of a `FieldsV1`, in Kubernetes' order.
  public Map<String, @Nullable Object> toFieldsV1() {
    return write(false);
  }

  private Map<String, @Nullable Object> write(boolean self) {
    Map<String, @Nullable Object> tree = new LinkedHashMap<>();
    if (self && !nodes.isEmpty()) {
      tree.put(".", Map.of());
    }
    nodes.forEach((step, node) -> tree.put(step.encoded(), node.below.write(node.member)));
    return Collections.unmodifiableMap(tree);
  }

  public boolean isEmpty() {
    return nodes.isEmpty();
  }

  /// What is a member of either set.
  public FieldSet union(FieldSet other) {
    if (other.isEmpty()) {
      return this;
    }
    TreeMap<PathElement, Node> all = new TreeMap<>(nodes);
    other.nodes.forEach((step, node) -> all.merge(step, node, Node::union));
    return new FieldSet(all);
  }

  /// What is a member of both sets.
  public FieldSet intersection(FieldSet other) {
    TreeMap<PathElement, Node> common = new TreeMap<>();
    nodes.forEach((step, node) -> putUnlessEmpty(common, step, node.intersection(other.at(step))));
    return new FieldSet(common);
  }

  /// What is a member of this set and not of the other. Fields below those of the other set stay.
  public FieldSet difference(FieldSet other) {
    TreeMap<PathElement, Node> rest = new TreeMap<>();
    nodes.forEach((step, node) -> putUnlessEmpty(rest, step, node.difference(other.at(step))));
    return new FieldSet(rest);
  }

  /// What is a member of this set and neither a member of the other nor below one.
  public FieldSet recursiveDifference(FieldSet other) {
    TreeMap<PathElement, Node> rest = new TreeMap<>();
    nodes.forEach(
        (step, node) -> {
          Node gone = other.at(step);
          if (!gone.member) {
            FieldSet below = node.below.recursiveDifference(gone.below);
            putUnlessEmpty(rest, step, new Node(node.member, below));
          }
        });
    return new FieldSet(rest);
  }

  /// The members that have no members below them.
  public FieldSet leaves() {
    TreeMap<PathElement, Node> leaves = new TreeMap<>();
    nodes.forEach(
        (step, node) -> leaves.put(step, new Node(node.below.isEmpty(), node.below.leaves())));
    return new FieldSet(leaves);
  }

  private static void putUnlessEmpty(Map<PathElement, Node> nodes, PathElement step, Node node) {
    if (!node.isEmpty()) {
      nodes.put(step, node);
    }
  }

  /// What the set says about one step.
  Node at(PathElement step) {
    return nodes.getOrDefault(step, Node.NONE);
  }

  /// The steps from here, with what lies below each, in order.
  SortedMap<PathElement, Node> nodes() {
    return Collections.unmodifiableSortedMap(nodes);
  }

  /// A set from nodes; empty ones are left out.
  static FieldSet ofNodes(Map<PathElement, Node> nodes) {
    TreeMap<PathElement, Node> kept = new TreeMap<>();
    nodes.forEach((step, node) -> putUnlessEmpty(kept, step, node));
    return new FieldSet(kept);
  }

  /// The paths of all members: those of one level before those below it.
  List<List<PathElement>> paths() {
    List<List<PathElement>> paths = new ArrayList<>();
    visit(List.of(), paths::add);
    return paths;
  }

  private void visit(List<PathElement> prefix, Consumer<List<PathElement>> visitor) {
    nodes.forEach(
        (step, node) -> {
          if (node.member) {
            visitor.accept(join(prefix, step));
          }
        });
    nodes.forEach((step, node) -> node.below.visit(join(prefix, step), visitor));
  }

  private static List<PathElement> join(List<PathElement> prefix, PathElement step) {
    List<PathElement> path = new ArrayList<>(prefix);
    path.add(step);
    return path;
  }

  /// Whether the field at this path is a member.
  boolean has(List<PathElement> path) {
    Node at = Node.NONE;
    FieldSet set = this;
    for (PathElement step : path) {
      at = set.at(step);
      set = at.below;
    }
    return at.member;
  }

  /// A path as messages show it.
  static String text(List<PathElement> path) {
    return path.stream().map(PathElement::toString).collect(Collectors.joining());
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof FieldSet set && nodes.equals(set.nodes);
  }

  @Override
  public int hashCode() {
    return nodes.hashCode();
  }

  @Override
  public String toString() {
    return paths().stream().map(FieldSet::text).collect(Collectors.joining("\n"));
  }

  /// What a set says about a step: whether the field there is a member, and which below it are.
  record Node(boolean member, FieldSet below) {
    static final Node NONE = new Node(false, EMPTY);
    static final Node MEMBER = new Node(true, EMPTY);

    boolean isEmpty() {
      return !member && below.isEmpty();
    }

    Node union(Node other) {
      return new Node(member || other.member, below.union(other.below));
    }

    Node intersection(Node other) {
      return new Node(member && other.member, below.intersection(other.below));
    }

    Node difference(Node other) {
      return new Node(member && !other.member, below.difference(other.below));
    }
  }

  /// Collects members.
  static final class Builder {
    private final Map<PathElement, Builder> below = new TreeMap<>();
    private boolean member;

    /// Adds the field at this path; the empty path is none.
    void add(List<PathElement> path) {
      Builder at = this;
      for (PathElement step : path) {
        at = at.below.computeIfAbsent(step, s -> new Builder());
      }
      at.member = true;
    }

    FieldSet build() {
      TreeMap<PathElement, Node> nodes = new TreeMap<>();
      below.forEach(
          (step, builder) ->
              putUnlessEmpty(nodes, step, new Node(builder.member, builder.build())));
      return nodes.isEmpty() ? EMPTY : new FieldSet(nodes);
    }
  }
}
