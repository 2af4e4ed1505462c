package dev.drover.schema.apply;

import dev.drover.schema.FieldEntry;
import dev.drover.schema.FieldType;
import dev.drover.schema.Structure;
import dev.drover.schema.Structure.Fields;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The object that was there before one is created, as Go writes it: the fields that every object
/// of a built-in kind has. Creating an object does not give ownership of them.
final class EmptyTree {
  private EmptyTree() {}

  static Map<String, @Nullable Object> of(Structure structure) {
    Map<String, @Nullable Object> tree = new TreeMap<>();
    if (structure instanceof Fields fields) {
      fields
          .members()
          .forEach(
              (name, member) ->
                  member
                      .entry()
                      .filter(EmptyTree::isAlwaysWritten)
                      .ifPresent(entry -> tree.put(name, empty(entry, member.structure()))));
    }
    return Shape.sealed(tree);
  }

  private static boolean isAlwaysWritten(FieldEntry entry) {
    return switch (entry.type().container()) {
      case VALUE -> !entry.omitZero() && (isStructInGo(entry.type()) || !entry.omitEmpty());
      case POINTER, LIST, MAP -> !entry.omitEmpty() && !entry.omitZero();
    };
  }

  /// Go never takes a struct for empty, be it one that is written as a text or number.
  private static boolean isStructInGo(FieldType type) {
    return type.isStruct()
        || switch (type.base()) {
          case "time", "microtime", "quantity", "intorstring" -> true;
          default -> false;
        };
  }

  private static @Nullable Object empty(FieldEntry entry, Structure structure) {
    return switch (entry.type().container()) {
      case POINTER, LIST, MAP -> null;
      case VALUE ->
          entry.type().isStruct() ? of(structure) : zero(entry.type().base()).orElse(null);
    };
  }

  private static Optional<Object> zero(String type) {
    return switch (type) {
      case "string" -> Optional.of("");
      case "bool" -> Optional.of(false);
      case "int32", "int64", "double", "intorstring" -> Optional.of(0L);
      case "quantity" -> Optional.of("0");
      default -> Optional.empty();
    };
  }
}
