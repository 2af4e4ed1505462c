package dev.drover.schema.apply;

import dev.drover.api.Status;

/// A configuration that cannot be applied, in Kubernetes' words.
public sealed class ApplyException extends RuntimeException permits ApplyConflictException {
  private static final long serialVersionUID = 1;

  private final transient Status status;

  ApplyException(Status status) {
    super(status.message(), null, false, false); // an answer, not a defect: no stack trace
    this.status = status;
  }

  static ApplyException badRequest(String message) {
    return new ApplyException(failure(400, message).reason("BadRequest").build());
  }

  /// What Kubernetes gives no reason for.
  static ApplyException internal(String message) {
    return new ApplyException(failure(500, message).build());
  }

  /// The same failure, with what was done when it came up.
  ApplyException during(String activity) {
    return internal(activity + ": " + getMessage());
  }

  static Status.Builder failure(int code, String message) {
    return Status.builder().status("Failure").code(code).message(message);
  }

  /// What the client gets.
  public Status status() {
    return status;
  }
}
