package dev.drover.runtime.webhook;

import dev.drover.api.Status;
import dev.drover.api.StatusCause;
import java.util.ArrayList;
import java.util.List;

/// The response of a webhook to an admission request: allowed or denied.
///
/// ```java
/// return scoops > 5 ? AdmissionResponse.invalid("spec.scoops", "at most 5") : AdmissionResponse.allow();
/// ```
///
/// Will not grow: a `switch` needs no `default` branch.
///
/// In Go: {@index admission.Allowed}, {@index admission.Denied}.
public sealed interface AdmissionResponse {
  /// Go ahead.
  static AdmissionResponse allow() {
    return Allowed.INSTANCE;
  }

  /// No, with this message for the user: 403 (Forbidden).
  static Denied deny(String message) {
    return new Denied(403, "Forbidden", message, List.of());
  }

  /// No, as the value of a field is wrong: 422 (Invalid), with the field as the cause.
  ///
  /// @param field such as `spec.scoops`
  static Denied invalid(String field, String message) {
    return new Denied(422, "Invalid", field + ": " + message, List.of()).because(field, message);
  }

  /// Go ahead.
  enum Allowed implements AdmissionResponse {
    /// The only one.
    INSTANCE
  }

  /// No.
  ///
  /// @param code the HTTP status that the user gets
  /// @param reason the same in one word for programs; empty = none
  /// @param message the same for people; the server puts the name of the webhook before it
  /// @param causes which fields are to blame
  record Denied(int code, String reason, String message, List<StatusCause> causes)
      implements AdmissionResponse {
    /// A denial has the code of a failure.
    public Denied {
      if (code < 400 || code > 599) {
        throw new IllegalArgumentException(
            "the code of a denial is between 400 and 599, got " + code);
      }
      causes = List.copyOf(causes);
    }

    /// A copy with another HTTP status and the word for it, such as 409 and `Conflict`.
    public Denied withCode(int changed, String word) {
      return new Denied(changed, word, message, causes);
    }

    /// A copy with one more field that is to blame.
    public Denied because(String field, String why) {
      List<StatusCause> more = new ArrayList<>(causes);
      more.add(StatusCause.builder().reason("FieldValueInvalid").field(field).message(why).build());
      return new Denied(code, reason, message, more);
    }

    Status status() {
      Status.Builder status =
          Status.builder().status("Failure").code(code).reason(reason).message(message);
      return causes.isEmpty() ? status.build() : status.details(d -> d.causes(causes)).build();
    }
  }
}
