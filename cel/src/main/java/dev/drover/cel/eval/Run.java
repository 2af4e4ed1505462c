package dev.drover.cel.eval;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// One evaluation: its variables, and its cost so far.
final class Run {
  private final Function<String, @Nullable Object> variables;
  private final long limit;
  private long cost;

  Run(Function<String, @Nullable Object> variables, long limit) {
    this.variables = variables;
    this.limit = limit;
  }

  /// Thrown when the limit is exceeded.
  static final class TooCostly extends RuntimeException {
    private static final long serialVersionUID = 1L;

    TooCostly() {
      super("operation cancelled: actual cost limit exceeded", null, false, false);
    }
  }

  @Nullable Object variable(String name) {
    return variables.apply(name);
  }

  long cost() {
    return cost;
  }

  void charge(long amount) {
    cost += amount;
    if (cost > limit || cost < 0) {
      throw new TooCostly();
    }
  }
}
