package dev.drover.controlplane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BinariesTest {
  private static final String VERSION = ControlPlane.DEFAULT_VERSION;

  @TempDir Path folder;

  @Test
  void binariesAreEmptyWithoutVariablesAndCache() {
    assertThat(Binaries.find(VERSION, Map.of("DROVER_CACHE", folder.toString()))).isEmpty();
  }

  @Test
  void envtestFolderTakesPrecedenceOverTheCache() throws Exception {
    Path assets = install("assets");
    install("cache/controlplane/" + VERSION);
    var environment =
        Map.of("KUBEBUILDER_ASSETS", assets.toString(), "DROVER_CACHE", cache().toString());

    assertThat(Binaries.find(VERSION, environment))
        .contains(
            new Binaries(assets.resolve("kube-apiserver"), assets.resolve("etcd"), "environment"));
  }

  @Test
  void envtestFileVariableTakesPrecedenceOverItsFolder() throws Exception {
    Path assets = install("assets");
    Path other = install("other").resolve("etcd");
    var environment =
        Map.of("KUBEBUILDER_ASSETS", assets.toString(), "TEST_ASSET_ETCD", other.toString());

    assertThat(Binaries.find(VERSION, environment).orElseThrow().etcd()).isEqualTo(other);
  }

  @Test
  void variablesAreIgnoredForAnotherVersion() throws Exception {
    Path cached = install("cache/controlplane/v1.35.0");
    var environment =
        Map.of(
            "KUBEBUILDER_ASSETS", install("assets").toString(), "DROVER_CACHE", cache().toString());

    assertThat(Binaries.find("v1.35.0", environment)).contains(Binaries.in(cached, "cache"));
  }

  @Test
  void variableThatNamesAMissingFileIsAnError() {
    var environment = Map.of("KUBEBUILDER_ASSETS", folder.resolve("nowhere").toString());

    assertThatThrownBy(() -> Binaries.find(VERSION, environment))
        .isInstanceOf(ControlPlaneException.class)
        .hasMessageContaining("KUBEBUILDER_ASSETS")
        .hasMessageContaining("nowhere");
  }

  @Test
  void cacheFollowsTheXdgFolder() {
    assertThat(Binaries.cacheFolder(Map.of("XDG_CACHE_HOME", "/xdg")))
        .isEqualTo(Path.of("/xdg/drover/controlplane"));
    assertThat(Binaries.cacheFolder(Map.of("XDG_CACHE_HOME", "/xdg", "DROVER_CACHE", "/own")))
        .isEqualTo(Path.of("/own/controlplane"));
  }

  private Path cache() {
    return folder.resolve("cache");
  }

  private Path install(String name) throws Exception {
    Path target = Files.createDirectories(folder.resolve(name));
    for (String program : new String[] {"kube-apiserver", "etcd"}) {
      Files.setPosixFilePermissions(
          Files.createFile(target.resolve(program)), PosixFilePermissions.fromString("rwx------"));
    }
    return target;
  }
}
