package dev.drover.server.table;

import dev.drover.schema.TreeNode;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A column of a table of objects.
///
/// @param priority 0 for columns that are always shown, 1 for those of `kubectl get -o wide`
public record Column(
    String name, String type, String format, String description, long priority, Cell cell) {

  /// What an object has in a column.
  @FunctionalInterface
  public interface Cell {
    /// The value for one object.
    ///
    /// @param now what ages are counted to
    @Nullable Object of(TreeNode object, Instant now);
  }

  /// A cell that does not depend on the time.
  @FunctionalInterface
  public interface Timeless {
    /// The value for one object.
    @Nullable Object of(TreeNode object);
  }

  /// Whether tables describe the column: kube-apiserver has rows with more cells than columns.
  public boolean isAnnounced() {
    return !name.isEmpty();
  }

  /// The column as one that only `-o wide` shows.
  public Column wide() {
    return new Column(name, type, format, description, 1, cell);
  }

  public Column withType(String changed) {
    return new Column(name, changed, format, description, priority, cell);
  }

  public Column withFormat(String changed) {
    return new Column(name, type, changed, description, priority, cell);
  }

  public Column withDescription(String changed) {
    return new Column(name, type, format, changed, priority, cell);
  }
}
