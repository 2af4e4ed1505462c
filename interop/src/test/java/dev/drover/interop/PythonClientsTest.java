package dev.drover.interop;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The official Python client, unchanged, on both servers. pip fetches it from PyPI.
@Tag("soak")
@Tag("python")
@Timeout(value = 1, unit = TimeUnit.HOURS)
class PythonClientsTest {
  private static final Duration LONG = Duration.ofMinutes(10);

  @TempDir static Path folder;

  @BeforeAll
  static void install() throws Exception {
    GuestProgram.run(
        new ProcessBuilder("python3", "-m", "venv", folder.resolve("venv").toString()), LONG);
    GuestProgram.run(
        new ProcessBuilder(python(), "-m", "pip", "install", "-q", "-r", file("requirements.txt")),
        LONG);
  }

  private static String python() {
    return folder.resolve("venv").resolve("bin").resolve("python").toString();
  }

  private static String file(String name) {
    return Path.of("python", name).toString();
  }

  @TestFactory
  List<DynamicTest> pythonClientWorksOnTheEmbeddedServer() throws Exception {
    return checks(TestedServer.embedded());
  }

  @Tag("real")
  @TestFactory
  List<DynamicTest> pythonClientWorksOnKubernetes() throws Exception {
    return checks(TestedServer.real());
  }

  @Test
  void pythonTestStartsAServerOfItsOwn() throws Exception {
    ProcessBuilder builder = new ProcessBuilder(python(), file("test_server.py"));
    builder.environment().put("DROVER", Launcher.write(folder).toString());
    GuestProgram.run(builder, LONG);
  }

  private static List<DynamicTest> checks(TestedServer server) throws Exception {
    return new GuestProgram(List.of(python(), file("clients.py")), folder).checks(server, LONG);
  }
}
