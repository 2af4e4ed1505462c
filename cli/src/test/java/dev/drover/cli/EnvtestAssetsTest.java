package dev.drover.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.testsupport.ChildProcess;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class EnvtestAssetsTest {
  private static final Duration LONG = Duration.ofMinutes(4); // under the time-out of a test

  @TempDir Path folder;

  private Path assets() throws Exception {
    Path assets = folder.resolve("assets dir"); // with a space: the programs quote it
    try (Drover drover = Drover.start("envtest-assets", assets.toString())) {
      assertThat(drover.awaitLine("export")).isEqualTo("export KUBEBUILDER_ASSETS=" + assets);
      assertThat(drover.awaitExit()).isZero();
    }
    return assets;
  }

  @Test
  void programsListTheFlagsThatEnvtestLooksFor() throws Exception {
    Path assets = assets();
    ChildProcess.Ended etcd =
        ChildProcess.run(new ProcessBuilder(assets.resolve("etcd").toString(), "--help"));
    assertThat(etcd.exitCode()).isZero();
    assertThat(etcd.output()).containsPattern("(?m)^\\s*--unsafe-no-fsync\\b");
    ChildProcess.Ended server =
        ChildProcess.run(new ProcessBuilder(assets.resolve("kube-apiserver").toString(), "--help"));
    assertThat(server.exitCode()).isZero();
    assertThat(server.output())
        .containsPattern("(?m)^\\s*--secure-port\\b")
        .doesNotContainPattern("(?m)^\\s*--insecure-port\\b");
  }

  @Test
  void flagsWithoutEffectAreNamed() throws Exception {
    Path program = assets().resolve("kube-apiserver");
    ProcessBuilder builder =
        new ProcessBuilder(program.toString(), "--secure-port=0", "--feature-gates=Magic=true")
            .redirectErrorStream(true);
    try (ChildProcess server = ChildProcess.start(builder)) {
      server.awaitLine("kube-apiserver: --feature-gates=Magic=true has no effect here");
      server.awaitLine("Serving https://127.0.0.1:");
      server.signal("TERM");
      assertThat(server.awaitExit()).isZero();
    }
  }

  @Tag("go")
  @Test
  void envtestOfControllerRuntimeStartsTheAssets() throws Exception {
    Path program = folder.resolve("envtest");
    ProcessBuilder build =
        new ProcessBuilder("go", "build", "-o", program.toString(), ".")
            .directory(Path.of("src", "test", "go", "envtest").toFile());
    build.environment().put("CGO_ENABLED", "0");
    ChildProcess.Ended built = ChildProcess.run(build, LONG);
    assertThat(built.exitCode()).as(built.output()).isZero();

    ProcessBuilder builder = new ProcessBuilder(program.toString());
    builder.environment().put("KUBEBUILDER_ASSETS", assets().toString());
    ChildProcess.Ended ended = ChildProcess.run(builder, LONG);
    assertThat(ended.exitCode()).as(ended.output()).isZero();
    assertThat(ended.output().lines().filter(line -> line.startsWith("ok "))).hasSize(5);
  }
}
