package dev.drover.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.event.Level;

class TerminalLogTest {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  private Logger logger(Level least, boolean isColoured) {
    return new TerminalLog(
        "dev.drover.Icecream",
        new PrintStream(bytes, true, StandardCharsets.UTF_8),
        least,
        isColoured,
        Remedies.parse(""));
  }

  private String printed() {
    return bytes.toString(StandardCharsets.UTF_8).replaceAll("\\d\\d:\\d\\d:\\d\\d\\.\\d{3}", "T");
  }

  private static void reconcile(Logger log) {
    log.atInfo()
        .addKeyValue("controller", "icecream")
        .addKeyValue("namespace", "default")
        .addKeyValue("name", "vanilla")
        .addKeyValue("reconcileID", "42")
        .addKeyValue("scoops", 3)
        .addArgument("node-1")
        .setMessage("NodeName: {}")
        .log();
  }

  @Test
  void logLineNamesTheObjectAndOmitsOtherRunFields() {
    reconcile(logger(Level.INFO, false));
    assertThat(printed()).isEqualTo("T Icecream  default/vanilla: NodeName: node-1  scoops=3\n");
  }

  @Test
  void verboseLogLineHasAllFields() {
    reconcile(logger(Level.DEBUG, false));
    assertThat(printed()).contains("controller=icecream").contains("reconcileID=42");
  }

  @Test
  void onlyWarningsShowTheirLevelAndLowerLevelsAreOmitted() {
    Logger log = logger(Level.INFO, false);
    log.debug("no");
    log.info("{} of {}", 1, 2);
    log.warn("careful", new IllegalStateException("because"));
    assertThat(printed())
        .startsWith(
            "T Icecream  1 of 2\n"
                + "T Icecream  WARN careful\n"
                + "java.lang.IllegalStateException: because");
  }

  @Test
  void stackTraceEndsAtTheProgramAndIsShownOnce() {
    Logger log = logger(Level.INFO, false);
    IllegalStateException failure = new IllegalStateException("because");
    failure.setStackTrace(
        new StackTraceElement[] {
          frame("dev.drover.runtime.Cache"),
          frame("Shop"),
          frame("dev.drover.runtime.engine.Worker"),
          new StackTraceElement("", "java.base", "", "java.lang.Thread", "run", "Thread.java", 1)
        });
    log.error("attempt 1", failure);
    log.error("attempt 2", failure);
    assertThat(printed())
        .isEqualTo(
            """
            T Icecream  ERROR attempt 1
            java.lang.IllegalStateException: because
            \tat dev.drover.runtime.Cache.run(X.java:7)
            \tat Shop.run(X.java:7)
            T Icecream  ERROR attempt 2
            java.lang.IllegalStateException: because
            \t... as above
            """);
  }

  @Test
  void verboseOrForeignStackTraceIsShownWhole() {
    IllegalStateException failure = new IllegalStateException("because");
    failure.setStackTrace(
        new StackTraceElement[] {frame("Shop"), frame("dev.drover.runtime.engine.Worker")});
    logger(Level.DEBUG, false).error("failed", failure);
    assertThat(printed()).endsWith("\tat dev.drover.runtime.engine.Worker.run(X.java:7)\n");
    bytes.reset();
    failure.setStackTrace(new StackTraceElement[] {frame("dev.drover.runtime.engine.Worker")});
    logger(Level.INFO, false).error("failed", failure);
    assertThat(printed()).endsWith("\tat dev.drover.runtime.engine.Worker.run(X.java:7)\n");
  }

  private static StackTraceElement frame(String type) {
    return new StackTraceElement(type, "run", "X.java", 7);
  }

  @Test
  void coloursAreUsedOnlyOnTerminals() {
    logger(Level.INFO, true).warn("careful");
    assertThat(printed()).contains("\u001b[33mWARN careful\u001b[0m");
  }
}
