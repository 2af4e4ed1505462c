package dev.drover.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// What the live views draw on terminals of any size.
class LiveScreenTest {
  private static final AnsiText PLAIN = new AnsiText(false);

  @Test
  void frameFitsIntoTheTerminal() {
    List<String> lines = IntStream.range(0, 50).mapToObj(i -> "line " + "x".repeat(i)).toList();
    for (TerminalSize size :
        List.of(new TerminalSize(80, 24), new TerminalSize(1, 1), new TerminalSize(200, 60))) {
      String[] shown =
          LiveScreen.frame(lines, size).replaceAll("\u001b\\[[HKJ]", "").split("\r\n", -1);
      assertThat(shown).hasSize(Math.min(lines.size(), size.lines()));
      for (String line : shown) {
        assertThat(AnsiText.width(line)).isLessThanOrEqualTo(size.columns());
      }
    }
  }

  @Test
  void cutKeepsColoursAndDropsWhatMovesTheCursor() {
    AnsiText ansi = new AnsiText(true);
    assertThat(AnsiText.cut(ansi.good("ready") + " now", 7)).isEqualTo(ansi.good("ready") + " …");
    assertThat(AnsiText.cut(ansi.bad("0123456789"), 4)).isEqualTo("\u001b[31m012…\u001b[0m");
    assertThat(AnsiText.cut("a\u001b[2Jb\tc\u0007d", 20)).isEqualTo("a [2Jb c d");
    assertThat(AnsiText.cut("exact", 5)).isEqualTo("exact");
    assertThat(AnsiText.cut("any", 0)).isEmpty();
    assertThat(PLAIN.good("ready")).isEqualTo("ready");
  }

  @Test
  void sizeIsThatOfSttyOrTheUsualOne() {
    assertThat(TerminalSize.parse("60 200\n")).isEqualTo(new TerminalSize(200, 60));
    for (String other : List.of("", "0 0\n", "stty: standard input", "1 2 3", "99999 1")) {
      assertThat(TerminalSize.parse(other)).as(other).isEqualTo(new TerminalSize(80, 24));
    }
  }

  @Test
  void logIsHeldBackWhileTheScreenIsDrawnAndPassedOnOtherwise() {
    PrintStream terminal = System.err;
    ByteArrayOutputStream shown = new ByteArrayOutputStream();
    System.setErr(new PrintStream(shown, true, StandardCharsets.UTF_8));
    PrintStream logger;
    try (LogTail tail = LogTail.ofStandardError()) {
      logger = System.err;
      logger.println("before");
      tail.hold();
      logger.println("während");
      tail.release();
      logger.println("after");
      assertThat(tail.last(2)).containsExactly("während", "after");
    } finally {
      System.setErr(terminal);
    }
    logger.println("of a logger that stays");
    assertThat(shown.toString(StandardCharsets.UTF_8).lines())
        .containsExactly("before", "after", "of a logger that stays");
  }

  @Test
  void viewKeepsStepTreeAndLogOnEveryTerminal() {
    DemoSteps steps = new DemoSteps();
    for (int i = 1; i <= 5; i++) {
      steps.begin("step " + i);
      steps.say("outcome " + i);
    }
    List<String> tree = IntStream.rangeClosed(1, 12).mapToObj(i -> "object " + i).toList();
    try (LogTail log = LogTail.ofStandardError()) {
      DemoView view = new DemoView(List.of("head"), steps, () -> tree, log, PLAIN);
      for (int height = 1; height <= 70; height++) {
        List<String> lines = view.lines(new TerminalSize(80, height));
        assertThat(lines).as("%s lines", height).contains("▶ step 5");
        if (height >= 6) {
          assertThat(lines.subList(0, Math.min(height, lines.size())))
              .as("%s lines", height)
              .contains("object 1");
        }
        if (height >= 12) {
          assertThat(lines).hasSizeLessThanOrEqualTo(height).anyMatch(l -> l.startsWith("── log"));
        }
      }
      List<String> high = new ArrayList<>(view.lines(new TerminalSize(80, 40)));
      assertThat(high).contains("head", "✓ step 1: outcome 1", "object 12");
    }
  }
}
