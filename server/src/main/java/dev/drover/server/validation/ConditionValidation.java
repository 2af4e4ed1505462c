package dev.drover.server.validation;

import dev.drover.api.Names;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Validates the conditions of a status.
///
/// In Go: {@index metav1validation.ValidateConditions}.
public final class ConditionValidation {
  private static final int MAX_REASON = 1024;
  private static final int MAX_MESSAGE = 32768;
  private static final StringFormats.Format REASON =
      new StringFormats.Format(
          "a condition reason must start with alphabetic character, optionally followed by a string"
              + " of alphanumeric characters or '_,:', and must end with an alphanumeric character"
              + " or '_'",
          "[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?",
          "my_name",
          "MY_NAME",
          "MyName",
          "ReasonA,ReasonB",
          "ReasonA:ReasonB");

  private ConditionValidation() {}

  public static void check(FieldValidator conditions) {
    Set<String> types = new HashSet<>();
    for (FieldValidator condition : conditions.items()) {
      FieldValidator type = condition.child("type");
      if (!types.add(type.text())) {
        type.duplicate(type.text());
      }
      checkOne(condition);
    }
  }

  private static void checkOne(FieldValidator condition) {
    FieldValidator type = condition.child("type");
    Names.qualifiedName(type.text()).forEach(complaint -> type.invalid(type.text(), complaint));
    condition.child("status").needOneOf(List.of("False", "True", "Unknown"));
    FieldValidator generation = condition.child("observedGeneration");
    if (generation.number() < 0) {
      generation.invalid("must be greater than or equal to zero");
    }
    if (!condition.has("lastTransitionTime")) {
      condition.child("lastTransitionTime").required("");
    }
    FieldValidator reason = condition.child("reason");
    if (reason.needText()) {
      reason.invalid(REASON.complaints(reason.text()));
      if (StringFormats.length(reason.text()) > MAX_REASON) {
        reason.tooLong(MAX_REASON);
      }
    }
    FieldValidator message = condition.child("message");
    if (StringFormats.length(message.text()) > MAX_MESSAGE) {
      message.tooLong(MAX_MESSAGE);
    }
  }
}
