package dev.drover.controlplane;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/// The paths of kube-apiserver and etcd.
///
/// The variables of envtest come first: `TEST_ASSET_KUBE_APISERVER` and `TEST_ASSET_ETCD` name the
/// files, `KUBEBUILDER_ASSETS` their folder. They apply to the default version only. Then the
/// cache: `$DROVER_CACHE`, else `$XDG_CACHE_HOME/drover`, else `~/.cache/drover`, and in it
/// `controlplane/<version>/`.
///
/// @param origin how they were found, for messages
record Binaries(Path kubeApiServer, Path etcd, String origin) {
  static final String DEFAULT_VERSION = "v1.36.3";

  /// Finds the binaries of a version, if they are there.
  ///
  /// @throws ControlPlaneException if a variable names a file that cannot be run
  static Optional<Binaries> find(String version, Map<String, String> environment) {
    if (version.equals(DEFAULT_VERSION)) {
      var given = given(environment);
      if (given.isPresent()) {
        return given;
      }
    }
    var cached = in(cacheFolder(environment).resolve(version), "cache");
    return cached.isRunnable() ? Optional.of(cached) : Optional.empty();
  }

  private static Optional<Binaries> given(Map<String, String> environment) {
    Optional<Path> folder = path(environment, "KUBEBUILDER_ASSETS");
    Optional<Path> kubeApiServer =
        path(environment, "TEST_ASSET_KUBE_APISERVER")
            .or(() -> folder.map(f -> f.resolve("kube-apiserver")));
    Optional<Path> etcd =
        path(environment, "TEST_ASSET_ETCD").or(() -> folder.map(f -> f.resolve("etcd")));
    if (kubeApiServer.isEmpty() || etcd.isEmpty()) {
      return Optional.empty();
    }
    var binaries = new Binaries(kubeApiServer.get(), etcd.get(), "environment");
    if (!binaries.isRunnable()) {
      throw new ControlPlaneException(
          "the environment (KUBEBUILDER_ASSETS, TEST_ASSET_KUBE_APISERVER, TEST_ASSET_ETCD) names "
              + binaries.kubeApiServer
              + " and "
              + binaries.etcd
              + ", which are not both there to be run");
    }
    return Optional.of(binaries);
  }

  static Binaries in(Path folder, String origin) {
    return new Binaries(folder.resolve("kube-apiserver"), folder.resolve("etcd"), origin);
  }

  boolean isRunnable() {
    return Files.isExecutable(kubeApiServer) && Files.isExecutable(etcd);
  }

  static Path cacheFolder(Map<String, String> environment) {
    return path(environment, "DROVER_CACHE")
        .or(() -> path(environment, "XDG_CACHE_HOME").map(p -> p.resolve("drover")))
        .orElseGet(() -> Path.of(System.getProperty("user.home"), ".cache", "drover"))
        .resolve("controlplane")
        .toAbsolutePath();
  }

  private static Optional<Path> path(Map<String, String> environment, String variable) {
    return Optional.ofNullable(environment.get(variable))
        .filter(value -> !value.isBlank())
        .map(value -> Path.of(value).toAbsolutePath());
  }
}
