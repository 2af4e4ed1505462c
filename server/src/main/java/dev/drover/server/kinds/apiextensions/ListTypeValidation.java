package dev.drover.server.kinds.apiextensions;

import dev.drover.server.validation.FieldValidator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Validates the list and map types of a schema.
final class ListTypeValidation {
  private static final String LIST_TYPE = "x-kubernetes-list-type";
  private static final String KEYS = "x-kubernetes-list-map-keys";

  private ListTypeValidation() {}

  static void check(FieldValidator schema) {
    FieldValidator listType = schema.child(LIST_TYPE);
    FieldValidator items = schema.child("items");
    boolean hasSchema = items.value() instanceof Map<?, ?>;
    if (listType.isPresent()
        && SchemaValidation.needType(schema, "array", LIST_TYPE)
        && listType.text().equals("set")
        && hasSchema) {
      checkSetItems(items);
    }
    if (listType.isPresent() && !List.of("atomic", "set", "map").contains(listType.text())) {
      listType.notSupported(listType.text(), List.of("atomic", "set", "map"));
    }
    if (schema.child(KEYS).size() > 0 && !listType.text().equals("map")) {
      String detail = "must be map if x-kubernetes-list-map-keys is non-empty";
      if (listType.isPresent()) {
        listType.invalid(detail);
      } else {
        listType.required(detail);
      }
    }
    if (listType.text().equals("map")) {
      checkMap(schema, items);
    }
    if (hasSchema && List.of("set", "map").contains(listType.text())) {
      checkItems(schema, items, listType.text());
    }
  }

  /// The items of a set are compared as wholes.
  private static void checkSetItems(FieldValidator items) {
    FieldValidator itemListType = items.child(LIST_TYPE);
    FieldValidator itemMapType = items.child("x-kubernetes-map-type");
    String detail = "must be atomic as item of a list with x-kubernetes-list-type=set";
    switch (items.child("type").text()) {
      case "array" -> {
        if (itemListType.isPresent() && !itemListType.text().equals("atomic")) {
          itemListType.invalid(detail);
        }
      }
      case "object" -> {
        if (!itemMapType.text().equals("atomic")) {
          itemMapType.invalid(itemListType.value(), detail); // yes, the other type is shown
        }
      }
      default -> {}
    }
  }

  private static void checkMap(FieldValidator schema, FieldValidator items) {
    FieldValidator keys = schema.child(KEYS);
    if (keys.size() == 0) {
      keys.required("must not be empty if x-kubernetes-list-type is map");
    }
    Object value = items.value();
    if (value == null) {
      items.required("must have a schema if x-kubernetes-list-type is map");
      return;
    }
    if (value instanceof List<?>) {
      items.invalid(
          InternalSchema.items(value),
          "must only have a single schema if x-kubernetes-list-type is map");
      return;
    }
    FieldValidator type = items.child("type");
    if (!type.text().equals("object")) {
      type.invalid(type.text(), "must be object if parent array's x-kubernetes-list-type is map");
      return;
    }
    Set<String> seen = new HashSet<>();
    for (FieldValidator key : keys.items()) {
      FieldValidator property = items.child("properties").entry(key.text());
      if (!property.isPresent()) {
        keys.invalid("entries must all be names of item properties");
      } else if (List.of("array", "object").contains(property.child("type").text())) {
        property
            .child("type")
            .invalid(
                type.text(),
                "must be a scalar type if parent array's x-kubernetes-list-type is map");
      }
      if (!seen.add(key.text())) {
        keys.invalid("must not contain duplicate entries");
      }
    }
  }

  /// Items must be there, and so must their keys.
  private static void checkItems(FieldValidator schema, FieldValidator items, String listType) {
    if (items.child("nullable").isTrue()) {
      items
          .child("nullable")
          .forbidden("cannot be nullable when x-kubernetes-list-type is " + listType);
    }
    if (!listType.equals("map")) {
      return;
    }
    List<String> required =
        items.child("required").items().stream().map(FieldValidator::text).toList();
    for (FieldValidator key : schema.child(KEYS).items()) {
      FieldValidator property = items.child("properties").entry(key.text());
      if (!property.isPresent()) {
        continue;
      }
      if (!required.contains(key.text()) && !property.has("default")) {
        property
            .child("default")
            .required(
                "this property is in x-kubernetes-list-map-keys, so it must have a default or be a"
                    + " required property");
      }
      if (property.child("nullable").isTrue()) {
        property
            .child("nullable")
            .forbidden("this property is in x-kubernetes-list-map-keys, so it cannot be nullable");
      }
    }
  }
}
