package dev.drover.crd.engine;

import dev.drover.schema.FieldError;
import dev.drover.schema.FieldPath;
import dev.drover.schema.StructuralSchema;
import dev.drover.schema.TreeNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Validates lists that the schema declares as sets or maps: no item may occur twice.
///
/// In Go: `structurallisttype.ValidateListSetsAndMaps`.
final class ListItemValidation {
  private final List<FieldError> errors = new ArrayList<>();

  private ListItemValidation() {}

  static List<FieldError> errors(TreeNode object, StructuralSchema schema) {
    ListItemValidation validation = new ListItemValidation();
    validation.checkFields(object.map(), schema.tree(), FieldPath.ROOT);
    return validation.errors;
  }

  private void check(@Nullable Object value, @Nullable Object schema, FieldPath at) {
    if (schema instanceof Map<?, ?> node) {
      if (value instanceof List<?> list) {
        checkList(list, node, at);
      } else if (value instanceof Map<?, ?> map) {
        checkFields(map, node, at);
      }
    }
  }

  private void checkFields(Map<?, ?> fields, Map<?, ?> schema, FieldPath at) {
    if (schema.get("additionalProperties") instanceof Map<?, ?> additional) {
      fields.forEach((name, value) -> check(value, additional, at.key((String) name)));
    }
    if (schema.get("properties") instanceof Map<?, ?> properties) {
      fields.forEach((name, value) -> check(value, properties.get(name), at.child((String) name)));
    }
  }

  private void checkList(List<?> list, Map<?, ?> schema, FieldPath at) {
    Object type = schema.get("x-kubernetes-list-type");
    if ("set".equals(type)) {
      checkUnique(list, at);
    } else if ("map".equals(type)) {
      checkMap(list, keys(schema), at);
    }
    for (int i = 0; i < list.size(); i++) {
      check(list.get(i), schema.get("items"), at.index(i));
    }
  }

  private static List<String> keys(Map<?, ?> schema) {
    return schema.get("x-kubernetes-list-map-keys") instanceof List<?> keys
        ? keys.stream().map(String.class::cast).toList()
        : List.of();
  }

  private void checkMap(List<?> list, List<String> keys, FieldPath at) {
    List<@Nullable Object> found = new ArrayList<>();
    for (int i = 0; i < list.size(); i++) {
      Object item = list.get(i);
      if (item != null && !(item instanceof Map<?, ?>)) {
        errors.add(
            FieldError.invalid(
                at.index(i), item, "must be an object for an array of list-type map"));
        return;
      }
      Map<String, @Nullable Object> key = new TreeMap<>();
      for (String name : keys) {
        if (item instanceof Map<?, ?> map && map.containsKey(name)) {
          key.put(name, map.get(name));
        }
      }
      found.add(key);
    }
    checkUnique(found, at);
  }

  /// Complains once about every value that comes again.
  private void checkUnique(List<? extends @Nullable Object> values, FieldPath at) {
    Map<@Nullable Object, Integer> times = new HashMap<>();
    for (int i = 0; i < values.size(); i++) {
      if (times.merge(values.get(i), 1, Integer::sum) == 2) {
        errors.add(FieldError.duplicate(at.index(i), values.get(i)));
      }
    }
  }
}
