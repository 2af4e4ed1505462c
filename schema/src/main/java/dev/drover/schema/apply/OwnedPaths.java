package dev.drover.schema.apply;

import dev.drover.schema.Structure;
import dev.drover.schema.Structure.Anything;
import dev.drover.schema.Structure.Dictionary;
import dev.drover.schema.Structure.Fields;
import dev.drover.schema.Structure.Listing;
import dev.drover.schema.Structure.Scalar;
import dev.drover.schema.apply.FieldSet.Node;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Finds the fields that the applier of a tree owns, and fits sets of fields to a structure.
final class OwnedPaths {
  private OwnedPaths() {}

  /// The leaves of a tree, its list items and entries of maps; fields of objects only when they are
  /// leaves.
  static FieldSet of(Structure structure, @Nullable Object tree) {
    return node(structure, tree).below();
  }

  private static Node node(Structure declared, @Nullable Object value) {
    Structure structure = Shape.of(declared, value);
    if (Shape.isAtomic(structure)) {
      return Node.MEMBER;
    }
    FieldSet below =
        switch (structure) {
          case Listing list -> items(list, value);
          case Dictionary map -> entries(map, value);
          case Fields fields -> entries(fields, value);
          case Scalar ignored -> FieldSet.EMPTY;
          case Anything ignored -> FieldSet.EMPTY;
        };
    return new Node(false, below);
  }

  private static FieldSet items(Listing list, @Nullable Object value) {
    Map<PathElement, Node> nodes = new TreeMap<>();
    for (Object item : Shape.list(value)) {
      // Which of several equal items a field below belongs to cannot be said: all are one leaf.
      Shape.stepIfAny(list, item)
          .ifPresent(
              step ->
                  nodes.merge(
                      step,
                      new Node(true, node(list.item(), item).below()),
                      (one, other) -> Node.MEMBER));
    }
    return FieldSet.ofNodes(nodes);
  }

  private static FieldSet entries(Structure structure, @Nullable Object value) {
    Map<PathElement, Node> nodes = new TreeMap<>();
    Shape.map(value)
        .forEach(
            (name, entry) -> {
              Optional<Structure> child = Shape.child(structure, name);
              if (child.isPresent()) {
                Node node = node(child.get(), entry);
                boolean empty = entry == null || (entry instanceof Map<?, ?> m && m.isEmpty());
                boolean member = node.member() || empty || !Shape.declares(structure, name);
                nodes.put(new PathElement.Field(name), new Node(member, node.below()));
              }
            });
    return FieldSet.ofNodes(nodes);
  }

  /// The set with the fields of objects that have members below them: code that removes the members
  /// checks whether the field goes, too.
  static FieldSet withNamedFields(FieldSet set, Structure structure) {
    Map<PathElement, Node> nodes = new TreeMap<>();
    set.nodes().forEach((step, node) -> nodes.put(step, named(step, node, structure)));
    return FieldSet.ofNodes(nodes);
  }

  private static Node named(PathElement step, Node node, Structure structure) {
    if (node.below().isEmpty()) {
      return node;
    }
    Optional<Structure> child =
        switch (step) {
          case PathElement.Field(String name) -> Shape.child(structure, name);
          case PathElement.Key ignored when structure instanceof Listing list ->
              Optional.of(list.item());
          case PathElement.Key ignored -> Optional.empty();
          case PathElement.Item ignored -> Optional.empty();
          case PathElement.Index ignored -> Optional.empty();
        };
    boolean declared =
        step instanceof PathElement.Field(String name) && Shape.declares(structure, name);
    FieldSet below = child.isPresent() ? withNamedFields(node.below(), child.get()) : node.below();
    return new Node(node.member() || declared, below);
  }

  /// The set after the structure has changed since it was written: an owner of fields inside a
  /// value that is atomic now owns all of it.
  static FieldSet fitted(FieldSet set, Structure structure) {
    if (structure instanceof Anything(boolean granular) && granular) {
      return set;
    }
    Map<PathElement, Node> nodes = new TreeMap<>();
    set.nodes()
        .forEach(
            (step, node) -> {
              Optional<Structure> child = below(structure, step);
              nodes.put(step, child.isPresent() ? fitted(node, child.get()) : node);
            });
    return FieldSet.ofNodes(nodes);
  }

  private static Optional<Structure> below(Structure structure, PathElement step) {
    return switch (structure) {
      case Listing list -> Optional.of(list.item());
      case Scalar ignored -> Optional.empty();
      case Anything ignored -> Shape.child(structure, "");
      case Dictionary map -> Optional.of(map.value());
      case Fields fields ->
          step instanceof PathElement.Field(String name)
              ? Shape.child(fields, name)
              : Optional.empty();
    };
  }

  private static Node fitted(Node node, Structure structure) {
    boolean isLeaf = structure instanceof Scalar || node.below().isEmpty();
    if (isLeaf) {
      return node;
    }
    return Shape.isAtomic(structure)
        ? Node.MEMBER
        : new Node(node.member(), fitted(node.below(), structure));
  }
}
