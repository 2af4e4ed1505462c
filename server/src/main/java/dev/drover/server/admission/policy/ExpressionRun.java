package dev.drover.server.admission.policy;

import dev.drover.cel.CelInput;
import dev.drover.cel.CelProgram;
import dev.drover.cel.CelResult;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Evaluates expressions of a policy, which share their variables and a budget.
///
/// In Go: `condition.ForInput`.
final class ExpressionRun {
  private static final String OUT_OF_BUDGET =
      "validation failed due to running out of cost budget, no further validation rules will be"
          + " run";

  private final CelInput input;
  private long budget;

  ExpressionRun(
      Map<String, @Nullable Object> values, Map<String, CelProgram> variables, long budget) {
    this.input = CelInput.of(values, variables);
    this.budget = budget;
  }

  /// The budget is spent: no expression counts.
  static final class OutOfBudget extends Exception {
    private static final long serialVersionUID = 1;

    OutOfBudget() {
      super(OUT_OF_BUDGET, null, false, false); // an answer, not a defect
    }
  }

  long budget() {
    return budget;
  }

  CelResult evaluate(CelProgram program) throws OutOfBudget {
    CelResult result = program.evaluate(input, CelProgram.COST_PER_CALL);
    spend(input.takeCost());
    spend(result.cost());
    return result;
  }

  private void spend(long cost) throws OutOfBudget {
    if (cost > budget) {
      throw new OutOfBudget();
    }
    budget -= cost;
  }

  /// What a failed evaluation says.
  static String error(CelProgram program, String error) {
    return "expression '" + program.expression() + "' resulted in error: " + error;
  }
}
