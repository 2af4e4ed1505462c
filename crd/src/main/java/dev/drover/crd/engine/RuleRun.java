package dev.drover.crd.engine;

import dev.drover.cel.CelProgram;
import dev.drover.cel.CelResult;
import dev.drover.schema.FieldError;
import dev.drover.schema.FieldPath;
import dev.drover.schema.GoQuoting;
import dev.drover.schema.TreeNode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// One evaluation of the rules on an object: the errors so far, and the remaining cost budget.
final class RuleRun {
  private static final int LONGEST_MESSAGE = 5 * 1024;
  private static final String OUT_OF_BUDGET =
      "running out of cost budget, no further validation rules will be run";

  private final List<FieldError> errors = new ArrayList<>();
  private final List<String> warnings = new ArrayList<>();
  private long budget; // negative once no more rules are run

  RuleRun(long budget) {
    this.budget = budget;
  }

  List<FieldError> errors() {
    return errors;
  }

  List<String> warnings() {
    return warnings;
  }

  boolean isOver() {
    return budget < 0;
  }

  /// Evaluates the rules of one schema for a value.
  void evaluate(
      List<CompiledRule> rules,
      TreeNode schema,
      FieldPath path,
      Object value,
      @Nullable Object old,
      RuleValidator.Ratchet ratchet) {
    String type = schema.text("type");
    if (rules.isEmpty()) {
      return;
    }
    if (budget <= 0) {
      stop(FieldError.invalid(path, type, "validation failed due to " + OUT_OF_BUDGET));
      return;
    }
    Map<String, Object> variables = new HashMap<>();
    variables.put("self", value);
    if (old != null) {
      variables.put("oldSelf", old);
    }
    for (CompiledRule rule : rules) {
      CelProgram program = rule.program();
      if (rule.error().isPresent()) {
        errors.add(FieldError.invalid(path, type, "rule compile error: " + rule.error().get()));
      } else if (program != null && applies(rule, old)) {
        evaluate(rule, program, new RuleSite(schema, path, value, ratchet), variables);
      }
      if (isOver()) {
        return;
      }
    }
  }

  private record RuleSite(
      TreeNode schema, FieldPath path, Object value, RuleValidator.Ratchet ratchet) {
    String type() {
      return schema.text("type");
    }
  }

  /// Rules about changes need something to compare with, unless they say otherwise.
  private static boolean applies(CompiledRule rule, @Nullable Object old) {
    return !rule.usesOldSelf() || old != null || rule.rule().isTrue("optionalOldSelf");
  }

  private void evaluate(
      CompiledRule rule, CelProgram program, RuleSite place, Map<String, Object> variables) {
    CelResult result = program.evaluate(variables, CelProgram.COST_PER_CALL);
    if (result.cost() > budget) {
      stop(
          FieldError.invalid(
              place.path(), place.type(), "validation failed due to " + OUT_OF_BUDGET));
      return;
    }
    budget -= result.cost();
    if (result.error().isPresent()) {
      failed(rule, result, place);
    } else if (!result.isTrue()) {
      broken(rule, place, variables);
    }
  }

  private void failed(CompiledRule rule, CelResult result, RuleSite place) {
    String error = result.error().orElseThrow();
    if (result.isTooCostly()) {
      stop(
          FieldError.invalid(
              place.path(),
              place.type(),
              "'"
                  + error
                  + "': no further validation rules will be run due to call cost exceeds limit for"
                  + " rule: "
                  + rule.label()));
      return;
    }
    String detail =
        error.startsWith("no such overload")
            ? "'"
                + error
                + "': call arguments did not match a supported operator, function or macro"
                + " signature for rule: "
                + rule.label()
            : error + " evaluating rule: " + rule.label();
    errors.add(FieldError.invalid(place.path(), place.type(), detail));
  }

  private void broken(CompiledRule rule, RuleSite place, Map<String, Object> variables) {
    FieldPath path = RulePath.resolve(place.path(), rule.rule().text("fieldPath"), place.schema());
    String detail = rule.detail();
    if (rule.message() != null) {
      Message message = message(rule, rule.message(), variables);
      if (message.fatal()) {
        add(rule, place, FieldError.invalid(path, place.type(), message.text()));
        budget = -1;
        return;
      }
      detail = message.text();
    }
    add(rule, place, error(rule, path, place, detail));
  }

  private static FieldError error(
      CompiledRule rule, FieldPath path, RuleSite place, String detail) {
    boolean shown = !place.type().equals("object") && !place.type().equals("array");
    Object value = shown ? place.value() : FieldError.OMITTED;
    return switch (rule.rule().text("reason")) {
      case "FieldValueForbidden" -> FieldError.forbidden(path, detail);
      case "FieldValueRequired" -> FieldError.required(path, detail);
      case "FieldValueDuplicate" -> FieldError.duplicate(path, value);
      default -> FieldError.invalid(path, value, detail);
    };
  }

  private void add(CompiledRule rule, RuleSite place, FieldError error) {
    if (!rule.usesOldSelf() && place.ratchet().forgives()) {
      warnings.add(error.message());
    } else {
      errors.add(error);
    }
  }

  private record Message(String text, boolean fatal) {}

  /// The message that an expression makes; the one of the rule where it makes none.
  private Message message(CompiledRule rule, CelProgram program, Map<String, Object> variables) {
    CelResult result = program.evaluate(variables, CelProgram.COST_PER_CALL);
    if (result.cost() > budget) {
      return new Message("messageExpression evaluation failed due to " + OUT_OF_BUDGET, true);
    }
    if (result.isTooCostly()) {
      return new Message(
          "no further validation rules will be run due to call cost exceeds limit for"
              + " messageExpression: "
              + GoQuoting.quote(program.expression()),
          true);
    }
    budget -= result.cost();
    String text = result.value() instanceof String made ? made.strip() : "";
    boolean usable =
        !text.isEmpty()
            && text.indexOf('\n') < 0
            && text.getBytes(StandardCharsets.UTF_8).length <= LONGEST_MESSAGE;
    return new Message(usable ? text : rule.detail(), false);
  }

  private void stop(FieldError error) {
    errors.add(error);
    budget = -1;
  }
}
