package dev.drover.crd.engine;

import dev.drover.cel.CelEnvironment;
import dev.drover.cel.CelException;
import dev.drover.cel.CelProgram;
import dev.drover.cel.CelSchema;
import dev.drover.schema.TreeNode;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A rule of `x-kubernetes-validations`, compiled.
///
/// In Go: `cel.CompilationResult`.
///
/// @param rule as the schema has it
/// @param program of the rule; null where it is empty or wrong
/// @param error what is wrong with the rule
/// @param usesOldSelf whether it compares with the value before
/// @param message the program of `messageExpression`; null where there is none or it is wrong
/// @param messageError what is wrong with `messageExpression`
public record CompiledRule(
    TreeNode rule,
    @Nullable CelProgram program,
    Optional<String> error,
    boolean usesOldSelf,
    @Nullable CelProgram message,
    Optional<String> messageError) {
  /// Compiles a rule for values of a schema.
  public static CompiledRule of(TreeNode rule, CelSchema schema) {
    if (rule.text("rule").isBlank()) {
      return new CompiledRule(rule, null, Optional.empty(), false, null, Optional.empty());
    }
    CelEnvironment environment = CelEnvironment.of().with("self", schema);
    environment =
        rule.isTrue("optionalOldSelf")
            ? environment.withOptional("oldSelf", schema)
            : environment.with("oldSelf", schema);
    CelProgram program;
    try {
      program = environment.compile(rule.text("rule"));
    } catch (CelException e) {
      return failed(
          rule,
          (e.isProgramError() ? "program instantiation" : "compilation")
              + " failed: "
              + e.problem());
    }
    if (!program.type().equals("bool")) {
      return failed(rule, "cel expression must evaluate to a bool");
    }
    return withMessage(rule, program, environment);
  }

  private static CompiledRule failed(TreeNode rule, String error) {
    return new CompiledRule(rule, null, Optional.of(error), false, null, Optional.empty());
  }

  private static CompiledRule withMessage(
      TreeNode rule, CelProgram program, CelEnvironment environment) {
    boolean usesOldSelf = program.reads("oldSelf");
    CelProgram message = null;
    Optional<String> error = Optional.empty();
    if (!rule.text("messageExpression").isEmpty()) {
      try {
        message = environment.compile(rule.text("messageExpression"));
        if (!message.type().equals("string")) {
          message = null;
          error = Optional.of("messageExpression must evaluate to a string");
        }
      } catch (CelException e) {
        error =
            Optional.of(
                "messageExpression "
                    + (e.isProgramError() ? "instantiation" : "compilation")
                    + " failed: "
                    + e.problem());
      }
    }
    return new CompiledRule(rule, program, Optional.empty(), usesOldSelf, message, error);
  }

  /// The message that the rule states, or the rule itself.
  String label() {
    String message = rule.text("message");
    return (message.isEmpty() ? rule.text("rule") : message).strip();
  }

  /// What a failure of the rule says unless an expression makes the message.
  String detail() {
    return rule.text("message").isEmpty() ? "failed rule: " + label() : label();
  }
}
