package dev.drover.schema;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// Checks that the defaults in a schema are valid by the schema itself.
///
/// Defaults in the metadata of an embedded object are checked as part of the smallest object that
/// has them.
///
/// In Go: `structuraldefaulting.ValidateDefaults`.
final class DefaultsCheck {
  private static final String EMBEDDED = "x-kubernetes-embedded-resource";
  private static final Set<String> META = Set.of("apiVersion", "kind", "metadata");

  private final EmbeddedCheck embedded;
  private final List<FieldError> errors = new ArrayList<>();

  private DefaultsCheck(EmbeddedCheck embedded) {
    this.embedded = embedded;
  }

  /// @param embedded looks at the objects in defaults
  static List<FieldError> errors(Map<?, ?> schema, FieldPath at, EmbeddedCheck embedded) {
    DefaultsCheck check = new DefaultsCheck(embedded);
    Map<Object, @Nullable Object> root = new LinkedHashMap<>(schema);
    root.put(EMBEDDED, true); // whatever it says
    Map<?, ?> untyped = Objects.requireNonNull((Map<?, ?>) untyped(root));
    check.part(untyped, at, Context.of(untyped));
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

  /// The object around a part of a schema.
  ///
  /// @param root its schema
  /// @param isMeta whether the part is one of its metadata
  /// @param around makes the least object that has a value at this place
  private record Context(Map<?, ?> root, boolean isMeta, UnaryOperator<Object> around) {
    static Context of(Map<?, ?> root) {
      return new Context(root, false, Context::named);
    }

    /// A whole object says what it is.
    private static Object named(Object value) {
      Map<Object, @Nullable Object> object = new LinkedHashMap<>((Map<?, ?>) value);
      object.putIfAbsent("apiVersion", "validation/v1");
      object.putIfAbsent("kind", "Validation");
      return object;
    }

    Context child(String name, boolean childIsMeta) {
      return new Context(root, childIsMeta, value -> around.apply(Map.of(name, value)));
    }

    Context items() {
      return new Context(root, isMeta, value -> around.apply(List.of(value)));
    }
  }

  private void part(Map<?, ?> schema, FieldPath at, Context above) {
    boolean isEmbedded = Boolean.TRUE.equals(schema.get(EMBEDDED));
    Context here = isEmbedded ? Context.of(schema) : above;
    Object value = schema.get("default");
    if (value != null) {
      List<FieldError> metadata =
          here.isMeta
              ? inMetadata(value, at.child("default"), here)
              : whole(value, schema, at.child("default"));
      errors.addAll(
          metadata.isEmpty()
              ? ValueCheck.errors(ValueSchema.of(schema), value, null, at.child("default"))
              : metadata);
    }
    if (schema.get("items") instanceof Map<?, ?> items) {
      part(items, at.child("items"), here.items());
    }
    if (schema.get("properties") instanceof Map<?, ?> properties) {
      properties.forEach(
          (key, property) -> {
            String name = (String) key;
            boolean isMeta = here.isMeta || isEmbedded && META.contains(name);
            if (property instanceof Map<?, ?> below) {
              part(below, at.child("properties").key(name), here.child(name, isMeta));
            }
          });
    }
  }

  /// Also complains about what is not part of the schema, which does not keep from looking further.
  private List<FieldError> whole(Object value, Map<?, ?> schema, FieldPath at) {
    SchemaNode node = SchemaNode.of(schema);
    if (Pruning.wouldPrune(value, node)) {
      errors.add(FieldError.invalid(at, value, "must not have unknown fields"));
    }
    return ObjectMetadata.mistake(value, node, at)
        .map(List::of)
        .orElseGet(() -> embedded.errors(value, schema, at));
  }

  private List<FieldError> inMetadata(Object value, FieldPath at, Context here) {
    Object object = here.around.apply(value);
    List<FieldError> found =
        ObjectMetadata.mistake(object, SchemaNode.of(here.root), FieldPath.ROOT)
            .map(List::of)
            .orElseGet(() -> embedded.errors(object, here.root, FieldPath.ROOT));
    return found.isEmpty()
        ? List.of()
        : List.of(
            FieldError.invalid(at, value, "must result in valid metadata: " + together(found)));
  }

  private static String together(List<FieldError> found) {
    List<String> messages = found.stream().map(FieldError::message).distinct().toList();
    return messages.size() == 1 ? messages.getFirst() : "[" + String.join(", ", messages) + "]";
  }
}
