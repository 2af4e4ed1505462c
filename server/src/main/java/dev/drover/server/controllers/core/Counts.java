package dev.drover.server.controllers.core;

import dev.drover.schema.TreeNode;
import org.jspecify.annotations.Nullable;

/// Numbers in the form of the API: counters, which are absent when they are zero, and amounts that
/// may be percentages.
public final class Counts {
  private Counts() {}

  /// Sets a counter, or removes it if it is zero.
  public static void set(TreeNode status, String name, long count) {
    if (count == 0) {
      status.remove(name);
    } else {
      status.set(name, count);
    }
  }

  /// The amount in a field, which may be a percentage of `total`.
  ///
  /// @param otherwise what counts if the field is absent
  public static long scaled(
      TreeNode owner, String name, long total, boolean roundsUp, long otherwise) {
    @Nullable Object value = owner.get(name);
    if (value instanceof Number number) {
      return number.longValue();
    }
    if (value instanceof String text && text.endsWith("%")) {
      long percent = Long.parseLong(text.substring(0, text.length() - 1));
      return roundsUp ? Math.ceilDiv(percent * total, 100) : percent * total / 100;
    }
    return otherwise;
  }
}
