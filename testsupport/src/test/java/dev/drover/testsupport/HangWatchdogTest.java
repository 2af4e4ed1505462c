package dev.drover.testsupport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/// A suite that hangs ends with a dump of all threads.
@Tag("slow")
class HangWatchdogTest {
  @TempDir Path folder;

  @Test
  void suiteThatDoesNotNoticeInterruptionEndsWithADump() throws Exception {
    ChildProcess.Ended suite = run(HangingTests.Deaf.class);
    assertThat(suite.exitCode()).as(suite.output()).isEqualTo(HangWatchdog.EXIT_CODE);
    assertThat(suite.output())
        .contains("No test began or ended for PT3S")
        .contains("waitsForAConnectionThatNeverComes")
        .contains("All threads: " + folder);
    assertThat(onlyDump()).contains("HangingTests$Deaf.waitsForAConnectionThatNeverComes");
  }

  @Test
  void timeOutOfATestDumpsVirtualThreadsToo() throws Exception {
    ChildProcess.Ended suite = run(HangingTests.Slow.class);
    assertThat(suite.exitCode()).as(suite.output()).isZero();
    assertThat(onlyDump())
        .startsWith("Time-out of ")
        .contains("\"stuck\" virtual")
        .contains("HangingTests$Slow.waitForEver");
  }

  private String onlyDump() throws Exception {
    try (Stream<Path> files = Files.list(folder)) {
      List<Path> dumps = files.toList();
      assertThat(dumps).hasSize(1);
      return Files.readString(dumps.getFirst());
    }
  }

  private ChildProcess.Ended run(Class<?> tests) throws Exception {
    return ChildProcess.run(
        new ProcessBuilder(
            ChildProcess.java(),
            "-D" + HangWatchdog.LIMIT + "=PT3S",
            "-D" + ThreadDumps.FOLDER + "=" + folder,
            "-cp",
            System.getProperty("java.class.path"),
            Suite.class.getName(),
            tests.getName()));
  }

  /// Runs the tests of a class as Surefire does.
  static final class Suite {
    static void main(String[] arguments) throws Exception {
      LauncherFactory.create()
          .execute(
              LauncherDiscoveryRequestBuilder.request()
                  .selectors(selectClass(Class.forName(arguments[0])))
                  .configurationParameter("junit.jupiter.extensions.autodetection.enabled", "true")
                  .build());
    }
  }
}
