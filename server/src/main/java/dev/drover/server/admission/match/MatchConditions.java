package dev.drover.server.admission.match;

import dev.drover.api.text.GoText;
import dev.drover.cel.CelEnvironment;
import dev.drover.cel.CelInput;
import dev.drover.cel.CelProgram;
import dev.drover.cel.CelResult;
import dev.drover.schema.TreeNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The match conditions of a webhook or policy: expressions that must all hold for a request.
/// Compiled once.
///
/// In Go: `matchconditions.Matcher`.
public final class MatchConditions {
  private static final long BUDGET = 2_500_000;
  private static final String OUT_OF_BUDGET =
      "validation failed due to running out of cost budget, no further validation rules will be"
          + " run";

  private final List<Condition> conditions;
  private final boolean failsOpen;

  /// @param program null if it cannot be compiled
  private record Condition(@Nullable CelProgram program, String expression, String problem) {}

  private MatchConditions(List<Condition> conditions, boolean failsOpen) {
    this.conditions = conditions;
    this.failsOpen = failsOpen;
  }

  /// Compiles a list of `matchConditions`.
  ///
  /// @param failsOpen whether a request is not meant if a condition cannot be evaluated
  public static MatchConditions of(
      List<TreeNode> conditions, boolean hasParams, boolean failsOpen) {
    CelEnvironment environment = AdmissionExpressions.environment(hasParams, true);
    return new MatchConditions(
        conditions.stream()
            .map(condition -> compiled(environment, condition.text("expression")))
            .toList(),
        failsOpen);
  }

  private static Condition compiled(CelEnvironment environment, String expression) {
    try {
      return new Condition(
          AdmissionExpressions.compile(environment, expression, List.of("bool")), expression, "");
    } catch (AdmissionExpressions.Unusable e) {
      return new Condition(null, expression, e.problem());
    }
  }

  public boolean isEmpty() {
    return conditions.isEmpty();
  }

  /// What the conditions say.
  ///
  /// @param error why it is not known whether they hold
  public record Outcome(boolean holds, Optional<String> error) {
    static final Outcome YES = new Outcome(true, Optional.empty());
    static final Outcome NO = new Outcome(false, Optional.empty());
  }

  public Outcome evaluate(CelInput input) {
    long budget = BUDGET;
    List<String> errors = new ArrayList<>();
    boolean isFalse = false;
    for (Condition condition : conditions) {
      if (condition.program == null) {
        errors.add("compilation error: " + condition.problem);
        continue;
      }
      CelResult result = condition.program.evaluate(input, CelProgram.COST_PER_CALL);
      if (result.cost() > budget) {
        return failsOpen ? Outcome.NO : new Outcome(false, Optional.of(OUT_OF_BUDGET));
      }
      budget -= result.cost();
      result
          .error()
          .ifPresent(
              error ->
                  errors.add(
                      "expression '" + condition.expression + "' resulted in error: " + error));
      isFalse |= Boolean.FALSE.equals(result.value());
    }
    if (isFalse) {
      return Outcome.NO;
    }
    if (errors.isEmpty()) {
      return Outcome.YES;
    }
    return failsOpen ? Outcome.NO : new Outcome(false, Optional.of(GoText.aggregate(errors)));
  }
}
