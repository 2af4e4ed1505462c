package dev.drover.recipes.set;

import java.util.Map;
import java.util.stream.Collectors;

/// Some objects of a set could not be applied or deleted; the others were. Its message has a line
/// for each object that failed.
public final class SetException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient SetResult result;

  SetException(SetResult result) {
    super(message(result), result.failures().firstEntry().getValue());
    this.result = result;
    result.failures().values().stream().skip(1).forEach(this::addSuppressed);
  }

  private static String message(SetResult result) {
    return result.failures().entrySet().stream()
        .map(SetException::line)
        .collect(
            Collectors.joining(
                "",
                "%s: %d of %d objects failed"
                    .formatted(
                        result.plan().set(), result.failures().size(), result.outcomes().size()),
                ""));
  }

  private static String line(Map.Entry<ObjectRef, RuntimeException> failure) {
    return "; " + failure.getKey() + ": " + failure.getValue().getMessage();
  }

  /// What became of every object.
  public SetResult result() {
    return result;
  }
}
