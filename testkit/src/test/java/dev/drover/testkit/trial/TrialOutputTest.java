package dev.drover.testkit.trial;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What trials print under JUnit.
class TrialOutputTest {
  private static final long SECOND = Duration.ofSeconds(1).toNanos();

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);

  @Test
  void progressIsPrintedEveryTenSecondsAndTheSummaryOnce() {
    TrialOutput output = new TrialOutput(out, 0);
    for (int second = 1; second <= 25; second++) {
      output.progress(second + " s", second * SECOND);
    }
    output.survived(
        "ShopTest.opens",
        new TrialSummary(3, 7, 2, 1, 4, Duration.ofMillis(90), "undisturbed", List.of()));
    assertThat(bytes.toString(StandardCharsets.UTF_8).lines())
        .containsExactly(
            "10 s",
            "20 s",
            "ShopTest.opens survives 3 of 7 plans, 2 points, 1 steps, 4 calls undisturbed, 90 ms;"
                + " longest: undisturbed");
  }
}
