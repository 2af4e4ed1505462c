package dev.drover.schema;

/// A body that is no object of its kind. The message is what kube-apiserver says of it, in the
/// words of Go's decoders; `DeploymentSpec.spec.replicas of type int32` and the like are Go's
/// types.
public final class UnreadableException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  UnreadableException(String message) {
    super(message, null, false, false); // an answer to a client, not a defect: no stack trace
  }
}
