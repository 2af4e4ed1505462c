package dev.drover.controlplane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.testsupport.ChildProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GoBuildTest {
  @TempDir Path cache;

  @Test
  void missingGoIsReportedWithTheRemedy() throws Exception {
    var environment =
        Map.of("PATH", "", "KUBEBUILDER_ASSETS", "", "DROVER_CACHE", cache.toString());
    var ended = ChildProcess.run(Jvm.of(environment, Main.class, "build", "v1.2.3"));

    assertThat(ended.exitCode()).isEqualTo(1);
    assertThat(ended.output()).contains("Install Go").contains("KUBEBUILDER_ASSETS");
    assertThat(cache.resolve("controlplane/v1.2.3")).doesNotExist();
    assertThat(cache.resolve("controlplane/v1.2.3.build")).doesNotExist();
  }

  @Test
  void binariesOfAnotherBuilderAreReused() throws Exception {
    Path folder = Files.createDirectories(cache.resolve("v1.2.3"));
    for (String program : new String[] {"kube-apiserver", "etcd"}) {
      assertThat(Files.createFile(folder.resolve(program)).toFile().setExecutable(true)).isTrue();
    }

    var binaries = new GoBuild("v1.2.3", cache, _ -> {}).build();

    assertThat(binaries.etcd()).isEqualTo(folder.resolve("etcd"));
  }

  @Test
  void versionMustBeAKubernetesVersion() {
    assertThatThrownBy(() -> new GoBuild("latest", cache, _ -> {}))
        .hasMessage("need a Kubernetes version like v1.36.3, got latest");
  }
}
