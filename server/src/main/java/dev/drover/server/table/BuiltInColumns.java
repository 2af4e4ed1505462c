package dev.drover.server.table;

import dev.drover.api.GroupKind;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Stream;

/// The columns of built-in kinds. Their cells are computed of objects in the stored version.
///
/// In Go: `printers/internalversion.AddHandlers`. What it says of columns is in
/// `descriptions.properties`, because it is long and only people who ask for JSON see it.
public final class BuiltInColumns {
  private final Map<GroupKind, List<Column>> columns = new HashMap<>();
  private final Properties descriptions;

  private BuiltInColumns(Properties descriptions) {
    this.descriptions = descriptions;
    Stream.of(
            WorkloadColumns.all(),
            NetworkColumns.all(),
            StorageColumns.all(),
            ClusterColumns.all(),
            PolicyColumns.all(),
            ScalingColumns.all())
        .forEach(all -> all.forEach((kind, own) -> columns.put(kind, described(kind, own))));
  }

  /// Reads what there is to say of the columns.
  public static BuiltInColumns load() {
    Properties descriptions = new Properties();
    try (InputStream in = BuiltInColumns.class.getResourceAsStream("descriptions.properties")) {
      if (in == null) {
        throw new IllegalStateException("descriptions.properties is not next to this class");
      }
      descriptions.load(new InputStreamReader(in, StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read descriptions.properties", e);
    }
    return new BuiltInColumns(descriptions);
  }

  /// Whether the kind has columns of its own.
  public boolean has(GroupKind kind) {
    return columns.containsKey(kind);
  }

  /// The columns of a kind: name and time of creation when it has none of its own.
  public List<Column> of(GroupKind kind) {
    List<Column> own = columns.get(kind);
    return own != null ? own : described(kind, Columns.ofKindsWithoutTheirOwn());
  }

  /// What there is to say of a column that means the same for all kinds.
  public String description(String column) {
    return descriptions.getProperty(column, "");
  }

  private List<Column> described(GroupKind kind, List<Column> own) {
    return own.stream().map(column -> column.withDescription(description(kind, column))).toList();
  }

  /// Keys are `Kind.Column`, or the column alone where it means the same everywhere.
  private String description(GroupKind kind, Column column) {
    String name = column.name().replace(' ', '_');
    return descriptions.getProperty(kind.kind() + "." + name, descriptions.getProperty(name, ""));
  }
}
