package dev.drover.schema.apply;

import dev.drover.schema.FieldEntry.Merge;
import dev.drover.schema.Structure;
import dev.drover.schema.Structure.Anything;
import dev.drover.schema.Structure.Dictionary;
import dev.drover.schema.Structure.Fields;
import dev.drover.schema.Structure.Listing;
import dev.drover.schema.Structure.Scalar;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Checks that a tree has the types of its structure, in the words of Kubernetes.
final class TypeCheck {
  private final boolean duplicatesAllowed;
  private final List<String> problems = new ArrayList<>();

  private TypeCheck(boolean duplicatesAllowed) {
    this.duplicatesAllowed = duplicatesAllowed;
  }

  /// What is wrong with a tree; empty when nothing is.
  ///
  /// @param duplicatesAllowed whether lists that are sets or maps may have equal items, as objects
  ///   from before such rules may
  static Optional<String> problem(
      Structure structure, @Nullable Object tree, boolean duplicatesAllowed) {
    TypeCheck check = new TypeCheck(duplicatesAllowed);
    check.check(structure, tree, "");
    return switch (check.problems.size()) {
      case 0 -> Optional.empty();
      case 1 -> Optional.of(check.problems.getFirst());
      default -> Optional.of("errors:\n  " + String.join("\n  ", check.problems));
    };
  }

  private void check(Structure declared, @Nullable Object value, String path) {
    switch (Shape.of(declared, value)) {
      case Scalar(String type) -> scalar(type, value, path);
      case Listing list -> items(list, value, path);
      case Dictionary map -> entries(map, value, path);
      case Fields fields -> entries(fields, value, path);
      case Anything ignored -> throw new IllegalStateException("a value has one shape");
    }
  }

  private void scalar(String type, @Nullable Object value, String path) {
    if (value == null) {
      return;
    }
    switch (type) {
      case "int32", "int64", "double", "float64", "float32", "int", "number", "integer" -> {
        if (!(value instanceof Number)) {
          report(path, "expected numeric (int or float), got " + AppliedValueText.type(value));
        }
      }
      case "string", "bytes", "duration" -> {
        if (!(value instanceof String)) {
          report(path, "expected string, got " + AppliedValueText.syntax(value));
        }
      }
      case "bool", "boolean" -> {
        if (!(value instanceof Boolean)) {
          report(path, "expected boolean, got " + AppliedValueText.plain(value));
        }
      }
      default -> {
        if (value instanceof Map || value instanceof List) {
          report(path, "expected any scalar, got " + AppliedValueText.plain(value));
        }
      }
    }
  }

  private void items(Listing list, @Nullable Object value, String path) {
    if (value != null && !(value instanceof List)) {
      report(path, "expected list, got " + AppliedValueText.plain(value));
      return;
    }
    Set<PathElement> seen = new HashSet<>();
    int index = 0;
    for (Object item : Shape.list(value)) {
      PathElement step;
      if (list.merge() == Merge.ATOMIC) {
        step = new PathElement.Index(index);
      } else {
        try {
          step = Shape.step(list, item);
        } catch (IllegalArgumentException e) {
          report(path, "element " + index + ": " + e.getMessage());
          return;
        }
        if (!seen.add(step) && !duplicatesAllowed) {
          report(path, "duplicate entries for key " + step);
        }
      }
      check(list.item(), item, path + step);
      index++;
    }
  }

  private void entries(Structure structure, @Nullable Object value, String path) {
    if (value != null && !(value instanceof Map)) {
      report(path, "expected map, got " + AppliedValueText.plain(value));
      return;
    }
    for (Map.Entry<String, @Nullable Object> entry : Shape.map(value).entrySet()) {
      String at = path + "." + entry.getKey();
      Optional<Structure> child = Shape.child(structure, entry.getKey());
      if (child.isEmpty()) {
        report(at, "field not declared in schema");
        return;
      }
      check(child.get(), entry.getValue(), at);
    }
  }

  private void report(String path, String problem) {
    problems.add(path.isEmpty() ? problem : path + ": " + problem);
  }
}
