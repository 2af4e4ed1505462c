package dev.drover.client.pods;

/// A port of a pod and the local port that leads to it.
///
/// @param local the port on the loopback address; 0 = any free one
/// @param pod the port in the pod
public record ForwardedPort(int local, int pod) {
  public ForwardedPort {
    if (local < 0 || local > 0xFFFF || pod < 1 || pod > 0xFFFF) {
      throw new IllegalArgumentException(
          "ports are between 1 and 65535, a local one may be 0, got " + local + ":" + pod);
    }
  }

  /// Any free local port.
  public static ForwardedPort to(int pod) {
    return new ForwardedPort(0, pod);
  }
}
