package dev.drover.server.validation;

import java.util.Collection;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Validates that an update does not change immutable fields.
public final class Immutability {
  private Immutability() {}

  /// Whether both places hold the same; an empty list or map counts as none.
  public static boolean isSame(FieldValidator now, FieldValidator was) {
    return Objects.equals(noEmpty(now.value()), noEmpty(was.value()));
  }

  private static @Nullable Object noEmpty(@Nullable Object value) {
    boolean isEmpty =
        value instanceof Collection<?> list && list.isEmpty()
            || value instanceof Map<?, ?> map && map.isEmpty();
    return isEmpty ? null : value;
  }

  /// Complains if a field changed that is no pointer in Go: when it is gone, the complaint shows an
  /// empty value.
  public static void needSame(FieldValidator now, FieldValidator was) {
    if (!isSame(now, was)) {
      now.invalid(now.isPresent() ? now.value() : emptyLike(was.value()), FieldValidator.IMMUTABLE);
    }
  }

  /// Complains if a field changed that is a pointer or a time in Go: when it is gone, the complaint
  /// shows null.
  public static void needSamePointer(FieldValidator now, FieldValidator was) {
    if (!Objects.equals(now.value(), was.value())) {
      now.invalid(FieldValidator.IMMUTABLE);
    }
  }

  private static @Nullable Object emptyLike(@Nullable Object value) {
    return switch (value) {
      case String text -> "";
      case Long number -> 0L;
      case Boolean truth -> false;
      case null, default -> null;
    };
  }
}
