package dev.drover.schema;

import dev.drover.api.GroupVersionKind;
import dev.drover.api.RawExtension;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Brings the `metadata` of custom objects into the form of Go's `ObjectMeta`, which no schema of a
/// custom kind describes.
///
/// In Go: `schemaobjectmeta`.
final class ObjectMetadata {
  private ObjectMetadata() {}

  /// What `metadata` is made of.
  static Structure.Fields structure() {
    GroupVersionKind anyKind = new GroupVersionKind("", "v1", "ConfigMap");
    return SchemaTable.builtIn()
        .structure(anyKind)
        .flatMap(kind -> kind.member("metadata"))
        .map(member -> (Structure.Fields) member.structure())
        .orElseThrow();
  }

  /// Normalizes the `metadata` of an object, if it has any, in place.
  ///
  /// @param at where the object stands
  /// @return the paths of fields that metadata does not have
  /// @throws UnreadableException when it is not metadata
  static List<String> normalize(Map<String, @Nullable Object> object, FieldPath at) {
    if (!object.containsKey("metadata")) {
      return List.of();
    }
    TypedForm.Reading reading =
        TypedForm.ofAnyTree(sorted(object.get("metadata")), structure(), TypedForm.Empties.DROPPED);
    TreeNode metadata = TreeNode.copyOf(reading.tree());
    metadata.map().remove("creationTimestamp", null);
    if (TreeNode.view(object).at("metadata").get("managedFields") instanceof List<?> entries
        && entries.isEmpty()) {
      metadata.set("managedFields", entries); // an update without entries keeps them
    }
    object.put("metadata", metadata.map());
    String prefix = at.child("metadata") + ".";
    return reading.strictErrors().stream().map(error -> prefix + field(error)).toList();
  }

  /// Go passes the fields on in the order of their names.
  private static @Nullable Object sorted(@Nullable Object metadata) {
    return RawExtension.ofTree(metadata).tree(); // trees have their names in order
  }

  /// The path in `unknown field "labels"`.
  private static String field(String strictError) {
    return strictError.substring(strictError.indexOf('"') + 1, strictError.length() - 1);
  }

  /// Normalizes the `metadata` of all objects that the schema says are embedded, in place.
  ///
  /// @return the paths of fields that metadata does not have, sorted
  /// @throws UnreadableException when something is not metadata
  static List<String> normalizeEmbedded(Map<String, @Nullable Object> object, SchemaNode schema) {
    List<String> unknown = new ArrayList<>();
    try {
      embedded(object, schema, FieldPath.ROOT, unknown);
    } catch (NotMetadata e) {
      throw new UnreadableException(e.error.message());
    }
    Collections.sort(unknown);
    return unknown;
  }

  /// What is no metadata in a value, though the schema says that there are objects in it.
  ///
  /// @param at where the value stands
  static Optional<FieldError> mistake(Object value, SchemaNode schema, FieldPath at) {
    Object copy = TreeNode.copyOf(Map.of("value", value)).get("value");
    try {
      embedded(copy, schema, at, new ArrayList<>());
      return Optional.empty();
    } catch (NotMetadata e) {
      return Optional.of(e.error);
    }
  }

  private static void embedded(
      @Nullable Object value, @Nullable SchemaNode schema, FieldPath at, List<String> unknown) {
    if (schema == null) {
      return;
    }
    if (value instanceof Map<?, ?> map) {
      if (schema.isEmbedded()) {
        unknown.addAll(normalizeOne(map, at));
      }
      SchemaNode.Additional additional = schema.additional();
      map.forEach(
          (key, child) -> {
            String name = (String) key;
            SchemaNode listed = schema.properties().get(name);
            if (listed != null) {
              embedded(child, listed, at.child(name), unknown);
            } else if (additional != null) {
              embedded(child, additional.node(), at.key(name), unknown);
            }
          });
    } else if (value instanceof List<?> list) {
      for (int i = 0; i < list.size(); i++) {
        embedded(list.get(i), schema.items(), at.index(i), unknown);
      }
    }
  }

  @SuppressWarnings("unchecked") // JSON objects have string keys
  private static List<String> normalizeOne(Map<?, ?> map, FieldPath at) {
    Map<String, @Nullable Object> object = (Map<String, @Nullable Object>) map;
    for (String name : List.of("apiVersion", "kind")) {
      if (object.containsKey(name) && !(object.get(name) instanceof String)) {
        throw new NotMetadata(at.child(name), object.get(name), "must be a string");
      }
    }
    try {
      return normalize(object, at);
    } catch (UnreadableException e) {
      throw new NotMetadata(
          at.child("metadata"), object.get("metadata"), String.valueOf(e.getMessage()));
    }
  }

  /// Ends the search at the first mistake.
  private static final class NotMetadata extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient FieldError error;

    NotMetadata(FieldPath at, @Nullable Object value, String problem) {
      super(problem, null, false, false);
      this.error = FieldError.invalid(at, value, problem);
    }
  }
}
