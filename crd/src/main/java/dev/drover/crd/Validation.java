package dev.drover.crd;

import dev.drover.api.GroupVersionKind;
import dev.drover.api.ListMeta;
import dev.drover.api.Status;
import dev.drover.api.StatusCause;
import dev.drover.api.StatusDetails;
import dev.drover.schema.FieldError;
import dev.drover.schema.GoQuoting;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// The result of a [Validator] for an object, with the messages of kube-apiserver.
///
/// ```java
/// Validation found = validator.validate(object);
/// if (!found.isValid()) { throw new IllegalArgumentException(found.message()); }
/// found.warnings().forEach(warning -> LOG.warn("{}", warning));
/// ```
public final class Validation {
  private static final int INVALID = 422;

  private final GroupVersionKind kind;
  private final String name;
  private final List<FieldError> errors;
  private final List<String> unknownFields;
  private final List<String> warnings;

  Validation(
      GroupVersionKind kind,
      String name,
      List<FieldError> errors,
      List<String> unknownFields,
      List<String> warnings) {
    this.kind = kind;
    this.name = name;
    this.errors = List.copyOf(errors);
    this.unknownFields = List.copyOf(unknownFields);
    this.warnings = List.copyOf(warnings);
  }

  /// Whether a server would store the object. Unknown fields are pruned and do not count.
  public boolean isValid() {
    return errors.isEmpty();
  }

  /// What is wrong, one line each: `spec.tills: Invalid value: 0: spec.tills in body should be
  /// greater than or equal to 1`.
  public List<String> errors() {
    return errors.stream().map(FieldError::message).distinct().toList();
  }

  /// What is wrong, by field and reason.
  public List<StatusCause> causes() {
    return errors.stream().map(FieldError::cause).toList();
  }

  /// Fields that the schema does not know, or that come twice: `unknown field "spec.foo"`. A server
  /// prunes them, and refuses the object when fields are validated strictly.
  public List<String> unknownFields() {
    return unknownFields;
  }

  /// Rules that the object breaks and may break, because it did so before the change.
  public List<String> warnings() {
    return warnings;
  }

  /// What is wrong in one line, as the server's status says it; empty for a valid object.
  public String message() {
    if (errors.isEmpty()) {
      return "";
    }
    List<String> messages = errors();
    String all =
        messages.size() == 1
            ? messages.getFirst()
            : messages.stream().collect(Collectors.joining(", ", "[", "]"));
    String named = kind.group().isEmpty() ? kind.kind() : kind.kind() + "." + kind.group();
    return named + " " + GoQuoting.quote(name) + " is invalid: " + all;
  }

  /// The status with which a server would refuse the object; empty for a valid one.
  public Optional<Status> status() {
    if (errors.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        Status.builder()
            .metadata(ListMeta.builder().build())
            .status("Failure")
            .code(INVALID)
            .reason("Invalid")
            .message(message())
            .details(
                StatusDetails.builder()
                    .group(kind.group())
                    .kind(kind.kind())
                    .name(name)
                    .causes(causes())
                    .build())
            .build());
  }

  @Override
  public String toString() {
    return "Validation[" + (isValid() ? "valid" : message()) + "]";
  }
}
