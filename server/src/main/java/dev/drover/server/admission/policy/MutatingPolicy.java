package dev.drover.server.admission.policy;

import dev.drover.cel.CelEnvironment;
import dev.drover.cel.CelObject;
import dev.drover.cel.CelProgram;
import dev.drover.cel.CelResult;
import dev.drover.schema.TreeNode;
import dev.drover.server.admission.match.AdmissionExpressions;
import dev.drover.server.admission.match.MatchConditions;
import dev.drover.server.admission.match.Matching;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A `MutatingAdmissionPolicy`, compiled.
///
/// @param isReinvocable whether it runs again after later changes
/// @param problem why it cannot be compiled
record MutatingPolicy(
    String name,
    Matching matching,
    Optional<TreeNode> paramKind,
    boolean failsOpen,
    boolean isReinvocable,
    MatchConditions conditions,
    Map<String, CelProgram> variables,
    List<Mutation> mutations,
    Optional<String> problem) {

  /// One change.
  ///
  /// @param isPatch whether the expression gives a JSON patch, and not an object to apply
  record Mutation(boolean isPatch, CelProgram program) {}

  static MutatingPolicy of(TreeNode policy) {
    TreeNode spec = policy.at("spec");
    boolean hasParams = spec.has("paramKind");
    boolean failsOpen = spec.text("failurePolicy").equals("Ignore");
    Map<String, CelProgram> variables = new LinkedHashMap<>();
    List<Mutation> mutations = new ArrayList<>();
    Optional<String> problem = Optional.empty();
    try {
      CelEnvironment environment = AdmissionExpressions.environment(hasParams, true);
      for (TreeNode variable : spec.items("variables")) {
        variables.put(
            variable.text("name"),
            AdmissionExpressions.compile(
                environment.withVariables(variables), variable.text("expression"), List.of()));
      }
      CelEnvironment patches = environment.withVariables(variables).withPatchTypes();
      for (TreeNode mutation : spec.items("mutations")) {
        boolean isPatch = mutation.text("patchType").equals("JSONPatch");
        String expression =
            mutation.at(isPatch ? "jsonPatch" : "applyConfiguration").text("expression").strip();
        mutations.add(
            new Mutation(
                isPatch,
                AdmissionExpressions.compile(
                    patches, expression, AdmissionExpressions.typesOfPatches(isPatch))));
      }
    } catch (AdmissionExpressions.Unusable e) {
      problem = Optional.of(e.problem());
    }
    return new MutatingPolicy(
        policy.at("metadata").text("name"),
        Matching.ofPolicy(spec.at("matchConstraints")),
        spec.child("paramKind"),
        failsOpen,
        spec.text("reinvocationPolicy").equals("IfNeeded"),
        MatchConditions.of(spec.items("matchConditions"), hasParams, failsOpen),
        variables,
        mutations,
        problem);
  }

  /// A mutation that cannot be made.
  static final class Failed extends Exception {
    private static final long serialVersionUID = 1;

    Failed(String message) {
      super(message, null, false, false); // an answer, not a defect
    }
  }

  /// What an expression gives: the operations of a patch, or an object.
  @Nullable Object evaluate(Mutation mutation, Map<String, @Nullable Object> values) throws Failed {
    CelResult result;
    try {
      result =
          new ExpressionRun(values, variables, CelProgram.COST_PER_OBJECT)
              .evaluate(mutation.program);
    } catch (ExpressionRun.OutOfBudget e) {
      throw new Failed(String.valueOf(e.getMessage()));
    }
    if (result.error().isPresent()) {
      throw new Failed(ExpressionRun.error(mutation.program, result.error().get()));
    }
    List<String> problems = new ArrayList<>();
    if (result.value() instanceof CelObject object) {
      checkTypes(object, object.type(), problems);
    } else if (result.value() instanceof List<?> operations) {
      for (Object operation : operations) {
        if (operation instanceof CelObject patch
            && patch.fields().get("value") instanceof CelObject value) {
          checkTypes(value, value.type(), problems);
        }
      }
    }
    if (!problems.isEmpty()) {
      throw new Failed("type mismatch: " + String.join("\n", problems));
    }
    return CelObject.tree(result.value());
  }

  /// The type of an object must be the path that leads to it.
  private static void checkTypes(@Nullable Object value, String path, List<String> problems) {
    switch (value) {
      case CelObject object -> {
        if (!object.type().equals(path)) {
          problems.add(
              "unexpected type name \"%s\", expected \"%s\", which matches field name path from root Object type"
                  .formatted(object.type(), path));
        }
        object.fields().forEach((name, field) -> checkTypes(field, path + "." + name, problems));
      }
      case List<?> list -> list.forEach(item -> checkTypes(item, path, problems));
      case Map<?, ?> map -> map.values().forEach(item -> checkTypes(item, path, problems));
      case null, default -> {}
    }
  }
}
