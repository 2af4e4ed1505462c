package dev.drover.schema;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Looks whether the defaults in a schema are what the schema itself would let pass.
///
/// Defaults inside the metadata of objects are not looked at.
///
/// In Go: `structuraldefaulting.ValidateDefaults`.
final class DefaultsCheck {
  private static final Set<String> META = Set.of("apiVersion", "kind", "metadata");

  private final List<FieldError> errors = new ArrayList<>();

  private DefaultsCheck() {}

  static List<FieldError> errors(Map<?, ?> schema, FieldPath at) {
    DefaultsCheck check = new DefaultsCheck();
    check.part(Objects.requireNonNull((Map<?, ?>) untyped(schema)), at, true);
    return check.errors;
  }

  /// Here, and only here, a number or text may be anything.
  private static @Nullable Object untyped(@Nullable Object schema) {
    return switch (schema) {
      case Map<?, ?> map -> {
        Map<String, @Nullable Object> copy = new LinkedHashMap<>();
        map.forEach((name, value) -> copy.put((String) name, untyped(value)));
        copy.remove("x-kubernetes-int-or-string", true);
        yield copy;
      }
      case List<?> list -> {
        List<@Nullable Object> copy = new ArrayList<>();
        list.forEach(item -> copy.add(untyped(item)));
        yield copy;
      }
      case null, default -> schema;
    };
  }

  private void part(Map<?, ?> schema, FieldPath at, boolean isRoot) {
    SchemaNode node = isRoot ? SchemaNode.of(schema).asObject() : SchemaNode.of(schema);
    Object value = schema.get("default");
    if (value != null) {
      if (Pruning.wouldPrune(value, node)) {
        errors.add(FieldError.invalid(at.child("default"), value, "must not have unknown fields"));
      }
      List<FieldError> unnamed =
          node.isEmbedded() ? unnamed(value, at.child("default")) : List.of();
      errors.addAll(
          unnamed.isEmpty()
              ? ValueCheck.errors(ValueSchema.of(schema), value, null, at.child("default"))
              : unnamed);
    }
    below(schema.get("items"), at.child("items"));
    if (schema.get("properties") instanceof Map<?, ?> properties) {
      properties.forEach(
          (name, property) -> {
            if (!(node.isEmbedded() && META.contains(name))) {
              below(property, at.child("properties").key((String) name));
            }
          });
    }
  }

  /// A whole object says what it is.
  private static List<FieldError> unnamed(Object value, FieldPath at) {
    return Stream.of("apiVersion", "kind")
        .filter(name -> value instanceof Map<?, ?> map && !map.containsKey(name))
        .map(name -> FieldError.required(at.child(name), ""))
        .toList();
  }

  private void below(@Nullable Object schema, FieldPath at) {
    if (schema instanceof Map<?, ?> map) {
      part(map, at, false);
    }
  }
}
