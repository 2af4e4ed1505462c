package dev.drover.testsupport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

@DisabledOnOs(value = OS.WINDOWS, disabledReason = "has no sh")
class ChildProcessTest {
  private static final Duration SHORT = Duration.ofMillis(300);

  @Test
  void linesAndExitCodeAreThoseOfTheProgram() throws Exception {
    try (ChildProcess program = start("read line; echo got $line; echo rest; exit 7")) {
      program.type("this\n");
      assertThat(program.awaitLine("got")).isEqualTo("got this");
      assertThat(program.awaitExit()).isEqualTo(7);
      assertThat(program.said()).containsExactly("got this", "rest");
    }
  }

  @Test
  void waitForAMissingLineFailsWithTheOutput() throws Exception {
    try (ChildProcess program = start("echo one; exec sleep 600")) {
      assertThatThrownBy(() -> program.awaitLine("two"))
          .isInstanceOf(AssertionError.class)
          .hasMessageContaining("said nothing for 0 s, after [one]");
    }
  }

  @Test
  void waitForAnExitThatNeverComesTimesOut() throws Exception {
    try (ChildProcess program = start("echo one; exec >&- 2>&-; exec sleep 600")) {
      assertThatThrownBy(program::awaitExit)
          .isInstanceOf(AssertionError.class)
          .hasMessage("the program does not end, having said [one]");
    }
  }

  @Test
  void closeEndsChildProcessesOfTheProgram() throws Exception {
    ProcessHandle grandchild;
    try (ChildProcess program =
        ChildProcess.start(new ProcessBuilder("sh", "-c", "sleep 600 & echo $!; wait"))) {
      long pid = Long.parseLong(program.awaitLine(_ -> true));
      grandchild = ProcessHandle.of(pid).orElseThrow();
    }
    grandchild.onExit().get(60, TimeUnit.SECONDS);
  }

  private static ChildProcess start(String script) throws Exception {
    return ChildProcess.start(new ProcessBuilder("sh", "-c", script), SHORT);
  }
}
