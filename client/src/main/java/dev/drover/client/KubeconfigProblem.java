package dev.drover.client;

/// Something that is wrong with a kubeconfig.
///
/// @param source the file
/// @param line the line, counted from 1; 0 if the problem is with the file as a whole
/// @param message the entry, the field and what to do; never a secret
public record KubeconfigProblem(String source, int line, String message) {
  /// `file:line: message`.
  @Override
  public String toString() {
    return source + (line == 0 ? "" : ":" + line) + ": " + message;
  }
}
