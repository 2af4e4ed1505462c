package dev.drover.schema;

import dev.drover.api.Status;
import dev.drover.api.StatusDetails;

/// A patch that cannot be read, or that does not fit the object.
///
/// [#status] is what kube-apiserver answers: 400 for a patch of the wrong form, 413 for one with
/// too many operations, 422 for one that does not apply, and 500 where Kubernetes lets an error of
/// its patch library through. The answer often says less than [#getMessage], which tells what is
/// wrong.
public final class PatchException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final transient Status status;

  private PatchException(int code, String reason, String answer, String message) {
    this(status(code, reason, answer).build(), message);
  }

  private PatchException(Status status, String message) {
    super(message, null, false, false); // an answer, not a defect: no stack trace
    this.status = status;
  }

  private static Status.Builder status(int code, String reason, String message) {
    return Status.builder().status("Failure").code(code).reason(reason).message(message);
  }

  static PatchException malformed(String message) {
    return new PatchException(400, "BadRequest", message, message);
  }

  static PatchException tooLarge(String message) {
    return new PatchException(
        413, "RequestEntityTooLarge", "Request entity too large: " + message, message);
  }

  /// The answer does not repeat what is wrong: Kubernetes hides it from clients.
  static PatchException inapplicable(String message) {
    String answer = "the server rejected our request due to an error in our request";
    return new PatchException(
        status(422, "Invalid", answer).details(StatusDetails.builder().build()).build(), message);
  }

  /// An error that Kubernetes has no code for, or on which kube-apiserver panics and cuts the
  /// connection; the answer has no reason.
  static PatchException unforeseen(String message) {
    return new PatchException(500, "", message, message);
  }

  /// What the client gets.
  public Status status() {
    return status;
  }
}
