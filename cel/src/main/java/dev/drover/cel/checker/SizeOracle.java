package dev.drover.cel.checker;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// Knows how large the strings, lists and maps of a variable can be.
public interface SizeOracle {
  /// The size of what is found at a path from a variable: names of fields, `@items`, `@keys`,
  /// `@values`. Null where that is unknown.
  @Nullable Range sizeAt(List<String> path);
}
