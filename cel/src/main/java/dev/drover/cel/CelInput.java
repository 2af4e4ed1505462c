package dev.drover.cel;

import dev.drover.cel.eval.Plan;
import dev.drover.cel.types.CelError;
import dev.drover.cel.types.CelMap;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The values of the variables for several expressions, which share what is computed of them.
///
/// ```java
/// CelInput input = CelInput.of(Map.of("object", object), policy.variables());
/// CelResult first = validation.evaluate(input, CelProgram.COST_PER_CALL);
/// long more = input.takeCost();                       // of the variables that it read first
/// ```
///
/// Composed variables (`variables.x`) are evaluated when an expression reads them for the first
/// time. Not thread safe.
public final class CelInput {
  private final Map<String, ? extends @Nullable Object> trees;
  private final Map<String, CelProgram> variables;
  private final Map<String, Object> values = new HashMap<>();
  private final Composed composed = new Composed();
  private long cost; // of composed variables, since it was last taken

  private CelInput(
      Map<String, ? extends @Nullable Object> trees, Map<String, CelProgram> variables) {
    this.trees = trees;
    this.variables = variables;
  }

  /// Values, and expressions for `variables`.
  ///
  /// @param trees by the name of the variable
  /// @param variables by their names; each may use those that were declared before it
  public static CelInput of(
      Map<String, ? extends @Nullable Object> trees, Map<String, CelProgram> variables) {
    return new CelInput(trees, variables);
  }

  /// What the composed variables cost that were evaluated since this was called last.
  public long takeCost() {
    long taken = cost;
    cost = 0;
    return taken;
  }

  @Nullable Object value(String name, CelEnvironment.@Nullable Variable variable) {
    if (variable == null) {
      return null;
    }
    if (variable.isComposed()) {
      return composed;
    }
    Object known = values.get(name);
    if (known == null) {
      known = variable.value(trees.get(name));
      if (known != null) {
        values.put(name, known);
      }
    }
    return known;
  }

  /// The object `variables`.
  private final class Composed implements CelMap {
    private final Map<String, Object> known = new HashMap<>();

    @Override
    public int size() {
      return variables.size();
    }

    @Override
    public @Nullable Object find(Object key) {
      CelProgram program = key instanceof String name ? variables.get(name) : null;
      if (program == null) {
        return null;
      }
      Object value = known.get((String) key);
      if (value == null) {
        value = evaluate((String) key, program);
        known.put((String) key, value);
      }
      return value;
    }

    private Object evaluate(String name, CelProgram program) {
      Plan.Outcome outcome = program.outcome(CelInput.this, CelProgram.COST_PER_CALL);
      cost += outcome.cost();
      return outcome.value() instanceof CelError(String message)
          ? new CelError("composited variable \"" + name + "\" fails to evaluate: " + message)
          : outcome.value();
    }

    @Override
    public Collection<?> keys() {
      return variables.keySet();
    }
  }
}
