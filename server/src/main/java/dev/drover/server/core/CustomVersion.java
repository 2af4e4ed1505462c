package dev.drover.server.core;

import dev.drover.crd.engine.ScalePaths;
import dev.drover.schema.JsonPath;
import dev.drover.schema.StructuralSchema;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// The properties of one version of a definition that built-in resources do not have.
///
/// @param schema reads the objects that clients send
/// @param columns of its table, after the name
/// @param warning for every call to it, when it is deprecated
/// @param converted gives an object of another version as one of this, with all that it has
/// @param scale where its objects keep what `/scale` shows, if that is served
/// @param selectableFields the fields of selectors, such as `spec.color`
public record CustomVersion(
    StructuralSchema schema,
    List<Column> columns,
    Optional<String> warning,
    UnaryOperator<Map<String, @Nullable Object>> converted,
    Optional<ScalePaths> scale,
    List<String> selectableFields) {

  public CustomVersion {
    columns = List.copyOf(columns);
    selectableFields = List.copyOf(selectableFields);
  }

  /// A column of a table.
  ///
  /// @param type `integer`, `number`, `string`, `boolean` or `date`
  /// @param format may be empty
  /// @param description may be empty: then it tells the path
  /// @param priority 0 for columns that are always shown
  /// @param jsonPath where the value is, such as `.spec.replicas`
  /// @param path the same, to be followed
  public record Column(
      String name,
      String type,
      String format,
      String description,
      long priority,
      String jsonPath,
      JsonPath path) {}
}
