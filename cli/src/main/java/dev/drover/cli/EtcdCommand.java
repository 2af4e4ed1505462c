package dev.drover.cli;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Unmatched;

/// `etcd` as envtest starts it: answers health checks, and tells the API server where its data is.
///
/// The embedded API server needs no etcd. This program represents the lifetime of the data: an API
/// server that is restarted with the same etcd has the same objects.
@Command(
    name = "etcd",
    hidden = true,
    description = "The etcd of envtest-assets: keeps the place of the API server's data.")
final class EtcdCommand implements Callable<Integer> {
  static final String DATA_PATH = "/drover/data-dir";

  @Mixin private final Terminal terminal = new Terminal();

  @Option(
      names = "--listen-client-urls",
      paramLabel = "URL",
      defaultValue = "http://127.0.0.1:2379",
      description = "where to listen")
  private URI client = URI.create("http://127.0.0.1:2379");

  @Option(
      names = "--data-dir",
      paramLabel = "DIR",
      defaultValue = "default.etcd",
      description = "where the API server keeps its data")
  private Path data = Path.of("default.etcd");

  @Option(
      names = "--unsafe-no-fsync",
      arity = "0..1",
      description = "accepted: data is not forced to the disk either way")
  @SuppressWarnings("UnusedVariable") // envtest looks for it in the help text
  private boolean noFsync;

  @Unmatched private final List<String> ignored = new ArrayList<>(); // picocli adds to it

  @Override
  public Integer call() throws IOException, InterruptedException {
    Files.createDirectories(data);
    ignored.forEach(flag -> terminal.err().println("etcd: " + flag + " has no effect here"));
    HttpServer server =
        HttpServer.create(new InetSocketAddress(client.getHost(), client.getPort()), 0);
    server.createContext("/health", exchange -> answer(exchange, "{\"health\":\"true\"}"));
    server.createContext(
        DATA_PATH, exchange -> answer(exchange, data.toAbsolutePath().normalize().toString()));
    try (StopSignal stop = StopSignal.listen(0)) {
      server.start();
      stop.await();
      return 0;
    } finally {
      server.stop(0);
    }
  }

  private static void answer(HttpExchange exchange, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    try (exchange) {
      exchange.sendResponseHeaders(200, bytes.length);
      exchange.getResponseBody().write(bytes);
    }
  }
}
