package dev.drover.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.slf4j.event.Level;

/// Errors and the entries of the guide that say what to do about them.
class RemediesTest {
  private static final Remedies GUIDE = Remedies.ofTheGuide();

  @Test
  void errorLeadsToItsEntryInTheGuide() {
    assertThat(GUIDE.size()).isGreaterThan(15);
    assertThat(
            GUIDE.of("there is no context 'prod' in /home/jane/.kube/config; choose one of a, b"))
        .hasValue(
            "What to do: `--context NAME` (docs/troubleshooting.md#the-program-does-not-start)");
    assertThat(
            GUIDE.of(
                "shop cannot start console on /127.0.0.1:8090: Address already in use. Another"
                    + " process has port 8090"))
        .hasValueSatisfying(remedy -> assertThat(remedy).contains("ConsoleOptions.port(0)"));
    assertThat(GUIDE.of("secrets is not in the cache. Declare it: cache().informer(Secret.class)"))
        .hasValueSatisfying(remedy -> assertThat(remedy).endsWith("#a-read-fails)"));
    assertThat(GUIDE.of("the price of cones is negative")).isEmpty();
    assertThat(GUIDE.of("")).isEmpty();
  }

  @Test
  void logSaysOnceWhatToDoAboutTheSameTrouble() {
    ByteArrayOutputStream shown = new ByteArrayOutputStream();
    TerminalLog log =
        new TerminalLog(
            "Manager",
            new PrintStream(shown, true, StandardCharsets.UTF_8),
            Level.INFO,
            false,
            GUIDE);
    log.info("there is no context 'a' in b");
    log.error("there is no context 'a' in b");
    log.error("there is no context 'c' in d");
    assertThat(shown.toString(StandardCharsets.UTF_8).lines())
        .filteredOn(line -> line.contains("What to do"))
        .hasSize(1);
  }
}
