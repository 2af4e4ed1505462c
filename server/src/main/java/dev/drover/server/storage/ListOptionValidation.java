package dev.drover.server.storage;

import dev.drover.schema.FieldError;
import dev.drover.schema.FieldPath;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Validates the combination of options of lists and watches.
///
/// In Go: `validation.ValidateListOptions` of meta/internalversion.
public final class ListOptionValidation {
  private static final FieldPath MATCH = FieldPath.of("resourceVersionMatch");
  private static final FieldPath INITIAL_EVENTS = FieldPath.of("sendInitialEvents");
  private static final String EXACT = "Exact";
  private static final String NOT_OLDER_THAN = "NotOlderThan";

  private ListOptionValidation() {}

  /// What is wrong with the options of a list. The client gets it as invalid `ListOptions` of
  /// `meta.k8s.io`.
  public static List<FieldError> list(
      String resourceVersion,
      String match,
      String continueToken,
      @Nullable Boolean sendInitialEvents) {
    List<FieldError> errors = new ArrayList<>();
    if (!match.isEmpty()) {
      if (resourceVersion.isEmpty()) {
        errors.add(
            FieldError.forbidden(
                MATCH, "resourceVersionMatch is forbidden unless resourceVersion is provided"));
      }
      if (!continueToken.isEmpty()) {
        errors.add(forbiddenWithContinue());
      }
      if (!match.equals(EXACT) && !match.equals(NOT_OLDER_THAN)) {
        errors.add(FieldError.notSupported(MATCH, match, List.of(EXACT, NOT_OLDER_THAN, "")));
      }
      if (match.equals(EXACT) && resourceVersion.equals("0")) {
        errors.add(
            FieldError.forbidden(
                MATCH, "resourceVersionMatch \"exact\" is forbidden for resourceVersion \"0\""));
      }
    }
    if (sendInitialEvents != null) {
      errors.add(FieldError.forbidden(INITIAL_EVENTS, "sendInitialEvents is forbidden for list"));
    }
    return errors;
  }

  /// What is wrong with the options of a watch. The client gets it as invalid `ListOptions` of
  /// `meta.k8s.io`.
  public static List<FieldError> watch(
      String match, String continueToken, @Nullable Boolean sendInitialEvents) {
    List<FieldError> errors = new ArrayList<>();
    if (sendInitialEvents != null && !match.equals(NOT_OLDER_THAN)) {
      errors.add(
          FieldError.forbidden(
              MATCH, "sendInitialEvents requires setting resourceVersionMatch to NotOlderThan"));
    }
    if (!match.isEmpty()) {
      if (sendInitialEvents == null) {
        errors.add(
            FieldError.forbidden(
                MATCH,
                "resourceVersionMatch is forbidden for watch unless sendInitialEvents is"
                    + " provided"));
      }
      if (!match.equals(NOT_OLDER_THAN)) {
        errors.add(FieldError.notSupported(MATCH, match, List.of(NOT_OLDER_THAN)));
      }
      if (!continueToken.isEmpty()) {
        errors.add(forbiddenWithContinue());
      }
    }
    return errors;
  }

  private static FieldError forbiddenWithContinue() {
    return FieldError.forbidden(
        MATCH, "resourceVersionMatch is forbidden when continue is provided");
  }
}
