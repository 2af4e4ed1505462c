package dev.drover.bench.apiserver;

import dev.drover.controlplane.ControlPlane;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// An API server in processes of its own, whose CPU time and memory can be read.
///
/// @param processes of the server, as they are now
/// @param end stops them
record ServerUnderLoad(String kubeconfig, Supplier<List<ProcessHandle>> processes, Runnable end)
    implements AutoCloseable {

  /// kube-apiserver and etcd.
  static ServerUnderLoad kubernetes() throws InterruptedException {
    ControlPlane server = ControlPlane.start(ControlPlane.Options.defaults());
    return new ServerUnderLoad(
        server.kubeconfig(), () -> descendants("kube-apiserver", "etcd"), server::close);
  }

  private static List<ProcessHandle> descendants(String... names) {
    return ProcessHandle.current()
        .descendants()
        .filter(p -> Stream.of(names).anyMatch(p.info().command().orElse("")::endsWith))
        .toList();
  }

  /// The API server in a jar, in a JVM of its own.
  ///
  /// @param java starts the JVM, up to its main class
  static ServerUnderLoad drover(List<String> java, Path folder) throws IOException {
    Path kubeconfig = folder.resolve("drover.kubeconfig");
    List<String> command = new ArrayList<>(java);
    command.addAll(List.of(ServerFork.class.getName(), kubeconfig.toString()));
    Process process =
        new ProcessBuilder(command).redirectError(folder.resolve("drover.log").toFile()).start();
    if (!"ready".equals(process.inputReader().readLine())) {
      throw new IOException(
          "the API server did not start: " + Files.readString(folder.resolve("drover.log")));
    }
    return new ServerUnderLoad(
        Files.readString(kubeconfig),
        () -> List.of(process.toHandle()),
        () -> {
          try {
            process.getOutputStream().close(); // it ends with its input
            process.waitFor();
          } catch (IOException e) {
            process.destroy();
          } catch (InterruptedException e) {
            process.destroy();
            Thread.currentThread().interrupt();
          }
        });
  }

  /// CPU time so far, in steps of 10 ms.
  Duration cpu() {
    return processes.get().stream()
        .map(process -> process.info().totalCpuDuration().orElse(Duration.ZERO))
        .reduce(Duration.ZERO, Duration::plus);
  }

  /// Resident memory in MB.
  double resident() throws IOException {
    return memory("VmRSS:");
  }

  /// The most resident memory so far in MB; the sum over the processes.
  double peak() throws IOException {
    return memory("VmHWM:");
  }

  private double memory(String field) throws IOException {
    double kilobytes = 0;
    for (ProcessHandle process : processes.get()) {
      for (String line : Files.readAllLines(Path.of("/proc", process.pid() + "", "status"))) {
        if (line.startsWith(field)) {
          String number = line.substring(field.length()).strip().toLowerCase(Locale.ROOT);
          kilobytes += Double.parseDouble(number.replace(" kb", ""));
        }
      }
    }
    return kilobytes / 1024;
  }

  @Override
  public void close() {
    end.run();
  }
}
