package dev.drover.runtime;

import dev.drover.api.text.PrintableText;
import dev.drover.api.text.Troubleshooting;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A reconcile loop without end over one object: each run writes, and each write causes the next
/// run.
///
/// ```java
/// ControllerObserver observer = new ControllerObserver() {
///   @Override public void hotLoop(HotLoop loop) { alerts.send(loop.toString()); }
/// };
/// ```
public final class HotLoop {
  private final String controller;
  private final Request request;
  private final int runs;
  private final Duration took;
  private final List<String> written;
  private final List<String> answered;

  HotLoop(
      String controller,
      Request request,
      int runs,
      Duration took,
      List<String> written,
      List<String> answered) {
    this.controller = controller;
    this.request = request;
    this.runs = runs;
    this.took = took;
    this.written = List.copyOf(written);
    this.answered = List.copyOf(answered);
  }

  /// The name of the controller.
  public String controller() {
    return controller;
  }

  /// The object.
  public Request request() {
    return request;
  }

  /// How many runs in a row.
  public int runs() {
    return runs;
  }

  /// How long the runs took together.
  public Duration took() {
    return took;
  }

  /// The fields that the last write changed.
  public List<String> written() {
    return written;
  }

  /// The fields in which the server's answer differs from what was sent, where the cause usually
  /// is.
  public List<String> answered() {
    return answered;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof HotLoop that
        && controller.equals(that.controller)
        && request.equals(that.request)
        && runs == that.runs
        && took.equals(that.took)
        && written.equals(that.written)
        && answered.equals(that.answered);
  }

  @Override
  public int hashCode() {
    return Objects.hash(controller, request, runs, took, written, answered);
  }

  /// For the log; names of fields come from the cluster and are escaped.
  @Override
  public String toString() {
    return PrintableText.of(Troubleshooting.TOO_OFTEN.in(text()));
  }

  private String text() {
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
