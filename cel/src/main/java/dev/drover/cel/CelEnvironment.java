package dev.drover.cel;

import dev.drover.cel.checker.Checked;
import dev.drover.cel.checker.Checker;
import dev.drover.cel.checker.CostEstimator;
import dev.drover.cel.checker.Range;
import dev.drover.cel.checker.Validators;
import dev.drover.cel.eval.Plan;
import dev.drover.cel.eval.Planner;
import dev.drover.cel.parser.Expr;
import dev.drover.cel.parser.Issues;
import dev.drover.cel.parser.Parser;
import dev.drover.cel.parser.Source;
import dev.drover.cel.schema.DeclType;
import dev.drover.cel.schema.TypedVariables;
import java.util.LinkedHashMap;
import java.util.Map;

/// The variables that expressions can read; compiles expressions.
///
/// ```java
/// CelEnvironment environment = CelEnvironment.of().with("self", schema);
/// CelProgram rule = environment.compile("self.spec.replicas <= 5");
/// CelResult result = rule.evaluate(Map.of("self", object), CelProgram.COST_PER_CALL);
/// ```
///
/// Immutable and safe for several threads. The functions are those of Kubernetes 1.36: CEL's own,
/// its extensions for strings, lists, sets, optionals and two-variable macros, and Kubernetes'
/// libraries for URLs, IP addresses, quantities, semantic versions, formats and regular
/// expressions.
public final class CelEnvironment {
  private static final CelEnvironment EMPTY = new CelEnvironment(Map.of());
  private final Map<String, Variable> variables;

  private CelEnvironment(Map<String, Variable> variables) {
    this.variables = variables;
  }

  record Variable(CelSchema schema, DeclType type, boolean optional) {}

  /// Without variables.
  public static CelEnvironment of() {
    return EMPTY;
  }

  /// With a variable that always has a value.
  public CelEnvironment with(String name, CelSchema schema) {
    return with(name, schema, false);
  }

  /// With a variable that is an optional value of the schema.
  public CelEnvironment withOptional(String name, CelSchema schema) {
    return with(name, schema, true);
  }

  private CelEnvironment with(String name, CelSchema schema, boolean optional) {
    Map<String, Variable> more = new LinkedHashMap<>(variables);
    more.put(name, new Variable(schema, TypedVariables.named(schema.type()), optional));
    return new CelEnvironment(Map.copyOf(more));
  }

  /// Parses, checks and plans an expression.
  ///
  /// @throws CelException if it is wrong
  public CelProgram compile(String expression) throws CelException {
    Source source = new Source(expression);
    Issues issues = new Issues(source);
    Expr parsed = Parser.parse(source, issues);
    fail(issues);
    TypedVariables types = new TypedVariables();
    variables.forEach((name, variable) -> types.add(name, variable.type(), variable.optional()));
    Checked checked = Checker.check(parsed, types.types(), types, issues);
    fail(issues);
    Validators.check(checked, issues);
    fail(issues);
    Range cost = CostEstimator.estimate(checked, types);
    try {
      Plan plan = Planner.plan(checked);
      return new CelProgram(expression, checked, plan, cost, variables);
    } catch (Planner.InvalidConstant e) {
      throw new CelException(String.valueOf(e.getMessage()), true);
    }
  }

  private static void fail(Issues issues) throws CelException {
    if (!issues.isEmpty()) {
      throw new CelException(issues.display(), false);
    }
  }
}
