package dev.drover.client.pods;

import java.time.Instant;

/// A line that a container logged.
///
/// @param pod the name of the pod
/// @param container the name of the container
/// @param time when it was logged
/// @param text the line without its end; a line of more than a megabyte comes in parts
public record LogLine(String pod, String container, Instant time, String text) {
  /// The line with its origin, as `kubectl logs --prefix` prints it.
  public String prefixed() {
    return "[pod/" + pod + "/" + container + "] " + text;
  }
}
