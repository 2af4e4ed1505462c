package dev.drover.server.kinds.admissionregistration;

import dev.drover.api.Names;
import dev.drover.cel.CelEnvironment;
import dev.drover.cel.CelNames;
import dev.drover.cel.CelProgram;
import dev.drover.server.admission.match.AdmissionExpressions;
import dev.drover.server.validation.FieldValidator;
import dev.drover.server.validation.InternalForm;
import dev.drover.server.validation.StringFormats;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Validates the expressions of one policy, in the environments in which the server evaluates them.
final class PolicyExpressionValidation {
  private static final String MISSING = "expression is not specified";
  private static final String EITHER =
      "validations or auditAnnotations must contain at least one item";
  private static final int MAX_ANNOTATIONS = 20;
  private static final int MAX_VALUE_EXPRESSION = 5 * 1024;

  private final FieldValidator spec;
  private final boolean hasParams;
  private final Map<String, CelProgram> variables = new LinkedHashMap<>();

  PolicyExpressionValidation(FieldValidator spec) {
    this.spec = spec;
    this.hasParams = spec.has("paramKind");
  }

  /// As in Kubernetes, validations of a policy without variables know no `variables` at all.
  private CelEnvironment environment(boolean hasAuthorizer) {
    CelEnvironment environment = AdmissionExpressions.environment(hasParams, hasAuthorizer);
    return spec.child("variables").size() > 0 || spec.has("mutations")
        ? environment.withVariables(variables)
        : environment;
  }

  void checkVariables() {
    for (FieldValidator variable : spec.child("variables").items()) {
      FieldValidator name = variable.child("name");
      if (name.text().isBlank()) {
        name.required("name is not specified");
      } else if (!CelNames.isIdentifier(name.text())) {
        name.invalid("must be a valid CEL identifier");
      }
      FieldValidator expression = variable.child("expression");
      if (expression.text().isBlank()) {
        expression.required(MISSING);
      } else {
        CelProgram program =
            ExpressionCheck.check(expression, environment(true), List.of())
                .orElseGet(AdmissionExpressions::anything);
        variables.put(name.text(), program);
      }
    }
  }

  void checkMutations() {
    FieldValidator mutations = spec.child("mutations");
    if (mutations.size() == 0) {
      mutations.required("mutations must contain at least one item");
    }
    for (FieldValidator mutation : mutations.items()) {
      FieldValidator type = mutation.child("patchType");
      switch (type.text()) {
        case "" -> type.required("");
        case "JSONPatch" -> checkMutation(mutation, "jsonPatch", "applyConfiguration", type.text());
        case "ApplyConfiguration" ->
            checkMutation(mutation, "applyConfiguration", "jsonPatch", type.text());
        default -> type.notSupported(List.of("ApplyConfiguration", "JSONPatch"));
      }
    }
  }

  private void checkMutation(FieldValidator mutation, String needed, String wrong, String type) {
    FieldValidator patch = mutation.child(needed);
    if (!patch.isPresent()) {
      patch.required("must be specified when patchType is " + type);
    } else if (patch.child("expression").text().isBlank()) {
      patch.child("expression").required("");
    } else {
      FieldValidator expression = patch.child("expression");
      ExpressionCheck.check(
          expression,
          expression.text().strip(),
          environment(true).withPatchTypes(),
          AdmissionExpressions.typesOfPatches(type.equals("JSONPatch")));
    }
    if (mutation.has(wrong)) {
      mutation
          .child(wrong)
          .invalid("{" + wrong + "}", "must not be specified when patchType is " + type);
    }
  }

  /// @param policy the policy's name, which keys of annotations begin with
  void checkValidations(String policy) {
    FieldValidator validations = spec.child("validations");
    FieldValidator annotations = spec.child("auditAnnotations");
    if (validations.size() == 0 && annotations.size() == 0) {
      validations.required(EITHER);
      annotations.required(EITHER);
      return;
    }
    validations.each(this::checkValidation);
    if (annotations.size() > MAX_ANNOTATIONS) {
      annotations.invalid(
          annotations.items().stream()
              .map(it -> InternalForm.of("admissionregistration/v1.AuditAnnotation", it.node()))
              .toList(),
          "must not have more than " + MAX_ANNOTATIONS + " auditAnnotations");
    }
    Set<String> keys = new HashSet<>();
    for (FieldValidator annotation : annotations.items()) {
      checkAnnotation(annotation, policy);
      FieldValidator key = annotation.child("key");
      if (!keys.add(key.text())) {
        key.duplicate(key.text());
      }
    }
  }

  private void checkValidation(FieldValidator validation) {
    FieldValidator expression = validation.child("expression");
    if (expression.text().isBlank()) {
      expression.required(MISSING);
    } else {
      ExpressionCheck.check(expression, environment(true), List.of("bool"));
    }
    FieldValidator messageExpression = validation.child("messageExpression");
    needNonBlank(messageExpression);
    if (!messageExpression.text().isBlank()) {
      ExpressionCheck.check(messageExpression, environment(false), List.of("string"));
    }
    FieldValidator message = validation.child("message");
    needNonBlank(message);
    String text = message.text().strip();
    if (text.contains("\n") || text.contains("\r")) {
      message.invalid("must not contain line breaks");
    }
    FieldValidator reason = validation.child("reason");
    if (reason.isPresent()) {
      reason.needOneOf(List.of("Forbidden", "Invalid", "RequestEntityTooLarge"));
    }
  }

  private static void needNonBlank(FieldValidator text) {
    if (!text.isBlank() && text.text().isBlank()) {
      text.invalid("must be non-empty if specified");
    }
  }

  private void checkAnnotation(FieldValidator annotation, String policy) {
    FieldValidator key = annotation.child("key");
    if (policy.isEmpty()) {
      key.invalid(key.text(), "requires metadata.name be non-empty");
    } else {
      String qualified = policy + "/" + key.text();
      Names.qualifiedName(qualified).forEach(complaint -> key.invalid(qualified, complaint));
    }
    FieldValidator expression = annotation.child("valueExpression");
    if (expression.text().isBlank()) {
      expression.required("valueExpression is not specified");
    } else if (StringFormats.length(expression.text().strip()) > MAX_VALUE_EXPRESSION) {
      expression.required("must not exceed " + MAX_VALUE_EXPRESSION + " bytes in length");
    } else {
      ExpressionCheck.check(
          expression, expression.text().strip(), environment(true), List.of("string", "null_type"));
    }
  }
}
