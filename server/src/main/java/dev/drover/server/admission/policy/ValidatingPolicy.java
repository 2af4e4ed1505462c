package dev.drover.server.admission.policy;

import dev.drover.cel.CelEnvironment;
import dev.drover.cel.CelInput;
import dev.drover.cel.CelProgram;
import dev.drover.cel.CelResult;
import dev.drover.schema.TreeNode;
import dev.drover.server.admission.match.AdmissionExpressions;
import dev.drover.server.admission.match.MatchConditions;
import dev.drover.server.admission.match.Matching;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A `ValidatingAdmissionPolicy`, compiled.
///
/// In Go: `validating.validator`.
final class ValidatingPolicy {
  private static final int LONGEST_MESSAGE = 5 * 1024;

  private final String name;
  private final Matching matching;
  private final Optional<TreeNode> paramKind;
  private final boolean failsOpen;
  private final MatchConditions conditions;
  private final Map<String, CelProgram> variables;
  private final List<Validation> validations;
  private final List<Annotation> annotations;
  private final Optional<String> problem; // why it cannot be compiled

  /// @param message makes the message of a refusal, or null
  private record Validation(TreeNode source, CelProgram program, @Nullable CelProgram message) {}

  /// An annotation of the audit log.
  private record Annotation(String key, CelProgram program) {}

  /// A refusal, or a failure that counts as one.
  ///
  /// @param index of the validation that refuses
  /// @param reason empty for a failure
  record Decision(int index, String message, String reason) {}

  private ValidatingPolicy(
      TreeNode policy,
      Map<String, CelProgram> variables,
      List<Validation> validations,
      List<Annotation> annotations,
      Optional<String> problem) {
    TreeNode spec = policy.at("spec");
    this.name = policy.at("metadata").text("name");
    this.matching = Matching.ofPolicy(spec.at("matchConstraints"));
    this.paramKind = spec.child("paramKind");
    this.failsOpen = spec.text("failurePolicy").equals("Ignore");
    this.conditions =
        MatchConditions.of(spec.items("matchConditions"), paramKind.isPresent(), failsOpen);
    this.variables = variables;
    this.validations = validations;
    this.annotations = annotations;
    this.problem = problem;
  }

  static ValidatingPolicy of(TreeNode policy) {
    TreeNode spec = policy.at("spec");
    boolean hasParams = spec.has("paramKind");
    Map<String, CelProgram> variables = new LinkedHashMap<>();
    List<Validation> validations = new ArrayList<>();
    List<Annotation> annotations = new ArrayList<>();
    try {
      CelEnvironment full = AdmissionExpressions.environment(hasParams, true);
      for (TreeNode variable : spec.items("variables")) {
        variables.put(
            variable.text("name"),
            AdmissionExpressions.compile(
                full.withVariables(variables), variable.text("expression"), List.of()));
      }
      CelEnvironment environment = full.withVariables(variables);
      CelEnvironment messages =
          AdmissionExpressions.environment(hasParams, false).withVariables(variables);
      for (TreeNode validation : spec.items("validations")) {
        String message = validation.text("messageExpression");
        validations.add(
            new Validation(
                validation,
                AdmissionExpressions.compile(
                    environment, validation.text("expression"), List.of("bool")),
                message.isEmpty()
                    ? null
                    : AdmissionExpressions.compile(messages, message, List.of("string"))));
      }
      for (TreeNode annotation : spec.items("auditAnnotations")) {
        annotations.add(
            new Annotation(
                annotation.text("key"),
                AdmissionExpressions.compile(
                    environment, annotation.text("valueExpression").strip(), List.of())));
      }
      return new ValidatingPolicy(policy, variables, validations, annotations, Optional.empty());
    } catch (AdmissionExpressions.Unusable e) {
      return new ValidatingPolicy(policy, Map.of(), List.of(), List.of(), Optional.of(e.problem()));
    }
  }

  String name() {
    return name;
  }

  Matching matching() {
    return matching;
  }

  Optional<TreeNode> paramKind() {
    return paramKind;
  }

  boolean failsOpen() {
    return failsOpen;
  }

  /// Judges a request.
  ///
  /// @param values of the variables of admission
  /// @param params null without any
  /// @param published receives the annotations of the audit log
  /// @return the refusals; none if the request may go on
  List<Decision> judge(
      Map<String, @Nullable Object> values,
      @Nullable Map<String, @Nullable Object> params,
      PolicyAnnotations published) {
    if (problem.isPresent()) {
      return failure(problem.get());
    }
    Map<String, @Nullable Object> all = new HashMap<>(values);
    all.put("params", params);
    if (!conditions.isEmpty()) {
      Map<String, @Nullable Object> without = new HashMap<>(all);
      without.put("namespaceObject", null); // match conditions do not see it
      MatchConditions.Outcome outcome = conditions.evaluate(CelInput.of(without, Map.of()));
      if (outcome.error().isPresent()) {
        return failure(outcome.error().get());
      }
      if (!outcome.holds()) {
        return List.of();
      }
    }
    try {
      List<Decision> decisions = new ArrayList<>(validate(all));
      decisions.addAll(annotate(all, published));
      return decisions;
    } catch (ExpressionRun.OutOfBudget e) {
      return failure(String.valueOf(e.getMessage()));
    }
  }

  private List<Decision> failure(String message) {
    return failure(0, message);
  }

  private List<Decision> failure(int index, String message) {
    return failsOpen ? List.of() : List.of(new Decision(index, message, ""));
  }

  private List<Decision> validate(Map<String, @Nullable Object> values)
      throws ExpressionRun.OutOfBudget {
    ExpressionRun run = new ExpressionRun(values, variables, CelProgram.COST_PER_OBJECT);
    List<CelResult> results = new ArrayList<>();
    for (Validation validation : validations) {
      results.add(run.evaluate(validation.program));
    }
    Map<String, @Nullable Object> unauthorized = new HashMap<>(values);
    unauthorized.remove("authorizer");
    unauthorized.remove("authorizer.requestResource");
    ExpressionRun messages = new ExpressionRun(unauthorized, variables, run.budget());
    Optional<String> overspent = Optional.empty();
    Map<Integer, CelResult> made = new HashMap<>();
    try {
      for (int i = 0; i < validations.size(); i++) {
        CelProgram program = validations.get(i).message;
        if (program != null) {
          made.put(i, messages.evaluate(program));
        }
      }
    } catch (ExpressionRun.OutOfBudget e) {
      overspent = Optional.of("failed messageExpression: " + e.getMessage());
    }
    List<Decision> decisions = new ArrayList<>();
    for (int i = 0; i < validations.size(); i++) {
      Validation validation = validations.get(i);
      CelResult result = results.get(i);
      if (result.error().isPresent()) {
        decisions.addAll(failure(i, ExpressionRun.error(validation.program, result.error().get())));
      } else if (overspent.isPresent()) {
        decisions.addAll(failure(i, overspent.get()));
      } else if (!result.isTrue()) {
        String reason = validation.source.text("reason");
        decisions.add(
            new Decision(
                i, message(validation, made.get(i)), reason.isEmpty() ? "Invalid" : reason));
      }
    }
    return decisions;
  }

  private static String message(Validation validation, @Nullable CelResult made) {
    if (made != null && made.value() instanceof String text) {
      String message = text.strip();
      boolean isUsable =
          !message.isEmpty()
              && message.indexOf('\n') < 0
              && message.getBytes(StandardCharsets.UTF_8).length <= LONGEST_MESSAGE;
      if (isUsable) {
        return message;
      }
    }
    String fixed = validation.source.text("message").strip();
    return fixed.isEmpty()
        ? "failed expression: " + validation.source.text("expression").strip()
        : fixed;
  }

  /// Publishes the annotations of the audit log; one that fails refuses the request.
  private List<Decision> annotate(Map<String, @Nullable Object> values, PolicyAnnotations published)
      throws ExpressionRun.OutOfBudget {
    List<Decision> decisions = new ArrayList<>();
    Map<String, @Nullable Object> unauthorized = new HashMap<>(values);
    unauthorized.remove("authorizer");
    unauthorized.remove("authorizer.requestResource");
    ExpressionRun run = new ExpressionRun(unauthorized, variables, CelProgram.COST_PER_OBJECT);
    for (Annotation annotation : annotations) {
      CelResult result = run.evaluate(annotation.program);
      if (result.error().isPresent()) {
        decisions.addAll(failure(ExpressionRun.error(annotation.program, result.error().get())));
      } else if (result.value() instanceof String text) {
        published.add(annotation.key, text.strip());
      }
    }
    return decisions;
  }
}
