package dev.drover.model;

import dev.drover.api.GroupVersionKind;
import dev.drover.schema.FieldEntry;
import dev.drover.schema.KindEntry;
import dev.drover.schema.ObjectEntry;
import dev.drover.schema.SchemaTable;
import dev.drover.schema.TypeEntry;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// What the tests ask the schema table.
final class Table {
  private static final SchemaTable TABLE = SchemaTable.builtIn();
  private static final Map<String, Map<String, FieldEntry>> FIELDS = fields();

  private Table() {}

  private static Map<String, Map<String, FieldEntry>> fields() {
    return TABLE.types().stream()
        .collect(
            Collectors.toMap(
                TypeEntry::name,
                type -> {
                  Map<String, FieldEntry> fields = new LinkedHashMap<>();
                  type.fields().forEach(field -> fields.put(field.name(), field));
                  return fields;
                }));
  }

  /// The struct type of a kind.
  static TypeEntry typeOf(GroupVersionKind gvk) {
    Optional<String> type =
        TABLE.kind(gvk).map(KindEntry::type).or(() -> TABLE.object(gvk).map(ObjectEntry::type));
    return type(type.orElseThrow());
  }

  static TypeEntry type(String name) {
    return TABLE.type(name).orElseThrow();
  }

  /// The schema that a type holds which JSON writes as a schema or something else.
  static Optional<TypeEntry> schemaIn(TypeEntry type) {
    return type.jsonForm() == null
        ? Optional.empty()
        : type.fields().stream()
            .filter(field -> field.type().isStruct())
            .findFirst()
            .map(field -> type(field.type().base()));
  }

  /// The fields of a type by their names in JSON.
  static Map<String, FieldEntry> fieldsOf(TypeEntry type) {
    return FIELDS.get(type.name());
  }
}
