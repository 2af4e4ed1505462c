package dev.drover.server.table;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Properties;

/// The descriptions of printer columns, which are in `descriptions.properties`: they are long, and
/// only clients that read a table as JSON see them.
///
/// In Go: the descriptions of `printers/internalversion.AddHandlers`.
public final class ColumnDescriptions {
  private final Properties texts;

  private ColumnDescriptions(Properties texts) {
    this.texts = texts;
  }

  /// Reads the descriptions.
  public static ColumnDescriptions load() {
    Properties texts = new Properties();
    try (InputStream in = ColumnDescriptions.class.getResourceAsStream("descriptions.properties")) {
      if (in == null) {
        throw new IllegalStateException("descriptions.properties is not next to this class");
      }
      texts.load(new InputStreamReader(in, StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read descriptions.properties", e);
    }
    return new ColumnDescriptions(texts);
  }

  /// The columns of a kind with their descriptions.
  public List<Column> describe(String kind, List<Column> columns) {
    return columns.stream().map(column -> column.withDescription(of(kind, column))).toList();
  }

  /// The description of a column that means the same for all kinds.
  public String of(String column) {
    return texts.getProperty(column, "");
  }

  /// Keys are `Kind.Column`, or the column alone where it means the same everywhere.
  private String of(String kind, Column column) {
    String name = column.name().replace(' ', '_');
    return texts.getProperty(kind + "." + name, texts.getProperty(name, ""));
  }
}
