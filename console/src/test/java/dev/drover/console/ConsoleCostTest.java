package dev.drover.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.codec.TreeType;
import dev.drover.client.TimeSource;
import dev.drover.runtime.ControllerObserver.Outcome;
import dev.drover.runtime.Reason;
import dev.drover.runtime.ReconcileRun;
import dev.drover.runtime.Request;
import java.io.ByteArrayOutputStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What the console costs a manager, in CPU time, which does not depend on what else a machine
/// does: 2,000 runs a second with two requests each, without a viewer and with one.
class ConsoleCostTest {
  private static final int RUNS_A_SECOND = 2_000;
  private static final int SECONDS = 50;
  private static final int WARM_UP = 3;

  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
  private final RunLog log = new RunLog(2048, TimeSource.system());
  private long recorded;

  private void record(int runs) {
    for (int i = 0; i < runs; i++) {
      long number = recorded++;
      ReconcileRun run =
          ReconcileRun.of(
              "shop",
              "Shop",
              Request.of("default", "shop-" + number % 1000),
              "run-" + number,
              1,
              new Reason.Enqueued());
      RecordedRun trace = (RecordedRun) log.begins(run);
      trace.called("PATCH", "/api/v1/namespaces/default/configmaps/a?fieldManager=shop", 200, 1, 2);
      trace.called("POST", "/api/v1/namespaces/default/secrets?fieldManager=shop", 201, 3, 4);
      trace.ended(Outcome.DONE, null);
    }
  }

  /// What an event stream sends in a second: the latest runs twice.
  private int watch() {
    ByteArrayOutputStream sent = new ByteArrayOutputStream();
    for (int half = 0; half < 2; half++) {
      List<RecordedRun> ended = log.latest(40, _ -> true, log.total());
      sent.writeBytes(
          TreeType.bytes(Trees.of("runs", ended.stream().map(RecordedRun::summary).toList())));
    }
    return sent.size();
  }

  private Duration cpu(Runnable work) {
    long before = threads.getCurrentThreadCpuTime();
    work.run();
    return Duration.ofNanos(threads.getCurrentThreadCpuTime() - before).dividedBy(SECONDS);
  }

  @Test
  void consoleTakesLessThanThreePercentOfAProcessor() {
    Duration recording = Duration.ZERO;
    Duration watching = Duration.ZERO;
    for (int round = 0; round <= WARM_UP; round++) {
      recording = cpu(() -> record(RUNS_A_SECOND * SECONDS));
      watching =
          cpu(
              () -> {
                for (int second = 0; second < SECONDS; second++) {
                  assertThat(watch()).isPositive();
                }
              });
    }
    System.out.printf("a second: %s recording, %s with a viewer%n", recording, watching);
    assertThat(recording.plus(watching)).isLessThan(Duration.ofMillis(30));
  }
}
