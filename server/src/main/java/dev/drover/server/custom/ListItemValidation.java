package dev.drover.server.custom;

import dev.drover.schema.FieldError;
import dev.drover.schema.StructuralSchema;
import dev.drover.schema.TreeNode;
import dev.drover.server.validation.FieldValidator;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// What is wrong with lists that the schema says are sets or maps: items that are there twice.
///
/// In Go: `structurallisttype.ValidateListSetsAndMaps`.
final class ListItemValidation {
  private ListItemValidation() {}

  static List<FieldError> errors(TreeNode object, StructuralSchema schema) {
    FieldValidator root = FieldValidator.root(object);
    checkFields(root, schema.tree());
    return root.errors();
  }

  private static void check(FieldValidator place, @Nullable Object schema) {
    if (schema instanceof Map<?, ?> node) {
      if (place.value() instanceof List<?>) {
        checkList(place, node);
      } else if (place.value() instanceof Map<?, ?>) {
        checkFields(place, node);
      }
    }
  }

  private static void checkFields(FieldValidator place, Map<?, ?> schema) {
    if (schema.get("additionalProperties") instanceof Map<?, ?> additional) {
      place.entries().forEach((name, entry) -> check(entry, additional));
    }
    if (schema.get("properties") instanceof Map<?, ?> properties) {
      place.keys().forEach(name -> check(place.child(name), properties.get(name)));
    }
  }

  private static void checkList(FieldValidator list, Map<?, ?> schema) {
    Object type = schema.get("x-kubernetes-list-type");
    if ("set".equals(type)) {
      checkUnique(list.items(), list.items().stream().map(FieldValidator::value).toList(), false);
    } else if ("map".equals(type)) {
      checkMap(list, keys(schema));
    }
    list.each(item -> check(item, schema.get("items")));
  }

  private static List<String> keys(Map<?, ?> schema) {
    return schema.get("x-kubernetes-list-map-keys") instanceof List<?> keys
        ? keys.stream().map(String.class::cast).toList()
        : List.of();
  }

  private static void checkMap(FieldValidator list, List<String> keys) {
    for (FieldValidator item : list.items()) {
      if (item.isPresent() && !(item.value() instanceof Map<?, ?>)) {
        item.invalid("must be an object for an array of list-type map");
        return;
      }
    }
    List<@Nullable Object> found = new ArrayList<>();
    for (FieldValidator item : list.items()) {
      Map<String, @Nullable Object> key = new TreeMap<>();
      for (String name : keys) {
        if (item.value() instanceof Map<?, ?> map && map.containsKey(name)) {
          key.put(name, map.get(name));
        }
      }
      found.add(key);
    }
    checkUnique(list.items(), found, true);
  }

  /// Complains once about every value that comes again.
  private static void checkUnique(
      List<FieldValidator> items, List<? extends @Nullable Object> values, boolean showsKey) {
    Map<@Nullable Object, Integer> times = new HashMap<>();
    for (int i = 0; i < items.size(); i++) {
      if (times.merge(values.get(i), 1, Integer::sum) == 2) {
        items.get(i).duplicate(showsKey ? values.get(i) : items.get(i).value());
      }
    }
  }
}
