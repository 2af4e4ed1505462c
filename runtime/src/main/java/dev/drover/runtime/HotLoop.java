package dev.drover.runtime;

import java.time.Duration;
import java.util.List;

/// A controller that runs in circles over one object: each run writes, and each write causes the
/// next run.
///
/// @param controller its name
/// @param request the object
/// @param runs how many in a row
/// @param took how long they took together
/// @param written the fields that the last write changed
/// @param answered the fields in which the server's answer differs from what was sent, where the
///   cause usually is
public record HotLoop(
    String controller,
    Request request,
    int runs,
    Duration took,
    List<String> written,
    List<String> answered) {
  /// Copies the lists.
  public HotLoop {
    written = List.copyOf(written);
    answered = List.copyOf(answered);
  }

  /// For the log.
  @Override
  public String toString() {
    return "controller "
        + controller
        + " runs in circles over "
        + request
        + ": "
        + runs
        + " runs in "
        + took.toMillis()
        + " ms, each because of its own write of "
        + (written.isEmpty() ? "something that cannot be told" : String.join(", ", written))
        + (answered.isEmpty()
            ? ""
            : "; the server's answer differed from what was sent in "
                + String.join(", ", answered));
  }
}
