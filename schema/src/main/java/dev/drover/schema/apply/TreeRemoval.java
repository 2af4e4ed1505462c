package dev.drover.schema.apply;

import dev.drover.schema.Structure;
import dev.drover.schema.Structure.Anything;
import dev.drover.schema.Structure.Dictionary;
import dev.drover.schema.Structure.Fields;
import dev.drover.schema.Structure.Listing;
import dev.drover.schema.Structure.Scalar;
import dev.drover.schema.apply.FieldSet.Node;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Removes fields from trees.
final class TreeRemoval {
  private TreeRemoval() {}

  /// The value without the fields and items of a set; null when nothing is left of it.
  static @Nullable Object remove(Structure structure, @Nullable Object value, FieldSet gone) {
    Structure shape = Shape.of(structure, value);
    return switch (shape) {
      case Scalar ignored -> value;
      case Anything ignored -> value;
      case Listing list -> Shape.isAtomic(list) ? null : items(list, value, gone);
      case Dictionary map -> Shape.isAtomic(map) ? null : entries(map, value, gone);
      case Fields fields -> Shape.isAtomic(fields) ? null : entries(fields, value, gone);
    };
  }

  private static @Nullable Object items(Listing list, @Nullable Object value, FieldSet gone) {
    List<@Nullable Object> kept = new ArrayList<>();
    for (Object item : Shape.list(value)) {
      Node node = Shape.stepIfAny(list, item).map(gone::at).orElse(Node.NONE);
      if (!node.member()) {
        kept.add(node.below().isEmpty() ? item : remove(list.item(), item, node.below()));
      }
    }
    return kept.isEmpty() ? null : Collections.unmodifiableList(kept);
  }

  private static @Nullable Object entries(
      Structure structure, @Nullable Object value, FieldSet gone) {
    Map<String, @Nullable Object> kept = new TreeMap<>();
    Shape.map(value)
        .forEach(
            (name, entry) -> {
              Node node = gone.at(new PathElement.Field(name));
              Optional<Structure> child = Shape.child(structure, name);
              if (!node.member()) {
                boolean untouched = node.below().isEmpty() || child.isEmpty();
                kept.put(name, untouched ? entry : remove(child.get(), entry, node.below()));
              }
            });
    return kept.isEmpty() ? null : Shape.sealed(kept);
  }
}
