package dev.drover.server.kinds.admissionregistration;

import dev.drover.cel.CelEnvironment;
import dev.drover.cel.CelProgram;
import dev.drover.server.admission.match.AdmissionExpressions;
import dev.drover.server.validation.FieldValidator;
import java.util.List;
import java.util.Optional;

/// Compiles expressions of webhooks and policies, and reports errors as field errors.
final class ExpressionCheck {
  private ExpressionCheck() {}

  /// The compiled expression, unless there was something to complain about.
  ///
  /// @param types that it may give; empty for all
  static Optional<CelProgram> check(
      FieldValidator field, CelEnvironment environment, List<String> types) {
    return check(field, field.text(), environment, types);
  }

  /// The same for an expression that is compiled in another form than it was written.
  static Optional<CelProgram> check(
      FieldValidator field, String expression, CelEnvironment environment, List<String> types) {
    try {
      return Optional.of(AdmissionExpressions.compile(environment, expression, types));
    } catch (AdmissionExpressions.Unusable e) {
      if (e.isInternal()) {
        field.internal(e.problem());
      } else {
        field.invalid(field.text(), e.problem());
      }
      return Optional.empty();
    }
  }
}
