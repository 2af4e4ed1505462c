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

/// kube-rs, unchanged, on both servers. Cargo fetches it from crates.io.
@Tag("soak")
@Tag("rust")
@Timeout(value = 1, unit = TimeUnit.HOURS)
class RustClientsTest {
  private static final Duration LONG = Duration.ofMinutes(20);

  @TempDir static Path folder;

  @BeforeAll
  static void build() throws Exception {
    ProcessBuilder builder =
        new ProcessBuilder("cargo", "build", "--locked")
            .directory(Path.of("rust", "clients").toFile());
    builder.environment().putIfAbsent("CARGO_TARGET_DIR", folder.toString());
    GuestProgram.run(builder, LONG);
  }

  @TestFactory
  List<DynamicTest> kubeRsWorksOnTheEmbeddedServer() throws Exception {
    return checks(TestedServer.embedded());
  }

  @Tag("real")
  @TestFactory
  List<DynamicTest> kubeRsWorksOnKubernetes() throws Exception {
    return checks(TestedServer.real());
  }

  @Test
  void rustTestStartsAServerOfItsOwn() throws Exception {
    ProcessBuilder builder =
        new ProcessBuilder("cargo", "test", "--locked", "--test", "server")
            .directory(Path.of("rust", "clients").toFile());
    builder.environment().putIfAbsent("CARGO_TARGET_DIR", folder.toString());
    builder.environment().put("DROVER", Launcher.write(folder).toString());
    GuestProgram.run(builder, LONG);
  }

  private static List<DynamicTest> checks(TestedServer server) throws Exception {
    String target = System.getenv().getOrDefault("CARGO_TARGET_DIR", folder.toString());
    String program = Path.of(target, "debug", "drover-interop").toString();
    return new GuestProgram(List.of(program), folder).checks(server, LONG);
  }
}
