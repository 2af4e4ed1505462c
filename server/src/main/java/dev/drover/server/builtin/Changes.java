package dev.drover.server.builtin;

import dev.drover.server.rules.Place;
import java.util.Collection;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Compares what is there with what was there.
final class Changes {
  private Changes() {}

  /// Whether both places hold the same; an empty list or map counts as none.
  static boolean isSame(Place now, Place was) {
    return Objects.equals(noEmpty(now.value()), noEmpty(was.value()));
  }

  private static @Nullable Object noEmpty(@Nullable Object value) {
    boolean isEmpty =
        value instanceof Collection<?> list && list.isEmpty()
            || value instanceof Map<?, ?> map && map.isEmpty();
    return isEmpty ? null : value;
  }

  /// Complains if a field changed.
  static void needSame(Place now, Place was) {
    if (!isSame(now, was)) {
      now.invalid(Place.IMMUTABLE);
    }
  }
}
