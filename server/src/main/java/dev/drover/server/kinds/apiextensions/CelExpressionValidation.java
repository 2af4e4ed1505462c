package dev.drover.server.kinds.apiextensions;

import dev.drover.cel.CelProgram;
import dev.drover.cel.CelSchema;
import dev.drover.crd.engine.CompiledRule;
import dev.drover.schema.FieldError;
import dev.drover.schema.FieldPath;
import dev.drover.schema.TreeNode;
import dev.drover.server.validation.FieldValidator;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Validates the expressions in a schema: they must compile and stay within the cost limits.
///
/// In Go: the part of `ValidateCustomResourceDefinitionOpenAPISchema` that has a
/// `CELSchemaContext`.
final class CelExpressionValidation {
  private static final long MOST_PER_RULE = 10_000_000;
  private static final long MOST_PER_SCHEMA = 100_000_000;
  private static final int SHOWN = 4;
  private static final String ADVICE =
      " (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays,"
          + " maps, and strings are declared)";

  private final List<FieldError> schemaErrors;
  private final List<RuleCost> costs = new ArrayList<>();
  private long total; // unsigned

  private CelExpressionValidation(List<FieldError> schemaErrors) {
    this.schemaErrors = List.copyOf(schemaErrors);
  }

  private record RuleCost(FieldPath path, long cost) {}

  /// Where a part of the schema stands.
  ///
  /// @param cardinality how often there can be a value of it; null for any number of times
  /// @param uncorrelatable the nearest part around it whose values cannot be compared with those
  ///   before a change; null for none
  private record SchemaSite(@Nullable Long cardinality, @Nullable FieldPath uncorrelatable) {
    SchemaSite inside(TreeNode schema, @Nullable FieldPath blocked) {
      Long factor = factor(schema);
      return new SchemaSite(
          cardinality == null || factor == null ? null : multiply(cardinality, factor),
          uncorrelatable == null ? blocked : uncorrelatable);
    }

    private static @Nullable Long factor(TreeNode schema) {
      String limit =
          switch (schema.text("type")) {
            case "object" -> schema.has("additionalProperties") ? "maxProperties" : "";
            case "array" -> "maxItems";
            default -> "";
          };
      if (limit.isEmpty()) {
        return 1L;
      }
      return schema.has(limit) ? Long.valueOf(Math.max(0, schema.number(limit, 0))) : null;
    }
  }

  /// Checks all rules below a schema that is structural and has valid defaults.
  ///
  /// @param schema with what was found wrong so far: rules at or above such a place are left alone
  static void check(FieldValidator schema) {
    CelExpressionValidation validation = new CelExpressionValidation(schema.errors());
    validation.visit(schema, new SchemaSite(1L, null), true);
    validation.checkTotal(schema);
  }

  private void visit(FieldValidator schema, SchemaSite place, boolean root) {
    TreeNode node = schema.node();
    FieldValidator additional = schema.child("additionalProperties");
    if (additional.value() instanceof Map<?, ?>) {
      visit(additional, place.inside(node, null), false);
    }
    schema
        .child("properties")
        .entries()
        .forEach((name, property) -> visit(property, place.inside(node, null), false));
    FieldValidator items = schema.child("items");
    if (items.value() instanceof Map<?, ?>) {
      boolean keyed = node.text("x-kubernetes-list-type").equals("map");
      visit(items, place.inside(node, keyed ? null : schema.path()), false);
    }
    if (!node.items("x-kubernetes-validations").isEmpty() && isValid(schema.path())) {
      checkRules(schema, place, root || node.isTrue("x-kubernetes-embedded-resource"));
    }
  }

  private boolean isValid(FieldPath path) {
    String prefix = path.toString();
    return schemaErrors.stream()
        .map(FieldError::field)
        .noneMatch(
            field ->
                field.equals(prefix)
                    || field.startsWith(prefix + ".")
                    || field.startsWith(prefix + "["));
  }

  private void checkRules(FieldValidator schema, SchemaSite place, boolean resource) {
    CelSchema types = CelSchema.of(schema.node().map(), resource).orElse(null);
    FieldValidator rules = schema.child("x-kubernetes-validations");
    if (types == null) {
      schema.report(
          List.of(
              FieldError.internal(
                  rules.path(),
                  "internal error: failed to construct type information for"
                      + " x-kubernetes-validations rules: unable to convert structural schema to"
                      + " CEL declarations")));
      return;
    }
    rules.each(rule -> checkRule(rule, types, place));
  }

  private void checkRule(FieldValidator rule, CelSchema types, SchemaSite place) {
    CompiledRule compiled = CompiledRule.of(rule.node(), types);
    FieldValidator expression = rule.child("rule");
    CelProgram program = compiled.program();
    long times = place.cardinality() == null ? types.mostInRequest() : place.cardinality();
    long cost = program == null ? 0 : multiply(program.maxCost(), times);
    observe(expression, "estimated rule cost", cost);
    compiled
        .error()
        .ifPresent(error -> expression.invalid(InternalSchema.rule(rule.node()), error));
    FieldValidator message = rule.child("messageExpression");
    compiled
        .messageError()
        .ifPresent(error -> message.invalid(InternalSchema.rule(rule.node()), error));
    if (compiled.message() != null) {
      observe(message, "estimated messageExpression cost", compiled.message().maxCost());
    }
    if (compiled.usesOldSelf()) {
      if (place.uncorrelatable() != null) {
        expression.invalid(
            "oldSelf cannot be used on the uncorrelatable portion of the schema within "
                + place.uncorrelatable());
      }
    } else if (rule.has("optionalOldSelf")) {
      rule.child("optionalOldSelf").invalid("may not be set if oldSelf is not used in rule");
    }
  }

  private void observe(FieldValidator expression, String name, long cost) {
    if (Long.compareUnsigned(cost, MOST_PER_RULE) > 0) {
      expression.forbidden(tooCostly(name, cost, MOST_PER_RULE));
    }
    total = Long.compareUnsigned(total + cost, total) < 0 ? -1L : total + cost;
    if (Long.compareUnsigned(cost, MOST_PER_SCHEMA / 100) >= 0) {
      costs.add(new RuleCost(expression.path(), cost));
      costs.sort((one, other) -> Long.compareUnsigned(other.cost(), one.cost()));
      if (costs.size() > SHOWN) {
        costs.removeLast();
      }
    }
  }

  private void checkTotal(FieldValidator schema) {
    if (Long.compareUnsigned(total, MOST_PER_SCHEMA) <= 0) {
      return;
    }
    List<FieldError> errors = new ArrayList<>();
    for (RuleCost cost : costs) {
      errors.add(
          FieldError.forbidden(
              cost.path(),
              "contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3"
                  + " schema"));
    }
    String name = "x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema";
    errors.add(FieldError.forbidden(schema.path(), tooCostly(name, total, MOST_PER_SCHEMA)));
    schema.report(errors);
  }

  private static String tooCostly(String name, long cost, long limit) {
    double factor = unsigned(cost) / limit;
    String shown =
        factor > 100.0
            ? "more than 100x"
            : String.format(Locale.ROOT, factor < 1.5 ? "%fx" : "%.1fx", factor);
    return name + " exceeds budget by factor of " + shown + ADVICE;
  }

  private static double unsigned(long value) {
    double half = value >>> 1;
    return value >= 0 ? value : half * 2.0;
  }

  private static long multiply(long cost, long times) {
    return cost != 0 && Long.compareUnsigned(Long.divideUnsigned(-1L, cost), times) < 0
        ? -1L
        : cost * times;
  }
}
