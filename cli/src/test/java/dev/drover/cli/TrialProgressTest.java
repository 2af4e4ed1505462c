package dev.drover.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class TrialProgressTest {
  private static final long SECOND = Duration.ofSeconds(1).toNanos();

  private final StringWriter shown = new StringWriter();

  private TrialProgress progress(boolean isTerminal) {
    return new TrialProgress(new PrintWriter(shown), isTerminal, 0);
  }

  @Test
  void lineOnATerminalIsOverwritten() {
    TrialProgress progress = progress(true);
    progress.show("10 of 20 plans", SECOND);
    progress.show("done", 2 * SECOND);
    progress.clear();
    progress.clear();
    assertThat(shown)
        .hasToString("10 of 20 plans\r" + " ".repeat(14) + "\rdone\r" + " ".repeat(4) + "\r");
  }

  @Test
  void pipeGetsALineEveryTenSeconds() {
    TrialProgress progress = progress(false);
    for (int second = 1; second <= 25; second++) {
      progress.show(second + " s", second * SECOND);
    }
    progress.clear();
    assertThat(shown.toString().lines()).containsExactly("10 s", "20 s");
  }
}
