package dev.drover.server.rest;

import dev.drover.api.GroupVersionKind;
import dev.drover.schema.FieldError;
import dev.drover.schema.FieldPath;
import dev.drover.schema.TreeNode;
import dev.drover.server.core.ApiError;
import dev.drover.server.core.Call;
import dev.drover.server.core.CustomVersion;
import dev.drover.server.core.Resource;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Shows objects as rows of a table, which is what `kubectl get` asks for: name and age, and for
/// custom resources the columns of their definition.
///
/// In Go: `rest.TableConvertor`.
final class Tables {
  private final InstantSource clock;

  Tables(InstantSource clock) {
    this.clock = clock;
  }

  private record Column(
      String name,
      String type,
      String format,
      String description,
      long priority,
      Function<TreeNode, @Nullable Object> cell) {}

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
        "columnDefinitions", headers ? columns.stream().map(Tables::definition).toList() : null);
    List<@Nullable Object> rows = new ArrayList<>();
    for (Map<String, @Nullable Object> object : objects) {
      rows.add(row(columns, as, object, part));
    }
    table.put("rows", rows);
    return table;
  }

  private static Map<String, @Nullable Object> definition(Column column) {
    Map<String, @Nullable Object> definition = new LinkedHashMap<>();
    definition.put("name", column.name);
    definition.put("type", column.type);
    definition.put("format", column.format);
    definition.put("description", column.description);
    definition.put("priority", column.priority);
    return definition;
  }

  private static Map<String, @Nullable Object> row(
      List<Column> columns,
      GroupVersionKind as,
      Map<String, @Nullable Object> object,
      String part) {
    TreeNode node = TreeNode.copyOf(object);
    List<@Nullable Object> cells = new ArrayList<>();
    columns.forEach(column -> cells.add(column.cell.apply(node)));
    Map<String, @Nullable Object> row = new LinkedHashMap<>();
    row.put("cells", cells);
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
    List<Column> columns = new ArrayList<>();
    columns.add(
        new Column(
            "Name",
            "string",
            "name",
            "Name must be unique within a namespace.",
            0,
            object -> object.at("metadata").text("name")));
    List<CustomVersion.Column> own =
        resource.custom().map(CustomVersion::columns).orElse(List.of());
    own.forEach(column -> columns.add(custom(column)));
    if (own.isEmpty()) {
      columns.add(
          new Column(
              "Age",
              "date",
              "",
              "CreationTimestamp is a timestamp representing the server time when this object was"
                  + " created.",
              0,
              object -> age(object.at("metadata").text("creationTimestamp"))));
    }
    return columns;
  }

  private Column custom(CustomVersion.Column column) {
    return new Column(
        column.name(),
        column.type(),
        column.format(),
        column.description(),
        column.priority(),
        object -> {
          Object value = find(object, column.jsonPath());
          return column.type().equals("date") && value instanceof String time ? age(time) : value;
        });
  }

  /// The value at a path of names, such as `.spec.replicas`.
  private static @Nullable Object find(TreeNode object, String path) {
    TreeNode parent = object;
    String[] names = path.replaceFirst("^\\.", "").split("\\.");
    for (int i = 0; i < names.length - 1; i++) {
      parent = parent.at(names[i]);
    }
    return parent.get(names[names.length - 1]);
  }

  /// How long ago something was, in one or two units.
  private String age(String time) {
    if (time.isEmpty()) {
      return "<unknown>";
    }
    long seconds = Duration.between(Instant.parse(time), clock.instant()).toSeconds();
    long minutes = seconds / 60;
    long hours = minutes / 60;
    long days = hours / 24;
    if (seconds < 0) {
      return seconds < -1 ? "<invalid>" : "0s";
    }
    if (seconds < 120) {
      return seconds + "s";
    }
    if (minutes < 10) {
      return two(minutes, "m", seconds % 60, "s");
    }
    if (hours < 3) {
      return minutes + "m";
    }
    if (hours < 8) {
      return two(hours, "h", minutes % 60, "m");
    }
    if (hours < 48) {
      return hours + "h";
    }
    if (days < 8) {
      return two(days, "d", hours % 24, "h");
    }
    return days < 2 * 365 ? days + "d" : two(days / 365, "y", days % 365, "d");
  }

  private static String two(long large, String largeUnit, long small, String smallUnit) {
    return large + largeUnit + (small == 0 ? "" : small + smallUnit);
  }
}
