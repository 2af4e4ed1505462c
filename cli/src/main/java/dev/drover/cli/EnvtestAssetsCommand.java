package dev.drover.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// `./drover envtest-assets DIR`: writes programs named `kube-apiserver` and `etcd`, which start
/// the embedded API server with the flags of envtest.
@Command(
    name = "envtest-assets",
    description = {
      "Writes programs kube-apiserver and etcd that envtest starts, in any language:",
      "export KUBEBUILDER_ASSETS=DIR and run your tests."
    })
final class EnvtestAssetsCommand implements Callable<Integer> {
  @Mixin private final Terminal terminal = new Terminal();

  @Parameters(paramLabel = "DIR", description = "where to write them; created if it is missing")
  private Path directory = Path.of(".");

  @Override
  public Integer call() throws IOException {
    Files.createDirectories(directory);
    write("etcd");
    write("kube-apiserver");
    terminal.say("export KUBEBUILDER_ASSETS=" + directory.toAbsolutePath().normalize());
    return 0;
  }

  private void write(String program) throws IOException {
    Path file = directory.resolve(program);
    Files.writeString(
        file,
        """
        #!/bin/sh
        # Made by ./drover envtest-assets: Drover's API server under the name that envtest starts.
        exec %s -XX:+UseSerialGC -XX:+ExitOnOutOfMemoryError -cp %s %s %s "$@"
        """
            .formatted(
                quoted(Path.of(System.getProperty("java.home"), "bin", "java").toString()),
                quoted(System.getProperty("java.class.path")),
                Main.class.getName(),
                program));
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private static String quoted(String text) {
    return "'" + text.replace("'", "'\\''") + "'";
  }
}
