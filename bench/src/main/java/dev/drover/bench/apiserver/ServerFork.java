package dev.drover.bench.apiserver;

import dev.drover.server.EmbeddedApiServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// An API server in a JVM of its own, which ends with its input.
final class ServerFork {
  private ServerFork() {}

  public static void main(String[] args) throws IOException {
    try (EmbeddedApiServer server = EmbeddedApiServer.start()) {
      Files.writeString(Path.of(args[0]), server.kubeconfig());
      System.out.println("ready");
      while (System.in.read() >= 0) {
        // nothing is sent; the end of the input is the signal
      }
    }
  }
}
