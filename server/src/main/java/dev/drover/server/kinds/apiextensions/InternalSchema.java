package dev.drover.server.kinds.apiextensions;

import dev.drover.schema.TreeNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Parts of a definition as Kubernetes shows them when it complains about a whole part: the JSON of
/// its internal types, with Go's names for the fields, in Go's order, none left out.
final class InternalSchema {
  /// How a field looks when it is not set, and what it holds.
  private enum Kind {
    TEXT,
    FLAG,
    VALUE,
    SCHEMA,
    SCHEMAS,
    SCHEMA_MAP,
    ITEMS,
    SCHEMA_OR_BOOL,
    DEPENDENCIES,
    DOCS,
    RULES
  }

  private record Field(String goName, String name, Kind kind) {}

  private static final List<Field> FIELDS =
      List.of(
          new Field("ID", "id", Kind.TEXT),
          new Field("Schema", "$schema", Kind.TEXT),
          new Field("Ref", "$ref", Kind.VALUE),
          new Field("Description", "description", Kind.TEXT),
          new Field("Type", "type", Kind.TEXT),
          new Field("Nullable", "nullable", Kind.FLAG),
          new Field("Format", "format", Kind.TEXT),
          new Field("Title", "title", Kind.TEXT),
          new Field("Default", "default", Kind.VALUE),
          new Field("Maximum", "maximum", Kind.VALUE),
          new Field("ExclusiveMaximum", "exclusiveMaximum", Kind.FLAG),
          new Field("Minimum", "minimum", Kind.VALUE),
          new Field("ExclusiveMinimum", "exclusiveMinimum", Kind.FLAG),
          new Field("MaxLength", "maxLength", Kind.VALUE),
          new Field("MinLength", "minLength", Kind.VALUE),
          new Field("Pattern", "pattern", Kind.TEXT),
          new Field("MaxItems", "maxItems", Kind.VALUE),
          new Field("MinItems", "minItems", Kind.VALUE),
          new Field("UniqueItems", "uniqueItems", Kind.FLAG),
          new Field("MultipleOf", "multipleOf", Kind.VALUE),
          new Field("Enum", "enum", Kind.VALUE),
          new Field("MaxProperties", "maxProperties", Kind.VALUE),
          new Field("MinProperties", "minProperties", Kind.VALUE),
          new Field("Required", "required", Kind.VALUE),
          new Field("Items", "items", Kind.ITEMS),
          new Field("AllOf", "allOf", Kind.SCHEMAS),
          new Field("OneOf", "oneOf", Kind.SCHEMAS),
          new Field("AnyOf", "anyOf", Kind.SCHEMAS),
          new Field("Not", "not", Kind.SCHEMA),
          new Field("Properties", "properties", Kind.SCHEMA_MAP),
          new Field("AdditionalProperties", "additionalProperties", Kind.SCHEMA_OR_BOOL),
          new Field("PatternProperties", "patternProperties", Kind.SCHEMA_MAP),
          new Field("Dependencies", "dependencies", Kind.DEPENDENCIES),
          new Field("AdditionalItems", "additionalItems", Kind.SCHEMA_OR_BOOL),
          new Field("Definitions", "definitions", Kind.SCHEMA_MAP),
          new Field("ExternalDocs", "externalDocs", Kind.DOCS),
          new Field("Example", "example", Kind.VALUE),
          new Field("XPreserveUnknownFields", "x-kubernetes-preserve-unknown-fields", Kind.VALUE),
          new Field("XEmbeddedResource", "x-kubernetes-embedded-resource", Kind.FLAG),
          new Field("XIntOrString", "x-kubernetes-int-or-string", Kind.FLAG),
          new Field("XListMapKeys", "x-kubernetes-list-map-keys", Kind.VALUE),
          new Field("XListType", "x-kubernetes-list-type", Kind.VALUE),
          new Field("XMapType", "x-kubernetes-map-type", Kind.VALUE),
          new Field("XValidations", "x-kubernetes-validations", Kind.RULES));

  private InternalSchema() {}

  /// The first field that is set, in Go's order, of those that do not pass.
  static @Nullable String firstSet(TreeNode schema, Predicate<String> passes) {
    for (Field field : FIELDS) {
      Object value = schema.get(field.name);
      boolean isSet = value != null && !value.equals("") && !value.equals(false);
      if (isSet && !passes.test(field.goName)) {
        return field.goName;
      }
    }
    return null;
  }

  static Map<String, @Nullable Object> schema(TreeNode schema) {
    Map<String, @Nullable Object> shown = new LinkedHashMap<>();
    for (Field field : FIELDS) {
      shown.put(field.goName, shown(field.kind, schema.get(field.name)));
    }
    return shown;
  }

  private static @Nullable Object shown(Kind kind, @Nullable Object value) {
    return switch (kind) {
      case TEXT -> value == null ? "" : value;
      case FLAG -> value == null ? (Object) false : value;
      case VALUE -> value;
      case SCHEMA -> schemaOrNull(value);
      case SCHEMAS -> value instanceof List<?> list ? schemas(list) : null;
      case SCHEMA_MAP -> value instanceof Map<?, ?> map ? each(map, Kind.SCHEMA) : null;
      case ITEMS -> value == null ? null : items(value);
      case SCHEMA_OR_BOOL -> value == null ? null : schemaOrBool(value);
      case DEPENDENCIES -> value instanceof Map<?, ?> map ? dependencies(map) : null;
      case DOCS -> value instanceof Map<?, ?> docs ? docs(docs) : null;
      case RULES -> value instanceof List<?> list ? rules(list) : null;
    };
  }

  private static @Nullable Object schemaOrNull(@Nullable Object value) {
    return value instanceof Map<?, ?> map ? schema(TreeNode.view(map)) : null;
  }

  private static List<@Nullable Object> schemas(List<?> list) {
    List<@Nullable Object> shown = new ArrayList<>();
    list.forEach(schema -> shown.add(schemaOrNull(schema)));
    return shown;
  }

  private static Map<String, @Nullable Object> each(Map<?, ?> map, Kind kind) {
    Map<String, @Nullable Object> shown = new LinkedHashMap<>();
    map.forEach((name, value) -> shown.put((String) name, shown(kind, value)));
    return shown;
  }

  /// What `items` is: a schema, or a list of them.
  static Map<String, @Nullable Object> items(Object value) {
    return pair(
        "Schema",
        schemaOrNull(value),
        "JSONSchemas",
        value instanceof List<?> list ? schemas(list) : null);
  }

  private static Map<String, @Nullable Object> schemaOrBool(Object value) {
    return pair(
        "Allows", value instanceof Boolean allows ? allows : true, "Schema", schemaOrNull(value));
  }

  private static Map<String, @Nullable Object> dependencies(Map<?, ?> map) {
    Map<String, @Nullable Object> shown = new LinkedHashMap<>();
    map.forEach(
        (name, value) ->
            shown.put(
                (String) name,
                pair(
                    "Schema",
                    schemaOrNull(value),
                    "Property",
                    value instanceof List<?> ? value : null)));
    return shown;
  }

  private static Map<String, @Nullable Object> docs(Map<?, ?> docs) {
    TreeNode node = TreeNode.view(docs);
    return pair("Description", node.text("description"), "URL", node.text("url"));
  }

  /// A rule of `x-kubernetes-validations`.
  static @Nullable Object rule(TreeNode rule) {
    return rules(List.of(rule.map())).getFirst();
  }

  private static List<@Nullable Object> rules(List<?> list) {
    List<@Nullable Object> shown = new ArrayList<>();
    for (Object item : list) {
      TreeNode rule = item instanceof Map<?, ?> map ? TreeNode.view(map) : TreeNode.empty();
      Map<String, @Nullable Object> fields = new LinkedHashMap<>();
      fields.put("Rule", rule.text("rule"));
      fields.put("Message", rule.text("message"));
      fields.put("MessageExpression", rule.text("messageExpression"));
      fields.put("Reason", rule.get("reason"));
      fields.put("FieldPath", rule.text("fieldPath"));
      fields.put("OptionalOldSelf", rule.get("optionalOldSelf"));
      shown.add(fields);
    }
    return shown;
  }

  private static Map<String, @Nullable Object> pair(
      String first, @Nullable Object one, String second, @Nullable Object other) {
    Map<String, @Nullable Object> shown = new LinkedHashMap<>();
    shown.put(first, one);
    shown.put(second, other);
    return shown;
  }

  /// A version, without what all versions have in common.
  static Map<String, @Nullable Object> version(
      TreeNode version,
      boolean isSchemaCommon,
      boolean areSubresourcesCommon,
      boolean areColumnsCommon,
      boolean areFieldsCommon) {
    Map<String, @Nullable Object> shown = new LinkedHashMap<>();
    shown.put("Name", version.text("name"));
    shown.put("Served", version.isTrue("served"));
    shown.put("Storage", version.isTrue("storage"));
    shown.put("Deprecated", version.isTrue("deprecated"));
    shown.put("DeprecationWarning", version.get("deprecationWarning"));
    shown.put("Schema", isSchemaCommon ? null : validation(version));
    shown.put("Subresources", areSubresourcesCommon ? null : subresources(version));
    shown.put("AdditionalPrinterColumns", areColumnsCommon ? null : columns(version));
    shown.put("SelectableFields", areFieldsCommon ? null : selectableFields(version));
    return shown;
  }

  private static @Nullable Object validation(TreeNode version) {
    if (!version.has("schema")) {
      return null;
    }
    Map<String, @Nullable Object> shown = new LinkedHashMap<>();
    shown.put("OpenAPIV3Schema", schemaOrNull(version.at("schema").get("openAPIV3Schema")));
    return shown;
  }

  private static @Nullable Object subresources(TreeNode version) {
    if (!version.has("subresources")) {
      return null;
    }
    TreeNode subresources = version.at("subresources");
    TreeNode scale = subresources.at("scale");
    Map<String, @Nullable Object> paths = new LinkedHashMap<>();
    paths.put("SpecReplicasPath", scale.text("specReplicasPath"));
    paths.put("StatusReplicasPath", scale.text("statusReplicasPath"));
    paths.put("LabelSelectorPath", scale.get("labelSelectorPath"));
    return pair(
        "Status", subresources.get("status"), "Scale", subresources.has("scale") ? paths : null);
  }

  private static @Nullable Object columns(TreeNode version) {
    List<@Nullable Object> shown = new ArrayList<>();
    for (TreeNode column : version.items("additionalPrinterColumns")) {
      Map<String, @Nullable Object> fields = new LinkedHashMap<>();
      fields.put("Name", column.text("name"));
      fields.put("Type", column.text("type"));
      fields.put("Format", column.text("format"));
      fields.put("Description", column.text("description"));
      fields.put("Priority", column.number("priority", 0));
      fields.put("JSONPath", column.text("jsonPath"));
      shown.add(fields);
    }
    return shown.isEmpty() ? null : shown;
  }

  private static @Nullable Object selectableFields(TreeNode version) {
    List<@Nullable Object> shown = new ArrayList<>();
    for (TreeNode field : version.items("selectableFields")) {
      Map<String, @Nullable Object> fields = new LinkedHashMap<>();
      fields.put("JSONPath", field.text("jsonPath"));
      shown.add(fields);
    }
    return shown.isEmpty() ? null : shown;
  }
}
