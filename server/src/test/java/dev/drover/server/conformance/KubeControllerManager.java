package dev.drover.server.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.testsupport.ChildProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// kube-controller-manager, built from the Go modules of Kubernetes, at work on a real API server.
final class KubeControllerManager implements AutoCloseable {
  private static final String VERSION = "1.36.3";
  private static final Duration BUILD = Duration.ofMinutes(30);
  private static final Pattern GO_MOD = Pattern.compile("\"GoMod\":\\s*\"([^\"]+)\"");
  private static final Pattern GO_LINE = Pattern.compile("(?m)^go \\S+$");
  private static final Pattern STAGING = Pattern.compile("(k8s\\.io/\\S+) => \\./staging/");

  private final ChildProcess process;

  private KubeControllerManager(ChildProcess process) {
    this.process = process;
  }

  /// Builds it into a folder.
  static Path build(Path folder) throws IOException, InterruptedException {
    String kubernetes = "k8s.io/kubernetes@v" + VERSION;
    String goMod =
        Files.readString(
            Path.of(find(GO_MOD, go(folder, "mod", "download", "-json", kubernetes)).group(1)));
    List<String> lines = new ArrayList<>();
    lines.add("module kube-controller-manager");
    lines.add(find(GO_LINE, goMod).group());
    lines.add("require k8s.io/kubernetes v" + VERSION);
    STAGING
        .matcher(goMod)
        .results()
        .map(match -> match.group(1))
        .forEach(name -> lines.add("replace %s => %s v0%s".formatted(name, name, minor())));
    Files.write(folder.resolve("go.mod"), lines);
    Path program = folder.resolve("kube-controller-manager");
    go(
        folder,
        "build",
        "-mod=mod",
        "-ldflags",
        "-X k8s.io/component-base/version.gitVersion=v" + VERSION,
        "-o",
        program.toString(),
        "k8s.io/kubernetes/cmd/kube-controller-manager");
    return program;
  }

  /// Kubernetes 1.36.3 is made of modules 0.36.3.
  private static String minor() {
    return VERSION.substring(VERSION.indexOf('.'));
  }

  private static Matcher find(Pattern pattern, String text) {
    Matcher matcher = pattern.matcher(text);
    assertThat(matcher.find()).as(text).isTrue();
    return matcher;
  }

  private static String go(Path folder, String... arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("go"));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
    builder.environment().put("CGO_ENABLED", "0");
    builder.environment().put("GOFLAGS", "-buildvcs=false");
    ChildProcess.Ended ended = ChildProcess.run(builder, BUILD);
    assertThat(ended.exitCode()).as(ended.output()).isZero();
    return ended.output();
  }

  /// Starts it with all controllers but those that judge nodes by their heartbeats.
  static KubeControllerManager start(Path program, Path kubeconfig) throws IOException {
    return new KubeControllerManager(
        ChildProcess.start(
            new ProcessBuilder(
                    program.toString(),
                    "--kubeconfig=" + kubeconfig,
                    "--leader-elect=false",
                    "--secure-port=0",
                    "--controllers=*,-node-lifecycle-controller,-taint-eviction-controller,"
                        + "-node-ipam-controller,-cloud-node-lifecycle-controller")
                .redirectErrorStream(true)));
  }

  @Override
  public void close() {
    process.close();
  }
}
