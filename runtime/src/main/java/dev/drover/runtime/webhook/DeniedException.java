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

  private final transient AdmissionResponse.Denied response;

  /// Denies the request with a response.
  public DeniedException(AdmissionResponse.Denied response) {
    super(response.message());
    this.response = response;
  }

  /// Denies the request with a message for the user: 403 (Forbidden).
  public DeniedException(String message) {
    this(AdmissionResponse.deny(message));
  }

  /// The response to the request.
  public AdmissionResponse.Denied response() {
    return response;
  }
}
