package dev.drover.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.client.http2.Http2Peer;
import dev.drover.testsupport.ChildProcess;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// A program that has no free file descriptor for a while.
class FileDescriptorsTest {
  private static final int MANY = 256; // that the program may have

  @Test
  void requestsShareConnectionsAgainOnceThereAreFileDescriptors() throws Exception {
    KeyPair keys = TestAuthority.keys("EC");
    String certificate = new TestAuthority("cluster").server(keys);
    ProcessBuilder program =
        new ProcessBuilder(
            "sh",
            "-c",
            "ulimit -n " + MANY + " && exec \"$0\" \"$@\"",
            ChildProcess.java(),
            "-cp",
            System.getProperty("java.class.path"),
            Program.class.getName());
    try (Http2Peer peer = new Http2Peer(TlsPeer.context(certificate, keys), "h2")) {
      program.command().add(peer.address().toString());
      try (ChildProcess child = ChildProcess.start(program.redirectErrorStream(true))) {
        child.awaitLine("ready");
        peer.request().answer("{}");
        assertThat(child.awaitLine("without: ")).contains("Too many open files");
        Thread.ofVirtual().start(() -> answer(peer));
        assertThat(child.awaitLine("with: ")).endsWith("200");
        assertThat(child.awaitExit()).isZero();
      }
    }
  }

  private static void answer(Http2Peer peer) {
    try {
      peer.request().answer("{}");
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e); // the program tells that it got no answer
    }
  }

  /// Sends requests with, without and again with free file descriptors.
  static final class Program {
    private Program() {}

    public static void main(String[] arguments) throws Exception {
      ClientConfig config = ClientConfig.of(arguments[0]).with(c -> c.insecureSkipTlsVerify(true));
      loadClasses();
      try (Transport before = Transport.http2(config);
          Transport transport = Transport.http2(config)) {
        System.out.println("ready");
        System.out.println("before: " + outcome(before)); // opens all else that is needed
        List<InputStream> all = takeAll();
        String without = outcome(transport);
        for (InputStream each : all) {
          each.close();
        }
        System.out.println("without: " + without);
        System.out.println("with: " + outcome(transport));
      }
    }

    /// A class that is loaded from a folder needs a file descriptor.
    private static void loadClasses() throws Exception {
      Path folder =
          Path.of(Transport.class.getProtectionDomain().getCodeSource().getLocation().toURI());
      if (Files.isDirectory(folder)) {
        try (Stream<Path> files = Files.walk(folder)) {
          for (String file : files.map(path -> folder.relativize(path).toString()).toList()) {
            if (file.endsWith(".class") && file.contains("/")) {
              Class.forName(file.substring(0, file.length() - 6).replace('/', '.'));
            }
          }
        }
      }
    }

    private static List<InputStream> takeAll() {
      List<InputStream> all = new ArrayList<>();
      while (true) {
        try {
          all.add(new FileInputStream("/dev/null"));
        } catch (IOException e) {
          return all;
        }
      }
    }

    private static String outcome(Transport transport) {
      Transport.Request request =
          Transport.Request.of("GET", "/x").with(r -> r.readTimeout(Duration.ofSeconds(30)));
      try (Transport.Response response = transport.send(request)) {
        response.body().readAllBytes();
        return Integer.toString(response.status());
      } catch (IOException e) {
        return e.toString();
      }
    }
  }
}
