package dev.drover.recipes;

import dev.drover.api.Condition;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// How a handler keeps a condition in a status: its type, and where the conditions are.
///
/// ```java
/// StatusFields.condition("Ready", Status::conditions,
///     (status, conditions) -> new Status(status == null ? 0 : status.pods(), conditions))
/// ```
///
/// The condition is true with the reason `Reconciled` after a run that worked, and false with the
/// reason `ReconcileError` and the message of the exception after one that failed. A handler that
/// sets a condition of this type itself, with another reason, keeps what it set; only a failure
/// replaces it.
///
/// @param <S> the type of the status
public final class StatusFields<S> {
  /// The reason of a run that worked.
  public static final String RECONCILED = "Reconciled";

  /// The reason of a run that failed.
  public static final String ERROR = "ReconcileError";

  private final Optional<String> type;
  private final Function<S, List<Condition>> read;
  private final BiFunction<@Nullable S, List<Condition>, S> write;

  private StatusFields(
      Optional<String> type,
      Function<S, List<Condition>> read,
      BiFunction<@Nullable S, List<Condition>, S> write) {
    this.type = type;
    this.read = read;
    this.write = write;
  }

  /// No condition: a failure is not written anywhere.
  public static <S> StatusFields<S> none() {
    return new StatusFields<>(
        Optional.empty(),
        _ -> List.of(),
        (_, _) -> {
          throw new IllegalStateException("there are no conditions");
        });
  }

  /// A condition of this type.
  ///
  /// @param read the conditions of a status
  /// @param write a status with these conditions; called with null while there is no status
  public static <S> StatusFields<S> condition(
      String type,
      Function<S, List<Condition>> read,
      BiFunction<@Nullable S, List<Condition>, S> write) {
    return new StatusFields<>(Optional.of(type), read, write);
  }

  Optional<String> type() {
    return type;
  }

  List<Condition> conditions(@Nullable S status) {
    return status == null ? List.of() : read.apply(status);
  }

  S with(@Nullable S status, List<Condition> conditions) {
    return write.apply(status, conditions);
  }
}
