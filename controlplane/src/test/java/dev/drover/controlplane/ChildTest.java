package dev.drover.controlplane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.testsupport.ChildProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class ChildTest {
  private static final Duration LONG = Duration.ofSeconds(20);

  @TempDir Path temporary;

  @Test
  void exitedProgramHasItsExitCodeAndLog() throws Exception {
    var child = start("echo hello; echo world >&2; exit 7");

    assertThat(child.endsWithin(LONG)).isTrue();
    assertThat(child.exitCode()).isEqualTo(7);
    assertThat(child.lastLines()).isEqualTo("last lines of test:\n  hello\n  world");
  }

  @Test
  void stopKillsAProgramThatIgnoresSignals() throws Exception {
    var child = start("trap '' HUP INT TERM; echo $$; exec sleep 1000");
    var program = awaitPid(child);

    child.stop();

    program.onExit().get(LONG.toSeconds(), TimeUnit.SECONDS);
    assertThat(folder()).doesNotExist();
  }

  @Test
  void programEndsWhenItsShellIsKilled() throws Exception {
    var child = start("echo $$; exec sleep 1000");
    var program = awaitPid(child);

    program.parent().orElseThrow().destroyForcibly();
    child.stop();

    program.onExit().get(LONG.toSeconds(), TimeUnit.SECONDS);
  }

  @Test
  void programEndsAfterASignalToTheProcessGroup() throws Exception {
    var child = start("trap '' HUP INT TERM; echo $$; exec sleep 1000");
    var program = awaitPid(child);
    var shell = program.parent().orElseThrow();

    shell.children().forEach(ProcessHandle::destroy);
    shell.destroy();
    child.stop();

    program.onExit().get(LONG.toSeconds(), TimeUnit.SECONDS);
    shell.onExit().get(LONG.toSeconds(), TimeUnit.SECONDS);
    assertThat(folder()).doesNotExist();
  }

  @Test
  void stopAfterTheEndDoesNothing() throws Exception {
    var child = start("exit 0");
    assertThat(child.endsWithin(LONG)).isTrue();

    child.stop();

    assertThat(child.exitCode()).isZero();
  }

  @Test
  void programEndsWhenTheJvmIsKilled() throws Exception {
    Files.createDirectory(folder());
    try (var jvm = ChildProcess.start(Jvm.of(Map.of(), Parent.class, folder().toString()))) {
      var program =
          ProcessHandle.of(Long.parseLong(jvm.awaitLine(line -> line.matches("\\d+"))))
              .orElseThrow();
      var shell = program.parent().orElseThrow();
      jvm.handle().destroyForcibly();

      program.onExit().get(LONG.toSeconds(), TimeUnit.SECONDS);
      shell.onExit().get(LONG.toSeconds(), TimeUnit.SECONDS);
      assertThat(folder()).doesNotExist();
    }
  }

  private Path folder() {
    return temporary.resolve("child");
  }

  private Child start(String script) throws Exception {
    Files.createDirectory(folder());
    return Child.start("test", folder(), List.of("sh", "-c", script));
  }

  private static ProcessHandle awaitPid(Child child) throws Exception {
    while (!child.log().endsWith("\n")) {
      assertThat(child.endsWithin(Duration.ofMillis(20))).isFalse();
    }
    return ProcessHandle.of(Long.parseLong(child.log().strip())).orElseThrow();
  }

  /// Starts a child, prints its process id and waits for ever.
  static final class Parent {
    static void main(String[] arguments) throws Exception {
      var script = List.of("sh", "-c", "echo $$; exec sleep 1000");
      var child = Child.start("test", Path.of(arguments[0]), script);
      System.out.println(awaitPid(child).pid());
      Thread.currentThread().join();
    }
  }
}
