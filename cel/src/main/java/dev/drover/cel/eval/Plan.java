package dev.drover.cel.eval;

import dev.drover.cel.types.CelError;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// A planned expression. Safe for several threads.
public final class Plan {
  private final Node root;

  Plan(Node root) {
    this.root = root;
  }

  /// What came out.
  ///
  /// @param value or an error
  /// @param cost of getting it
  public record Outcome(Object value, long cost) {}

  public Outcome evaluate(Function<String, @Nullable Object> variables, long limit) {
    Run run = new Run(variables, limit);
    try {
      return new Outcome(root.eval(new Frame(run)), run.cost());
    } catch (Run.TooCostly e) {
      return new Outcome(new CelError(String.valueOf(e.getMessage())), run.cost());
    }
  }
}
