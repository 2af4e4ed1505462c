package dev.drover.interop;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/// client-go and controller-runtime, unchanged, on both servers.
@Tag("go")
class GoClientsTest {
  private static final Duration LONG = Duration.ofMinutes(4); // under the time-out of a test

  @TempDir static Path folder;

  @BeforeAll
  static void build() throws Exception {
    ProcessBuilder builder =
        new ProcessBuilder("go", "build", "-o", program().toString(), ".")
            .directory(Path.of("go", "clients").toFile());
    builder.environment().put("CGO_ENABLED", "0");
    GuestProgram.run(builder, LONG);
  }

  private static Path program() {
    return folder.resolve("interop");
  }

  @TestFactory
  List<DynamicTest> goClientsWorkOnTheEmbeddedServer() throws Exception {
    return checks(TestedServer.embedded());
  }

  @Tag("real")
  @TestFactory
  List<DynamicTest> goClientsWorkOnKubernetes() throws Exception {
    return checks(TestedServer.real());
  }

  private static List<DynamicTest> checks(TestedServer server) throws Exception {
    return new GuestProgram(List.of(program().toString()), folder).checks(server, LONG);
  }
}
