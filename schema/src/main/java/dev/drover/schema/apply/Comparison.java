package dev.drover.schema.apply;

import static dev.drover.schema.apply.Absent.ABSENT;

import dev.drover.schema.Structure;
import dev.drover.schema.Structure.Anything;
import dev.drover.schema.Structure.Dictionary;
import dev.drover.schema.Structure.Fields;
import dev.drover.schema.Structure.Listing;
import dev.drover.schema.Structure.Scalar;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// The differences between two trees.
record Comparison(FieldSet removed, FieldSet modified, FieldSet added) {
  /// Compares two trees of one structure.
  ///
  /// @throws IllegalArgumentException when items of a list cannot be told apart
  static Comparison of(Structure structure, @Nullable Object before, @Nullable Object after) {
    Walk walk = new Walk();
    walk.inside(structure, before, after);
    return new Comparison(walk.removed.build(), walk.modified.build(), walk.added.build());
  }

  /// The part of the changes that a filter lets through.
  Comparison filtered(FieldFilter filter) {
    return new Comparison(filter.filter(removed), filter.filter(modified), filter.filter(added));
  }

  /// A walk over two trees at once.
  private static final class Walk {
    private final FieldSet.Builder removed = new FieldSet.Builder();
    private final FieldSet.Builder modified = new FieldSet.Builder();
    private final FieldSet.Builder added = new FieldSet.Builder();

    /// Where the walk is.
    private final List<PathElement> path = new ArrayList<>();

    /// Compares what is below a step; either side may be absent, not both.
    private void child(
        PathElement step, Structure structure, @Nullable Object before, @Nullable Object after) {
      path.add(step);
      if (before == ABSENT) {
        added.add(path);
      } else if (after == ABSENT) {
        removed.add(path);
      } else if (isLeaf(structure, before, after) && !JsonOrder.same(before, after)) {
        modified.add(path);
      }
      inside(structure, before, after);
      path.removeLast();
    }

    /// Whether two values count as a whole, in one of the shapes that they have.
    private static boolean isLeaf(
        Structure structure, @Nullable Object before, @Nullable Object after) {
      return isLeafAs(Shape.of(structure, before), before, after)
          || isLeafAs(Shape.of(structure, after), before, after);
    }

    private static boolean isLeafAs(
        Structure shape, @Nullable Object before, @Nullable Object after) {
      return Shape.isAtomic(shape)
          // Both empty: only this distinguishes null, an empty list and an empty map.
          || (shape instanceof Listing
              ? Shape.list(before).isEmpty() && Shape.list(after).isEmpty()
              : Shape.map(before).isEmpty() && Shape.map(after).isEmpty());
    }

    /// Compares what is inside two values, in every shape that they have.
    private void inside(Structure structure, @Nullable Object before, @Nullable Object after) {
      Structure old = before == ABSENT ? Shape.of(structure, after) : Shape.of(structure, before);
      Structure now = after == ABSENT ? old : Shape.of(structure, after);
      insideOf(now, before, after);
      if (old != now) {
        insideOf(old, before, after);
      }
    }

    private void insideOf(Structure shape, @Nullable Object before, @Nullable Object after) {
      if (Shape.isAtomic(shape)) {
        return;
      }
      switch (shape) {
        case Listing list -> items(list, Shape.list(before), Shape.list(after));
        case Dictionary map -> entries(map, Shape.map(before), Shape.map(after));
        case Fields fields -> entries(fields, Shape.map(before), Shape.map(after));
        case Scalar ignored -> {}
        case Anything ignored -> {}
      }
    }

    private void entries(
        Structure structure,
        Map<String, @Nullable Object> before,
        Map<String, @Nullable Object> after) {
      Set<String> names = new TreeSet<>(before.keySet());
      names.addAll(after.keySet());
      for (String name : names) {
        Shape.child(structure, name)
            .ifPresent(
                child ->
                    child(
                        new PathElement.Field(name),
                        child,
                        Shape.get(before, name),
                        Shape.get(after, name)));
      }
    }

    private void items(Listing list, List<@Nullable Object> before, List<@Nullable Object> after) {
      Map<PathElement, List<@Nullable Object>> old = byStep(list, before);
      Map<PathElement, List<@Nullable Object>> now = byStep(list, after);
      Set<PathElement> steps = new LinkedHashSet<>(old.keySet());
      steps.addAll(now.keySet());
      for (PathElement step : steps) {
        item(list, step, old.getOrDefault(step, List.of()), now.getOrDefault(step, List.of()));
      }
    }

    private Map<PathElement, List<@Nullable Object>> byStep(
        Listing list, List<@Nullable Object> items) {
      Map<PathElement, List<@Nullable Object>> byStep = new LinkedHashMap<>();
      for (int i = 0; i < items.size(); i++) {
        byStep.computeIfAbsent(step(list, items, i), step -> new ArrayList<>()).add(items.get(i));
      }
      return byStep;
    }

    private PathElement step(Listing list, List<@Nullable Object> items, int index) {
      try {
        return Shape.step(list, items.get(index));
      } catch (IllegalArgumentException e) {
        String problem = "element " + index + ": " + e.getMessage();
        throw new IllegalArgumentException(FieldSet.text(path) + ": " + problem, e);
      }
    }

    /// Equal items of a list are one leaf: they appear, change and go together.
    private void item(
        Listing list,
        PathElement step,
        List<@Nullable Object> before,
        List<@Nullable Object> after) {
      if (before.size() <= 1 && after.size() <= 1) {
        child(step, list.item(), only(before), only(after));
      } else if (before.size() > 1 && after.size() > 1) {
        if (!JsonOrder.same(before, after)) {
          insert(modified, step);
        }
      } else if (before.size() > 1) {
        if (!after.isEmpty()) {
          child(step, list.item(), ABSENT, after.getFirst());
        }
        insert(removed, step);
      } else {
        if (!before.isEmpty()) {
          child(step, list.item(), before.getFirst(), ABSENT);
        }
        insert(added, step);
      }
    }

    private void insert(FieldSet.Builder changes, PathElement step) {
      path.add(step);
      changes.add(path);
      path.removeLast();
    }

    private static @Nullable Object only(List<@Nullable Object> items) {
      return items.isEmpty() ? ABSENT : items.getFirst();
    }
  }
}
