package dev.drover.crd.source;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Chooses a type of Java for each schema: the most exact one that reads and writes every value the
/// schema allows without loss.
final class TypeChoice {
  /// Deeper parts stay JSON: records, and generic types in the compiler, nest only so deep.
  private static final int MAX_DEPTH = 48;

  /// A constructor of Java has at most 255 parameters.
  private static final int MAX_COMPONENTS = 200;

  private static final Map<String, @Nullable Object> ANY_OBJECT =
      Map.of("type", "object", "x-kubernetes-preserve-unknown-fields", true);

  private static final List<Map<String, String>> INTEGER_OR_TEXT =
      List.of(Map.of("type", "integer"), Map.of("type", "string"));

  /// How controller-gen describes a `resource.Quantity`.
  private static final String QUANTITY_PATTERN =
      "^(\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\\+|-)?"
          + "(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))))?$";

  private final Imports imports;
  private final RecordFactory records;
  private final Losses losses;

  /// Makes the record for an object with properties.
  @FunctionalInterface
  interface RecordFactory {
    String name(Map<String, @Nullable Object> schema, List<String> path);
  }

  /// Receives what a definition made from the source will not have.
  @FunctionalInterface
  interface Losses {
    void lost(List<String> path, String what);
  }

  TypeChoice(Imports imports, RecordFactory records, Losses losses) {
    this.imports = imports;
    this.records = records;
    this.losses = losses;
  }

  /// @param path the fields from the object
  JavaType of(Map<String, @Nullable Object> schema, List<String> path) {
    if (Boolean.TRUE.equals(schema.get("x-kubernetes-int-or-string"))) {
      return intOrString(schema);
    }
    return switch (String.valueOf(schema.get("type"))) {
      case "object" -> object(schema, path);
      case "array" -> array(schema, path);
      case "string" -> text(schema);
      case "integer" ->
          "int32".equals(schema.get("format"))
              ? new JavaType("Integer", "int", Map.of("type", "integer", "format", "int32"))
              : new JavaType("Long", "long", Map.of("type", "integer", "format", "int64"));
      case "number" ->
          new JavaType("Double", "double", Map.of("type", "number", "format", "double"));
      case "boolean" -> new JavaType("Boolean", "boolean", Map.of("type", "boolean"));
      default -> JavaType.of("Object", Map.of("x-kubernetes-preserve-unknown-fields", true));
    };
  }

  /// A quantity may be a number that no `int` holds; it is written as text.
  private JavaType intOrString(Map<String, @Nullable Object> schema) {
    if (QUANTITY_PATTERN.equals(schema.get("pattern"))) {
      imports.use("dev.drover.api.Quantity");
      return JavaType.of(
          "Quantity",
          Map.of(
              "anyOf",
              INTEGER_OR_TEXT,
              "pattern",
              QUANTITY_PATTERN,
              "x-kubernetes-int-or-string",
              true));
    }
    imports.use("dev.drover.api.IntOrString");
    return JavaType.of(
        "IntOrString", Map.of("anyOf", INTEGER_OR_TEXT, "x-kubernetes-int-or-string", true));
  }

  /// A `date-time` stays text: an `Instant` would lose fractions of seconds and the offset.
  private JavaType text(Map<String, @Nullable Object> schema) {
    if ("byte".equals(schema.get("format"))) {
      imports.use("dev.drover.api.Bytes");
      return JavaType.of("Bytes", Map.of("type", "string", "format", "byte"));
    }
    return JavaType.of("String", Map.of("type", "string"));
  }

  private JavaType object(Map<String, @Nullable Object> schema, List<String> path) {
    Map<String, @Nullable Object> properties = Trees.map(schema.get("properties"));
    boolean isOpen = Boolean.TRUE.equals(schema.get("x-kubernetes-preserve-unknown-fields"));
    boolean isEmbedded = Boolean.TRUE.equals(schema.get("x-kubernetes-embedded-resource"));
    boolean isFlat =
        path.size() > MAX_DEPTH || properties.size() > MAX_COMPONENTS || isEmbedded || isOpen;
    if (schema.get("additionalProperties") instanceof Map<?, ?> values
        && properties.isEmpty()
        && !isFlat) {
      imports.use("java.util.Map");
      return JavaType.of(
          "Map<String, " + argument(Trees.map(values), path, "{}") + ">",
          structure(schema, "additionalProperties"));
    }
    if (isFlat || schema.containsKey("additionalProperties")) {
      imports.use("dev.drover.api.RawExtension");
      return JavaType.of("RawExtension", ANY_OBJECT);
    }
    return JavaType.of(records.name(schema, path), structure(schema, "properties", "required"));
  }

  private JavaType array(Map<String, @Nullable Object> schema, List<String> path) {
    if (!(schema.get("items") instanceof Map<?, ?> items) || path.size() > MAX_DEPTH) {
      return JavaType.of("Object", Map.of("x-kubernetes-preserve-unknown-fields", true));
    }
    imports.use("java.util.List");
    return JavaType.of(
        "List<" + argument(Trees.map(items), path, "[]") + ">", structure(schema, "items"));
  }

  /// What the parts of a type say for themselves.
  private static Map<String, @Nullable Object> structure(
      Map<String, @Nullable Object> schema, String... keywords) {
    Map<String, @Nullable Object> base = new LinkedHashMap<>();
    base.put("type", schema.get("type"));
    for (String keyword : keywords) {
      if (schema.containsKey(keyword)) {
        base.put(keyword, schema.get(keyword));
      }
    }
    return base;
  }

  /// The type of items or values with its annotations. Where null is one of the values, it is JSON.
  private String argument(
      Map<String, @Nullable Object> schema, List<String> parent, String suffix) {
    List<String> path = new ArrayList<>(parent);
    path.add(suffix);
    JavaType type;
    if (Boolean.TRUE.equals(schema.get("nullable"))) {
      imports.use("dev.drover.api.RawExtension");
      type = JavaType.of("RawExtension", ANY_OBJECT);
    } else {
      type = of(schema, path);
    }
    List<String> annotations =
        Keywords.annotations(
            schema, type.base(), false, imports, "          ", what -> losses.lost(path, what));
    return annotations.isEmpty() ? type.name() : String.join(" ", annotations) + " " + type.name();
  }

  /// A value that must be there and may be null: only JSON can say that.
  JavaType nullableRequired() {
    imports.use("dev.drover.api.RawExtension");
    return JavaType.of("RawExtension", ANY_OBJECT);
  }
}
