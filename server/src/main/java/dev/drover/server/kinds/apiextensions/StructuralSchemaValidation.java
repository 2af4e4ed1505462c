package dev.drover.server.kinds.apiextensions;

import dev.drover.schema.FieldError;
import dev.drover.schema.GoPattern;
import dev.drover.schema.TreeNode;
import dev.drover.server.validation.FieldValidator;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Checks that a schema is structural: that it specifies the fields of objects apart from all
/// conditions.
///
/// In Go: `structuralschema.ValidateStructural`.
final class StructuralSchemaValidation {
  private static final List<Object> INT_OR_STRING =
      List.of(Map.of("type", "integer"), Map.of("type", "string"));

  private enum Level {
    ROOT("must not be empty at the root"),
    ITEM("must not be empty for specified array items"),
    FIELD("must not be empty for specified object fields");

    private final String typeMissing;

    Level(String typeMissing) {
      this.typeMissing = typeMissing;
    }
  }

  private StructuralSchemaValidation() {}

  /// What a structural schema cannot even be read with; empty for nothing.
  static String unsupported(TreeNode schema) {
    for (String field : List.of("id", "$schema", "$ref")) {
      if (!schema.text(field).isEmpty()) {
        return "OpenAPIV3Schema '" + field.replace("$schema", "schema") + "' is not supported";
      }
    }
    for (String field : List.of("patternProperties", "dependencies", "definitions")) {
      if (!schema.at(field).map().isEmpty()) {
        return "OpenAPIV3Schema '" + field + "' is not supported";
      }
    }
    if (schema.has("additionalItems")) {
      return "OpenAPIV3Schema 'additionalItems' is not supported";
    }
    if (Boolean.FALSE.equals(schema.get("x-kubernetes-preserve-unknown-fields"))) {
      return "internal error: 'x-kubernetes-preserve-unknown-fields' must be true or undefined";
    }
    if (schema.get("items") instanceof List<?>) {
      return "OpenAPIV3Schema 'items' must be a schema, but is an array";
    }
    return below(schema).stream()
        .map(StructuralSchemaValidation::unsupported)
        .filter(problem -> !problem.isEmpty())
        .findFirst()
        .orElse("");
  }

  private static List<TreeNode> below(TreeNode schema) {
    List<TreeNode> below = new ArrayList<>();
    for (String field : List.of("not", "items", "additionalProperties")) {
      schema.child(field).ifPresent(below::add);
    }
    for (String field : List.of("allOf", "anyOf", "oneOf")) {
      below.addAll(schema.items(field));
    }
    for (Object property : schema.at("properties").map().values()) {
      if (property instanceof Map<?, ?> map) {
        below.add(TreeNode.view(map));
      }
    }
    return below;
  }

  /// Everything that is wrong, in the order of the messages.
  static List<FieldError> errors(FieldValidator schema) {
    FieldValidator found = schema.apart();
    checkInvariants(found, Level.ROOT);
    checkCompleteness(found, found);
    List<FieldError> sorted = new ArrayList<>(found.errors());
    sorted.sort(Comparator.comparing(FieldError::message));
    return sorted;
  }

  private static void checkInvariants(FieldValidator schema, Level level) {
    TreeNode node = schema.node();
    FieldValidator items = schema.child("items");
    if (node.text("type").equals("array") && !items.isPresent()) {
      items.required("must be specified");
    }
    items.ifPresent(item -> checkInvariants(item, Level.ITEM));
    schema
        .child("properties")
        .entries()
        .forEach((name, property) -> checkInvariants(property, Level.FIELD));
    FieldValidator additional = schema.child("additionalProperties");
    if (additional.isPresent() && level == Level.ROOT) {
      additional.forbidden("must not be used at the root");
    }
    if (additional.value() instanceof Map<?, ?>) {
      checkInvariants(additional, Level.FIELD);
    }
    checkIntOrString(schema);
    boolean isAnyOf = node.list("anyOf").equals(INT_OR_STRING);
    boolean isAllOf =
        !node.items("allOf").isEmpty()
            && node.items("allOf").getFirst().list("anyOf").equals(INT_OR_STRING);
    checkValues(schema, isAnyOf, isAllOf);
    checkType(schema, level);
    checkMeta(schema, level);
  }

  private static void checkIntOrString(FieldValidator schema) {
    if (!schema.child("x-kubernetes-int-or-string").isTrue()) {
      return;
    }
    for (String other :
        List.of("x-kubernetes-preserve-unknown-fields", "x-kubernetes-embedded-resource")) {
      if (schema.child(other).isTrue()) {
        schema.child(other).invalid("must be false if x-kubernetes-int-or-string is true");
      }
    }
  }

  private static void checkType(FieldValidator schema, Level level) {
    FieldValidator type = schema.child("type");
    boolean isEmbedded = schema.child("x-kubernetes-embedded-resource").isTrue();
    boolean keepsUnknown = schema.child("x-kubernetes-preserve-unknown-fields").isTrue();
    if (isEmbedded && !type.text().equals("object")) {
      String detail = "must be object if x-kubernetes-embedded-resource is true";
      if (type.isBlank()) {
        type.required(detail);
      } else {
        type.invalid(detail);
      }
    } else if (type.isBlank()
        && !keepsUnknown
        && !schema.child("x-kubernetes-int-or-string").isTrue()) {
      type.required(level.typeMissing);
    }
    if (isEmbedded && schema.has("additionalProperties")) {
      schema
          .child("additionalProperties")
          .forbidden("must not be used if x-kubernetes-embedded-resource is set");
    }
    if (level == Level.ROOT && !type.isBlank() && !type.text().equals("object")) {
      type.invalid("must be object at the root");
    }
    if (isEmbedded && !keepsUnknown && schema.child("properties").size() == 0) {
      schema
          .child("properties")
          .required(
              "must not be empty if x-kubernetes-embedded-resource is true without"
                  + " x-kubernetes-preserve-unknown-fields");
    }
  }

  private static void checkMeta(FieldValidator schema, Level level) {
    boolean isObject =
        level == Level.ROOT || schema.child("x-kubernetes-embedded-resource").isTrue();
    if (!isObject) {
      return;
    }
    FieldValidator properties = schema.child("properties");
    for (String name : List.of("kind", "apiVersion")) {
      FieldValidator type = properties.entry(name).child("type");
      if (properties.has(name) && !type.text().equals("string")) {
        type.invalid(type.text(), "must be string");
      }
    }
    if (!properties.has("metadata")) {
      return;
    }
    FieldValidator metadata = properties.entry("metadata");
    FieldValidator type = metadata.child("type");
    if (!type.text().equals("object")) {
      type.invalid(type.text(), "must be object");
    }
    if (level == Level.ROOT && restrictsMoreThanNames(metadata.node())) {
      metadata.forbidden(
          "must not specify anything other than name and generateName, but metadata is implicitly"
              + " specified");
    }
  }

  private static boolean restrictsMoreThanNames(TreeNode metadata) {
    boolean onlyNames =
        Set.of("name", "generateName").containsAll(metadata.at("properties").map().keySet());
    return !onlyNames
        || metadata.map().keySet().stream()
            .anyMatch(field -> !Set.of("type", "properties", "default").contains(field));
  }

  /// Conditions may say what values are like, but not what there is.
  private static void checkValues(
      FieldValidator schema, boolean skipAnyOf, boolean skipFirstAllOfAnyOf) {
    if (!skipAnyOf) {
      schema.child("anyOf").each(nested -> checkNested(nested, false));
    }
    List<FieldValidator> allOf = schema.child("allOf").items();
    for (int i = 0; i < allOf.size(); i++) {
      checkNested(allOf.get(i), skipFirstAllOfAnyOf && i == 0);
    }
    schema.child("oneOf").each(nested -> checkNested(nested, false));
    schema.child("not").ifPresent(nested -> checkNested(nested, false));
    FieldValidator pattern = schema.child("pattern");
    if (!pattern.isBlank()) {
      checkPattern(pattern);
    }
  }

  private static void checkPattern(FieldValidator pattern) {
    GoPattern.problemOf(pattern.text())
        .ifPresent(
            problem ->
                pattern.invalid("must be a valid regular expression, but isn't: " + problem));
  }

  private static void checkNested(FieldValidator nested, boolean skipAnyOf) {
    checkValues(nested, skipAnyOf, false);
    nested.child("items").ifPresent(items -> checkNested(items, false));
    nested.child("properties").entries().forEach((name, property) -> checkNested(property, false));
    forbidSet(nested, "must be empty to be structural", "type", "title", "description");
    FieldValidator additional = nested.child("additionalProperties");
    if (additional.isPresent() && !Boolean.FALSE.equals(additional.value())) {
      additional.forbidden("must be undefined to be structural");
    }
    forbidSet(
        nested,
        "must be undefined to be structural",
        "default",
        "x-kubernetes-list-type",
        "x-kubernetes-map-type");
    forbidSet(
        nested,
        "must be false to be structural",
        "nullable",
        "x-kubernetes-preserve-unknown-fields",
        "x-kubernetes-embedded-resource",
        "x-kubernetes-int-or-string");
    forbidSet(
        nested,
        "must be empty to be structural",
        "x-kubernetes-list-map-keys",
        "x-kubernetes-validations");
    if (nested.child("properties").has("metadata")) {
      nested
          .child("properties")
          .entry("metadata")
          .forbidden("must not be specified in a nested context");
    }
  }

  private static void forbidSet(FieldValidator nested, String detail, String... fields) {
    for (String field : fields) {
      FieldValidator value = nested.child(field);
      boolean isUnset =
          !value.isPresent()
              || "".equals(value.value())
              || Boolean.FALSE.equals(value.value())
              || (value.value() instanceof List<?> list && list.isEmpty());
      if (!isUnset) {
        value.forbidden(detail);
      }
    }
  }

  /// What conditions at the root talk about must be said to be there outside of conditions.
  private static void checkCompleteness(FieldValidator schema, FieldValidator structure) {
    for (String junctor : List.of("allOf", "anyOf", "oneOf")) {
      schema.child(junctor).each(nested -> checkSpecified(nested, structure));
    }
    schema.child("not").ifPresent(nested -> checkSpecified(nested, structure));
  }

  private static void checkSpecified(FieldValidator nested, FieldValidator structure) {
    if (!structure.isPresent()) {
      structure.required("because it is defined in " + nested.path());
      return;
    }
    checkCompleteness(nested, structure);
    nested.child("items").ifPresent(items -> checkSpecified(items, structure.child("items")));
    nested
        .child("properties")
        .entries()
        .forEach(
            (name, property) ->
                checkSpecified(property, structure.child("properties").entry(name)));
  }
}
