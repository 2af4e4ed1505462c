package dev.drover.runtime.webhook;

/// Thrown by a webhook to deny the request.
///
/// ```java
/// if (!prices.has(cone.spec().flavour())) {
///   throw new DeniedException("there is no " + cone.spec().flavour());
/// }
/// ```
public final class DeniedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient AdmissionResponse.Denied verdict;

  /// Says no in this way.
  public DeniedException(AdmissionResponse.Denied verdict) {
    super(verdict.message());
    this.verdict = verdict;
  }

  /// No, with this message for the user: 403 (Forbidden).
  public DeniedException(String message) {
    this(AdmissionResponse.deny(message));
  }

  /// What is said.
  public AdmissionResponse.Denied verdict() {
    return verdict;
  }
}
