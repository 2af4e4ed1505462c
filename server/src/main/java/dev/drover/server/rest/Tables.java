package dev.drover.server.rest;

import dev.drover.api.GroupVersionKind;
import dev.drover.schema.FieldError;
import dev.drover.schema.FieldPath;
import dev.drover.schema.GoFormat;
import dev.drover.schema.TreeNode;
import dev.drover.server.core.ApiError;
import dev.drover.server.core.Call;
import dev.drover.server.core.CustomVersion;
import dev.drover.server.core.Resource;
import dev.drover.server.table.Ages;
import dev.drover.server.table.Column;
import dev.drover.server.table.ColumnDescriptions;
import dev.drover.server.table.Columns;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Prints objects as rows of a table, which `kubectl get` requests: with the columns of their kind,
/// or of their definition.
///
/// In Go: `rest.TableConvertor`.
final class Tables {
  private final InstantSource clock;
  private final ColumnDescriptions descriptions = ColumnDescriptions.load();

  Tables(InstantSource clock) {
    this.clock = clock;
  }

  /// What of an object goes with its row.
  ///
  /// @throws ApiError when the client asks for something else
  static String includedPart(Call call) {
    String asked = call.parameter("includeObject").orElse("");
    if (!Set.of("", "Metadata", "Object", "None").contains(asked)) {
      throw ApiError.badRequest(
          "Unable to convert to Table as requested: "
              + FieldError.invalid(
                      FieldPath.of("includeObject"),
                      asked,
                      "must be 'Metadata', 'Object', 'None', or empty")
                  .message());
    }
    return asked;
  }

  /// A table of some objects.
  ///
  /// @param as the kind of table that the client wants
  /// @param metadata of the list
  /// @param part of an object that goes with its row: see [#includedPart]
  /// @param headers whether the columns are described; a watch does so once
  Map<String, @Nullable Object> table(
      Resource resource,
      GroupVersionKind as,
      Map<String, @Nullable Object> metadata,
      List<Map<String, @Nullable Object>> objects,
      String part,
      boolean headers) {
    List<Column> columns = columns(resource);
    Map<String, @Nullable Object> table = new LinkedHashMap<>();
    table.put("kind", "Table");
    table.put("apiVersion", as.apiVersion());
    table.put("metadata", metadata);
    table.put(
        "columnDefinitions",
        headers
            ? columns.stream().filter(Column::isAnnounced).map(Tables::definition).toList()
            : null);
    List<@Nullable Object> rows = new ArrayList<>();
    for (Map<String, @Nullable Object> object : objects) {
      rows.add(row(resource, columns, as, object, part));
    }
    // Go's default table starts without a list of rows, all others with an empty one.
    boolean isDefault = !resource.isCustom() && resource.definition().columns().isEmpty();
    table.put("rows", rows.isEmpty() && isDefault ? null : rows);
    return table;
  }

  private static Map<String, @Nullable Object> definition(Column column) {
    Map<String, @Nullable Object> definition = new LinkedHashMap<>();
    definition.put("name", column.name());
    definition.put("type", column.type());
    definition.put("format", column.format());
    definition.put("description", column.description());
    definition.put("priority", column.priority());
    return definition;
  }

  private Map<String, @Nullable Object> row(
      Resource resource,
      List<Column> columns,
      GroupVersionKind as,
      Map<String, @Nullable Object> object,
      String part) {
    Instant now = clock.instant();
    // Versions of one built-in kind show the same.
    TreeNode node =
        TreeNode.view(resource.isCustom() ? object : resource.storage().toStored().apply(object));
    List<@Nullable Object> cells = new ArrayList<>();
    columns.forEach(column -> cells.add(column.cell().of(node, now)));
    Map<String, @Nullable Object> row = new LinkedHashMap<>();
    row.put("cells", cells);
    List<Map<String, @Nullable Object>> conditions = resource.definition().rowConditions(node);
    if (!conditions.isEmpty()) {
      row.put("conditions", conditions);
    }
    row.put(
        "object",
        switch (part) {
          case "None" -> null;
          case "Object" -> object;
          default -> Output.metadataOnly(as.withKind("PartialObjectMetadata"), object);
        });
    return row;
  }

  private List<Column> columns(Resource resource) {
    if (resource.custom().isEmpty()) {
      return descriptions.describe(
          resource.gvk().kind(), resource.definition().columns().orElseGet(Columns::ofOtherKinds));
    }
    List<Column> columns = new ArrayList<>();
    columns.add(
        new Column(
            "Name",
            "string",
            "name",
            descriptions.of("Name"),
            0,
            (object, now) -> object.at("metadata").text("name")));
    List<CustomVersion.Column> own = resource.custom().get().columns();
    own.forEach(column -> columns.add(custom(column)));
    if (own.isEmpty()) {
      columns.add(
          new Column(
              "Age",
              "date",
              "",
              descriptions.of("Age"),
              0,
              (object, now) -> Ages.since(object.at("metadata").text("creationTimestamp"), now)));
    }
    return columns;
  }

  private static Column custom(CustomVersion.Column column) {
    return new Column(
        column.name(),
        column.type(),
        column.format(),
        column.description().isEmpty()
            ? "Custom resource definition column (in JSONPath format): " + column.jsonPath()
            : column.description(),
        column.priority(),
        (object, now) ->
            column.path().find(object.map()).map(value -> cell(column, value, now)).orElse(null));
  }

  private static String age(String time, Instant now) {
    try {
      return Ages.since(time, now);
    } catch (DateTimeException e) {
      return "<invalid>";
    }
  }

  /// What a column of a type shows of a value.
  ///
  /// In Go: `cellForJSONValue`.
  private static @Nullable Object cell(CustomVersion.Column column, Object value, Instant now) {
    return switch (column.type()) {
      case "string" ->
          value instanceof Map || value instanceof List
              ? GoFormat.json(value)
              : GoFormat.value(value);
      case "integer" -> value instanceof Number number ? (Object) number.longValue() : null;
      case "number" -> value instanceof Number ? value : null;
      case "boolean" -> value instanceof Boolean ? value : null;
      case "date" -> value instanceof String time ? age(time, now) : null;
      default -> null;
    };
  }
}
