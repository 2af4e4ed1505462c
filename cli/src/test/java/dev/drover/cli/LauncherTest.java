package dev.drover.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.testsupport.ChildProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// Builds of `./drover` that end early, and several at once: with a Maven and a JDK that are
/// scripts.
@DisabledOnOs(OS.WINDOWS)
class LauncherTest {
  /// Builds while the file `hold` is there. Records whether it found classes, and its process.
  private static final String MAVEN =
      """
      #!/bin/sh
      if [ -e cli/target/classes/A.class ]; then echo incremental; else echo whole; fi >>builds
      echo $$ >maven.pid
      sleep 0.2 # a JVM takes longer until it writes a class
      echo "[INFO] Building Drover command line 0.1.0-SNAPSHOT           [1/1]"
      mkdir -p cli/target/classes
      echo part >cli/target/classes/A.class
      for i in 1 2 3 4 5 6 7 8 9 10; do
        echo "Tests run: $i, Failures: 0, Errors: 0, Skipped: 0"
        sleep 0.1
      done
      while [ -e hold ]; do sleep 0.1; done
      echo a.jar >cli/target/classpath
      """;

  @TempDir Path folder;

  @BeforeEach
  void writePrograms() throws IOException {
    program("drover", Files.readString(Path.of("..", "drover")));
    program("bin/mvn", MAVEN);
    program("jdk/bin/javac", "#!/bin/sh\n");
    program("jdk/bin/java", "#!/bin/sh\necho \"ran $*\"\n");
    Files.writeString(folder.resolve("jdk/release"), "JAVA_VERSION=\"25.0.1\"\n");
    Files.createDirectories(folder.resolve("api/target/classes"));
    Files.writeString(folder.resolve("api/target/classes/B.class"), "of an earlier build");
    Files.writeString(folder.resolve("pom.xml"), "<project/>");
  }

  private void program(String name, String script) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, script);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
  }

  private ProcessBuilder builder(String... command) {
    ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
    builder.environment().put("JAVA_HOME", folder.resolve("jdk").toString());
    builder.environment().put("DROVER_AOT", "off");
    builder.environment().merge("PATH", "", (path, _) -> folder.resolve("bin") + ":" + path);
    return builder;
  }

  private ChildProcess drover() throws IOException {
    return ChildProcess.start(builder("./drover", "crd", "Shop").redirectErrorStream(true));
  }

  private List<String> builds() throws IOException {
    return Files.readAllLines(folder.resolve("builds"));
  }

  private Path hold() throws IOException {
    return Files.createFile(folder.resolve("hold"));
  }

  private static void assertRan(ChildProcess drover) throws InterruptedException {
    assertThat(drover.awaitExit()).as("%s", drover.said()).isZero();
    assertThat(drover.said().getLast()).startsWith("ran ").endsWith("dev.drover.cli.Main crd Shop");
  }

  @Test
  void readerThatEndsEarlyEndsNoBuild() throws Exception {
    ChildProcess.Ended ended =
        ChildProcess.run(builder("sh", "-c", "./drover crd Shop 2>&1 | head -n 1"));
    assertThat(ended.output()).startsWith("Building for the first time");
    assertThat(folder.resolve("cli/target/classpath")).exists();
    try (ChildProcess again = drover()) {
      assertRan(again);
    }
    assertThat(builds()).containsExactly("whole");
  }

  @Test
  void commandAloneIsOnTheStandardOutputOfABuild() throws Exception {
    ProcessBuilder builder = builder("./drover", "crd", "Shop");
    try (ChildProcess drover =
        ChildProcess.start(builder.redirectError(ProcessBuilder.Redirect.DISCARD))) {
      assertRan(drover);
      assertThat(drover.said()).hasSize(1);
    }
  }

  @Test
  void buildThatWasInterruptedIsEndedAndNotTrusted() throws Exception {
    Path hold = hold();
    try (ChildProcess drover = drover()) {
      drover.awaitLine("  [1/1] Drover command line, none left");
      drover.awaitLine("Tests run: 10,");
      String maven = Files.readString(folder.resolve("maven.pid")).strip();
      // Ctrl-C reaches both; Maven leaves its end to the launcher.
      assertThat(ChildProcess.run(new ProcessBuilder("kill", "-INT", maven)).exitCode()).isZero();
      drover.signal("INT");
      assertThat(drover.awaitExit()).isEqualTo(130);
      assertThat(ProcessHandle.of(Long.parseLong(maven)).filter(ProcessHandle::isAlive)).isEmpty();
    }
    Files.delete(hold);
    try (ChildProcess again = drover()) {
      assertRan(again);
    }
    assertThat(builds()).containsExactly("whole", "whole");
    assertThat(folder.resolve("api/target/classes/B.class"))
        .as("a module that the build did not write to")
        .exists();
    Files.writeString(folder.resolve("pom.xml"), "<project>changed</project>");
    try (ChildProcess last = drover()) {
      assertRan(last);
    }
    assertThat(builds()).containsExactly("whole", "whole", "incremental");
  }

  @Test
  void launchersAtTheSameTimeBuildOnce() throws Exception {
    Path hold = hold();
    try (ChildProcess one = drover()) {
      one.awaitLine("  [1/1] Drover command line");
      try (ChildProcess other = drover()) {
        other.awaitLine("Waiting for the build of process " + one.handle().pid());
        Files.delete(hold);
        assertRan(one);
        assertRan(other);
      }
    }
    assertThat(builds()).containsExactly("whole");
    assertThat(Files.exists(folder.resolve("target/build.lock"), LinkOption.NOFOLLOW_LINKS))
        .isFalse();
  }

  @Test
  void buildOfALauncherThatWasKilledIsWaitedForAndDoneAgain() throws Exception {
    Path hold = hold();
    try (ChildProcess killed = drover()) {
      killed.awaitLine("  [1/1] Drover command line");
      killed.signal("KILL");
      try (ChildProcess other = drover()) {
        other.awaitLine("Waiting for the build of process");
        Files.delete(hold);
        assertRan(other);
      }
    }
    assertThat(builds()).containsExactly("whole", "whole");
  }
}
