package dev.drover.controlplane;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Builds kube-apiserver and etcd from their Go modules, once per version.
///
/// Kubernetes itself is a module that cannot be built from outside as it is: its go.mod replaces
/// the staging repositories (`k8s.io/api`, …) by folders next to it. We build from an empty module
/// that requires it and replaces each of them by the release of the same number: v1.36.3 → v0.36.3.
///
/// The result appears in the cache with one rename, so that it is complete or absent. Of several
/// builders, in this JVM or others, one builds and the rest wait for it.
final class GoBuild {
  private static final String ETCD_VERSION = "v3.6.7";
  private static final Pattern VERSION = Pattern.compile("v1\\.(\\d+)\\.(\\d+)");
  private static final Pattern STAGING =
      Pattern.compile(
          "^\\s*(?:replace\\s+)?(k8s\\.io/\\S+)\\s+=>\\s+\\./staging/", Pattern.MULTILINE);
  private static final Pattern GO_LINE = Pattern.compile("^go \\S+$", Pattern.MULTILINE);
  private static final Pattern GO_MOD_PATH = Pattern.compile("\"GoMod\":\\s*\"([^\"]+)\"");
  private static final Duration PROGRESS_EVERY = Duration.ofSeconds(30);

  /// File locks are held by the whole JVM, so threads need one of their own.
  private static final ReentrantLock IN_THIS_JVM = new ReentrantLock();

  private final String version;
  private final Path cache;
  private final Consumer<String> progress;

  GoBuild(String version, Path cache, Consumer<String> progress) {
    if (!VERSION.matcher(version).matches()) {
      throw new IllegalArgumentException(
          "need a Kubernetes version like " + Binaries.DEFAULT_VERSION + ", got " + version);
    }
    this.version = version;
    this.cache = cache;
    this.progress = progress;
  }

  /// Builds the binaries, unless another builder finishes them meanwhile.
  Binaries build() throws InterruptedException {
    IN_THIS_JVM.lockInterruptibly();
    try {
      Files.createDirectories(cache);
      try (var file =
              FileChannel.open(
                  cache.resolve(version + ".lock"),
                  StandardOpenOption.CREATE,
                  StandardOpenOption.WRITE);
          var _ = file.lock()) {
        var result = Binaries.in(cache.resolve(version), "built from Go modules");
        if (!result.isRunnable()) {
          buildInto(cache.resolve(version));
        }
        return result;
      }
    } catch (IOException e) {
      throw new UncheckedIOException("build " + version + " in " + cache, e);
    } finally {
      IN_THIS_JVM.unlock();
    }
  }

  private void buildInto(Path target) throws IOException, InterruptedException {
    Path work = cache.resolve(version + ".build");
    Folders.delete(work); // left by a builder that was killed
    Files.createDirectory(work);
    try {
      Path result = Files.createDirectory(work.resolve("result"));
      buildEtcd(Files.createDirectory(work.resolve("etcd")), result);
      buildKubeApiServer(Files.createDirectory(work.resolve("kube-apiserver")), result);
      Folders.delete(target); // an incomplete one, or nothing
      Files.move(result, target, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Folders.delete(work);
    }
  }

  private void buildEtcd(Path module, Path result) throws IOException, InterruptedException {
    Files.writeString(
        module.resolve("go.mod"),
        """
        module etcd

        require go.etcd.io/etcd/server/v3 %s
        """
            .formatted(ETCD_VERSION));
    Files.writeString(
        module.resolve("main.go"),
        """
        package main

        import (
        	"os"

        	"go.etcd.io/etcd/server/v3/etcdmain"
        )

        func main() { etcdmain.Main(os.Args) }
        """);
    progress.accept("building etcd " + ETCD_VERSION + " (about a minute)");
    go(module, "build", "-ldflags", "-s -w", "-o", result.resolve("etcd").toString(), ".");
  }

  private void buildKubeApiServer(Path module, Path result)
      throws IOException, InterruptedException {
    String download = go(module, "mod", "download", "-json", "k8s.io/kubernetes@" + version);
    String goMod = Files.readString(Path.of(first(GO_MOD_PATH, download).group(1)));
    Matcher number = first(VERSION, version);
    String staging = "v0." + number.group(1) + "." + number.group(2);
    var lines = new ArrayList<String>();
    lines.add("module kube-apiserver");
    lines.add(first(GO_LINE, goMod).group());
    lines.add("require k8s.io/kubernetes " + version);
    STAGING
        .matcher(goMod)
        .results()
        .map(match -> match.group(1))
        .forEach(
            repository -> lines.add("replace " + repository + " => " + repository + " " + staging));
    Files.write(module.resolve("go.mod"), lines);

    // What the release build would have stamped; without it the server calls itself v0.0.0.
    String stamp = " -X k8s.io/component-base/version.";
    String flags =
        "-s -w"
            + (stamp + "gitVersion=" + version)
            + (stamp + "gitMajor=1")
            + (stamp + "gitMinor=" + number.group(1))
            + (stamp + "gitTreeState=clean");
    progress.accept("building kube-apiserver " + version + " (about 5 minutes on 2 cores)");
    go(
        module,
        "build",
        "-ldflags",
        flags,
        "-o",
        result.resolve("kube-apiserver").toString(),
        "k8s.io/kubernetes/cmd/kube-apiserver");
  }

  /// Runs the go command and returns what it printed.
  private String go(Path module, String... arguments) throws IOException, InterruptedException {
    var line = new ArrayList<>(List.of("go"));
    line.addAll(List.of(arguments));
    Path output = module.resolve("output");
    Path errors = module.resolve("errors");
    var builder =
        new ProcessBuilder(line)
            .directory(module.toFile())
            .redirectOutput(output.toFile())
            .redirectError(errors.toFile());
    builder
        .environment()
        .putAll(
            Map.of(
                "CGO_ENABLED",
                "0",
                "GOFLAGS",
                "-mod=mod -trimpath -buildvcs=false",
                "GOWORK",
                "off"));
    var process = start(builder);
    try {
      long begin = System.nanoTime();
      while (!process.waitFor(PROGRESS_EVERY.toSeconds(), TimeUnit.SECONDS)) {
        progress.accept("  … " + Duration.ofNanos(System.nanoTime() - begin).toSeconds() + " s");
      }
    } finally {
      process
          .descendants()
          .forEach(ProcessHandle::destroy); // the compilers, when we are interrupted
      process.destroy();
    }
    if (process.exitValue() != 0) {
      throw new ControlPlaneException(
          "`" + String.join(" ", line) + "` failed:\n" + Files.readString(errors).strip());
    }
    return Files.readString(output);
  }

  private Process start(ProcessBuilder builder) {
    try {
      return builder.start();
    } catch (IOException e) {
      throw new ControlPlaneException(
          ("kube-apiserver and etcd %s are not there, and building them needs Go, which was not"
                  + " found in PATH. Install Go (https://go.dev/dl), or set KUBEBUILDER_ASSETS to a"
                  + " folder with both programs.")
              .formatted(version),
          e);
    }
  }

  private static Matcher first(Pattern pattern, String text) {
    Matcher matcher = pattern.matcher(text);
    if (!matcher.find()) {
      throw new ControlPlaneException("expected " + pattern + " in:\n" + text);
    }
    return matcher;
  }
}
