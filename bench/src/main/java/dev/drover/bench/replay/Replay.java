package dev.drover.bench.replay;

import dev.drover.bench.harness.Jvm;
import dev.drover.bench.harness.Target;
import dev.drover.bench.pods.Pods;
import dev.drover.bench.replay.ReplayEvents.Shape;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/// A [ReplayServer] in a process of its own.
public record Replay(Path folder, Process process, int plainPort, int securePort)
    implements AutoCloseable {

  /// @param objects how many there are; events go round and round
  public static Replay start(Path parent, Shape shape, int objects) throws IOException {
    Path folder = Files.createDirectories(parent.resolve(shape.name()));
    ReplayEvents.write(folder, shape, new Pods(objects, Math.max(10, objects / 100), true));
    Process process =
        new ProcessBuilder(
                Jvm.JAVA,
                "-cp",
                Jvm.CLASS_PATH,
                ReplayServer.class.getName(),
                folder.toString(),
                shape.name())
            .redirectError(folder.resolve("server.txt").toFile())
            .start();
    BufferedReader said = process.inputReader();
    String line = said.readLine();
    if (line == null) {
      throw new IOException(
          "the server of the events failed\n" + Files.readString(folder.resolve("server.txt")));
    }
    String[] ports = line.split(" ");
    return new Replay(folder, process, Integer.parseInt(ports[0]), Integer.parseInt(ports[1]));
  }

  /// Where a client gets so many events.
  public Target target(boolean tls, int events) {
    URI server =
        URI.create(tls ? "https://127.0.0.1:" + securePort : "http://127.0.0.1:" + plainPort);
    Optional<Path> authority = tls ? Optional.of(ReplayServer.authority(folder)) : Optional.empty();
    return new Target(server, Integer.toString(events), authority, false);
  }

  @Override
  public void close() throws IOException {
    process.getOutputStream().close();
    try {
      if (!process.waitFor(10, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
