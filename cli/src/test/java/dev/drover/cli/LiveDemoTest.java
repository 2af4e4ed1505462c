package dev.drover.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.testsupport.ChildProcess;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/// The demo on a terminal, which `script` of util-linux provides.
@Tag("slow")
@EnabledOnOs(OS.LINUX)
class LiveDemoTest {
  private static ChildProcess demo(String kind, String arguments) throws Exception {
    // A shell that stays in between would report the signal instead of the exit code of the demo.
    String command =
        "exec %s -cp '%s' dev.drover.cli.Main demo %s"
            .formatted(ChildProcess.java(), System.getProperty("java.class.path"), arguments);
    ProcessBuilder builder = new ProcessBuilder("script", "-qec", command, "/dev/null");
    builder.environment().put("TERM", kind);
    return ChildProcess.start(builder);
  }

  @Test
  void terminalShowsTheObjectsAsATreeAndCtrlCRestoresIt() throws Exception {
    try (ChildProcess demo = demo("xterm", "")) {
      demo.awaitLine("To watch the controller at work, open http://127.0.0.1:");
      demo.awaitLine(LiveScreen.OPEN);
      demo.awaitLine("▶ Two Icecreams are ordered");
      demo.awaitLine("└─  Pod vanilla-deployment-");
      demo.awaitLine("── log ──");
      demo.type("\u0003"); // Ctrl-C
      assertThat(demo.awaitExit()).isZero();
      List<String> said = demo.said();
      int restored = -1;
      for (int i = 0; i < said.size(); i++) {
        restored = said.get(i).contains(LiveScreen.CLOSE) ? i : restored;
      }
      assertThat(restored).as("%s", said).isPositive();
      assertThat(said.subList(restored + 1, said.size()))
          .as("what happened stays on the terminal, without escape sequences")
          .contains("--- Two Icecreams are ordered")
          .noneMatch(line -> line.contains("\u001b"));
    }
  }

  @Test
  void terminalShowsTheLogIfAskedAndIfItCannotBeDrawnOn() throws Exception {
    for (List<String> how : List.of(List.of("xterm", "--log"), List.of("dumb", ""))) {
      try (ChildProcess demo = demo(how.getFirst(), how.getLast())) {
        demo.awaitLine("--- Two Icecreams are ordered");
        demo.awaitLine("Successfully synced 'default/vanilla'");
        demo.type("\u0003");
        assertThat(demo.awaitExit()).isZero();
        assertThat(demo.said()).noneMatch(line -> line.contains("\u001b"));
      }
    }
  }
}
