package dev.drover.cel;

import dev.drover.cel.checker.Checked;
import dev.drover.cel.checker.Range;
import dev.drover.cel.eval.Plan;
import dev.drover.cel.schema.DeclType;
import dev.drover.cel.types.CelError;
import dev.drover.cel.types.CelList;
import dev.drover.cel.types.CelType;
import dev.drover.cel.types.ObjectValue;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A compiled expression. Immutable and safe for several threads.
///
/// ```java
/// CelResult result = rule.evaluate(Map.of("self", object), CelProgram.COST_PER_CALL);
/// if (!result.isTrue()) { … }
/// ```
public final class CelProgram {
  /// What one expression may cost.
  ///
  /// In Go: {@code celconfig.PerCallLimit}.
  public static final long COST_PER_CALL = 1_000_000;

  /// What all expressions that validate one object may cost.
  ///
  /// In Go: {@code celconfig.RuntimeCELCostBudget}.
  public static final long COST_PER_OBJECT = 10_000_000;

  private final String expression;
  private final Checked checked;
  private final Plan plan;
  private final Range cost;
  private final Map<String, CelEnvironment.Variable> variables;

  CelProgram(
      String expression,
      Checked checked,
      Plan plan,
      Range cost,
      Map<String, CelEnvironment.Variable> variables) {
    this.expression = expression;
    this.checked = checked;
    this.plan = plan;
    this.cost = cost;
    this.variables = variables;
  }

  /// As it was written.
  public String expression() {
    return expression;
  }

  /// The type of the result, such as `bool` or `list(string)`.
  public String type() {
    return checked.type().format();
  }

  /// Whether the expression reads a variable.
  public boolean reads(String variable) {
    return checked.variables().contains(variable);
  }

  /// The least that it can cost; unsigned.
  public long minCost() {
    return cost.min();
  }

  /// The most that it can cost for objects that fit into a request; unsigned.
  public long maxCost() {
    return cost.max();
  }

  /// Evaluates the expression.
  ///
  /// @param trees the values of the variables; an optional variable may be left out
  /// @param limit on the cost
  public CelResult evaluate(Map<String, ? extends @Nullable Object> trees, long limit) {
    return evaluate(CelInput.of(trees, Map.of()), limit);
  }

  /// Evaluates the expression with values that other expressions use, too.
  ///
  /// @param limit on the cost
  public CelResult evaluate(CelInput input, long limit) {
    Plan.Outcome outcome = outcome(input, limit);
    if (outcome.value() instanceof CelError(String message)) {
      return new CelResult(null, Optional.of(message), outcome.cost());
    }
    Object value = outcome.value();
    boolean plain =
        value instanceof Boolean
            || value instanceof Long
            || value instanceof Double
            || value instanceof String;
    boolean made = value instanceof ObjectValue || value instanceof CelList;
    return new CelResult(
        plain ? value : made ? CelObject.export(value) : null, Optional.empty(), outcome.cost());
  }

  Plan.Outcome outcome(CelInput input, long limit) {
    return plan.evaluate(name -> input.value(name, variables.get(name)), limit);
  }

  /// The type as that of a variable.
  DeclType declaredType() {
    return declared(checked);
  }

  static DeclType declared(Checked checked) {
    return DeclType.of(composed(checked.type()));
  }

  /// Objects lose their type when they become the value of a variable.
  private static CelType composed(CelType type) {
    return switch (type.kind()) {
      case BOOL, BYTES, DOUBLE, DURATION, INT, NULL, STRING, TIMESTAMP, UINT, DYN -> type;
      case LIST, MAP ->
          new CelType(
              type.kind(),
              type.name(),
              type.parameters().stream().map(CelProgram::composed).toList());
      default -> CelType.DYN;
    };
  }
}
