package dev.drover.runtime.engine;

import dev.drover.client.TimeSource;
import dev.drover.runtime.StopException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// The time that several parts have together to stop. It begins when this is made. One thread.
public final class GracePeriod {
  private final Duration grace;
  private final TimeSource time;
  private final long begin;
  private final List<Failure> failures = new ArrayList<>();

  public GracePeriod(Duration grace, TimeSource time) {
    this.grace = grace;
    this.time = time;
    this.begin = time.nanoTime();
  }

  /// The end of a part.
  @FunctionalInterface
  public interface Stop {
    void within(Duration limit) throws Exception;
  }

  /// Stops a part within what is left. A failure is kept, so that the next part is stopped too.
  public void stop(String name, Stop stop) {
    Duration left = grace.minusNanos(time.nanoTime() - begin);
    try {
      stop.within(left.isPositive() ? left : Duration.ZERO);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the rest stops without waiting
      failures.add(new Failure(name, new IllegalStateException("interrupted", e)));
    } catch (Exception e) {
      failures.add(new Failure(name, e));
    }
  }

  /// The parts that did not stop, in the order in which they were stopped.
  public List<Failure> failures() {
    return List.copyOf(failures);
  }

  /// All failures as one exception; empty if there was none.
  ///
  /// @param owner of the parts, for the message
  public Optional<StopException> failure(String owner) {
    if (failures.isEmpty()) {
      return Optional.empty();
    }
    StopException all =
        new StopException(
            owner
                + " did not stop cleanly: "
                + failures.stream()
                    .map(failure -> failure.part + ": " + reason(failure.error))
                    .collect(Collectors.joining("; ")),
            failures.getFirst().error);
    failures.stream().skip(1).forEach(failure -> all.addSuppressed(failure.error));
    return Optional.of(all);
  }

  private static String reason(Exception error) {
    String message = error.getMessage();
    return message == null ? error.toString() : message;
  }

  /// A part that failed to stop.
  public record Failure(String part, Exception error) {}
}
