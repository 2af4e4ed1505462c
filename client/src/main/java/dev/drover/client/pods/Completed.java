package dev.drover.client.pods;

import dev.drover.api.Bytes;
import java.nio.charset.StandardCharsets;

/// A command that has ended in a container.
///
/// @param exitCode its exit code
/// @param stdout its output
/// @param stderr its error output; empty with a terminal
public record Completed(int exitCode, Bytes stdout, Bytes stderr) {
  /// The output as text.
  public String text() {
    return new String(stdout.toByteArray(), StandardCharsets.UTF_8);
  }

  /// The error output as text.
  public String errorText() {
    return new String(stderr.toByteArray(), StandardCharsets.UTF_8);
  }

  /// The exit code and the lengths; output may be secret.
  @Override
  public String toString() {
    return "Completed[exitCode=%d, stdout=%d bytes, stderr=%d bytes]"
        .formatted(exitCode, stdout.length(), stderr.length());
  }
}
