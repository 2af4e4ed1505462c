package dev.drover.server.rules;

import dev.drover.api.Names;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// What conditions of a status may look like.
///
/// In Go: {@index metav1validation.ValidateConditions}.
public final class Conditions {
  private static final int MAX_REASON = 1024;
  private static final int MAX_MESSAGE = 32768;
  private static final Formats.Format REASON =
      new Formats.Format(
          "a condition reason must start with alphabetic character, optionally followed by a string"
              + " of alphanumeric characters or '_,:', and must end with an alphanumeric character"
              + " or '_'",
          "[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?",
          "my_name",
          "MY_NAME",
          "MyName",
          "ReasonA,ReasonB",
          "ReasonA:ReasonB");

  private Conditions() {}

  public static void check(Place conditions) {
    Set<String> types = new HashSet<>();
    for (Place condition : conditions.items()) {
      Place type = condition.child("type");
      if (!types.add(type.text())) {
        type.duplicate(type.text());
      }
      checkOne(condition);
    }
  }

  private static void checkOne(Place condition) {
    Place type = condition.child("type");
    Names.qualifiedName(type.text()).forEach(complaint -> type.invalid(type.text(), complaint));
    condition.child("status").needOneOf(List.of("False", "True", "Unknown"));
    Place generation = condition.child("observedGeneration");
    if (generation.number() < 0) {
      generation.invalid("must be greater than or equal to zero");
    }
    if (!condition.has("lastTransitionTime")) {
      condition.child("lastTransitionTime").required("");
    }
    Place reason = condition.child("reason");
    if (reason.needText()) {
      reason.invalid(REASON.complaints(reason.text()));
      if (Formats.length(reason.text()) > MAX_REASON) {
        reason.tooLong(MAX_REASON);
      }
    }
    Place message = condition.child("message");
    if (Formats.length(message.text()) > MAX_MESSAGE) {
      message.tooLong(MAX_MESSAGE);
    }
  }
}
