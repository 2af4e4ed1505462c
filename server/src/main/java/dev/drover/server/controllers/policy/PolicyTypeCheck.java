package dev.drover.server.controllers.policy;

import dev.drover.api.GroupVersion;
import dev.drover.api.GroupVersionKind;
import dev.drover.cel.CelDeclaration;
import dev.drover.cel.CelEnvironment;
import dev.drover.cel.CelException;
import dev.drover.cel.CelSchema;
import dev.drover.schema.TreeNode;
import dev.drover.server.admission.match.AdmissionExpressions;
import dev.drover.server.core.Resource;
import dev.drover.server.openapi.KindSchemas;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Checks the validations of a policy, and their messages, against the schema of each kind that the
/// policy names. Its other expressions are not checked, as in Kubernetes.
///
/// In Go: `validating.TypeChecker`.
final class PolicyTypeCheck {
  private static final Pattern PARSED = Pattern.compile("([^/]+/)?[^/]+");

  private final List<Target> targets = new ArrayList<>();

  /// A kind, and the variables of requests for its objects.
  private record Target(GroupVersionKind kind, CelEnvironment environment) {}

  private PolicyTypeCheck() {}

  /// The warnings about a policy, as its status has them.
  ///
  /// @param served the resources that the policy can match
  static List<Map<String, @Nullable Object>> warnings(
      TreeNode policy, Collection<Resource> served) {
    PolicyTypeCheck check = new PolicyTypeCheck();
    TreeNode spec = policy.at("spec");
    Optional<CelDeclaration> params =
        paramKind(spec.at("paramKind"))
            .map(kind -> type(kind, kind.kind() + "0", served).orElse(CelDeclaration.DYN));
    for (GroupVersionKind kind : new MatchedKinds(served).of(policy)) {
      type(kind, kind.kind() + "1", served)
          .map(object -> AdmissionExpressions.typed(object, params))
          .ifPresent(
              environment ->
                  check.targets.add(
                      new Target(kind, withVariables(environment, spec.items("variables")))));
    }
    return check.validations(spec.items("validations"));
  }

  private static Optional<GroupVersionKind> paramKind(TreeNode reference) {
    String version = reference.text("apiVersion");
    return PARSED.matcher(version).matches()
        ? Optional.of(GroupVersion.parse(version).withKind(reference.text("kind")))
        : Optional.empty();
  }

  /// The type of a kind; empty if nothing is known of it.
  ///
  /// @param name of the type: params and objects are never of one type, even if they are of one
  ///   kind
  private static Optional<CelDeclaration> type(
      GroupVersionKind kind, String name, Collection<Resource> served) {
    return KindSchemas.of(kind, served)
        .map(
            schema ->
                CelSchema.of(schema, true)
                    .map(type -> CelDeclaration.of(type, name))
                    .orElse(CelDeclaration.DYN));
  }

  /// Adds `variables`. One that is wrong can be anything: what is wrong is said where it is used.
  private static CelEnvironment withVariables(CelEnvironment base, List<TreeNode> variables) {
    Map<String, CelDeclaration> types = new LinkedHashMap<>();
    CelEnvironment environment = withVariables(base, types);
    for (TreeNode variable : variables) {
      types.put(variable.text("name"), type(environment, variable.text("expression")));
      environment = withVariables(base, types);
    }
    return environment;
  }

  private static CelEnvironment withVariables(
      CelEnvironment base, Map<String, CelDeclaration> types) {
    return base.with("variables", CelDeclaration.object("kubernetes.variables", types));
  }

  private static CelDeclaration type(CelEnvironment environment, String expression) {
    try {
      return environment.check(expression);
    } catch (CelException _) {
      return CelDeclaration.DYN;
    }
  }

  private List<Map<String, @Nullable Object>> validations(List<TreeNode> validations) {
    List<Map<String, @Nullable Object>> warnings = new ArrayList<>();
    for (int i = 0; i < validations.size(); i++) {
      for (String field : List.of("expression", "messageExpression")) {
        String expression = validations.get(i).text(field);
        if (!expression.isEmpty()) {
          String problems = problems(expression);
          if (!problems.isEmpty()) {
            Map<String, @Nullable Object> warning = new LinkedHashMap<>();
            warning.put("fieldRef", "spec.validations[" + i + "]." + field);
            warning.put("warning", problems);
            warnings.add(warning);
          }
        }
      }
    }
    return warnings;
  }

  /// What is wrong with an expression for each of the kinds; empty if nothing is.
  private String problems(String expression) {
    List<String> problems = new ArrayList<>();
    for (Target target : targets) {
      try {
        target.environment.check(expression);
      } catch (CelException e) {
        GroupVersionKind kind = target.kind;
        problems.add(
            "%s/%s, Kind=%s: %s\n"
                .formatted(kind.group(), kind.version(), kind.kind(), e.problem()));
      }
    }
    return String.join("\n", problems);
  }
}
