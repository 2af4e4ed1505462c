package dev.drover.testsupport;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

@DisabledOnOs(value = OS.WINDOWS, disabledReason = "has no such signals")
class DefaultSignalsTest {
  private static final List<String> SUICIDE = List.of("sh", "-c", "kill -INT $$; echo survived");

  @Test
  void signalThatTheParentIgnoresEndsTheProgram() throws Exception {
    assertThat(ignoringInterrupts(SUICIDE).output())
        .as("without the reset")
        .isEqualTo("survived\n");
    assertThat(ignoringInterrupts(DefaultSignals.around(SUICIDE)))
        .isEqualTo(new ChildProcess.Ended(128 + 2, ""));
  }

  /// Run from a shell that ignores SIGINT, as that of a background job does.
  private static ChildProcess.Ended ignoringInterrupts(List<String> command) throws Exception {
    List<String> words = new ArrayList<>(List.of("sh", "-c", "trap '' INT; \"$@\"; exit $?", "sh"));
    words.addAll(command);
    return ChildProcess.run(new ProcessBuilder(words));
  }
}
