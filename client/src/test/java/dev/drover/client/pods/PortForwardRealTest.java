package dev.drover.client.pods;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.client.ApiException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.zip.CRC32;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Port-forward and copy through a real kube-apiserver.
@Tag("real")
@Tag("go")
class PortForwardRealTest {
  @TempDir static Path folder;
  private static PodTestBed bed;
  private static PodClient pods;
  private static EchoServer echo;

  @BeforeAll
  static void start() throws Exception {
    bed = PodTestBed.start(folder);
    bed.addPod("web-0", List.of("web"));
    pods = bed.pods();
    echo = new EchoServer();
  }

  @AfterAll
  static void stop() throws Exception {
    echo.close();
    bed.close();
  }

  /// Sends everything back, and ends only after the client has ended its output.
  private static final class EchoServer implements AutoCloseable {
    private final ServerSocket listener;

    EchoServer() throws IOException {
      listener = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
      Thread.ofVirtual().start(this::serve);
    }

    private void serve() {
      try {
        while (true) {
          Socket socket = listener.accept();
          Thread.ofVirtual().start(() -> echo(socket));
        }
      } catch (IOException e) {
        // closed
      }
    }

    private static void echo(Socket socket) {
      try (socket) {
        socket.getInputStream().transferTo(socket.getOutputStream());
        socket.getOutputStream().write("bye".getBytes(StandardCharsets.US_ASCII));
      } catch (IOException e) {
        // the other side is gone
      }
    }

    int port() {
      return listener.getLocalPort();
    }

    @Override
    public void close() throws IOException {
      listener.close();
    }
  }

  @Test
  void socketTalksToThePortAndItsDirectionsEndApart() throws Exception {
    try (PodSocket socket = pods.connect("web-0", echo.port())) {
      socket.output().write("hello ".getBytes(StandardCharsets.US_ASCII));
      assertThat(socket.input().readNBytes(6)).asString().isEqualTo("hello ");
      assertThat(socket.canShutdownOutput()).isTrue();
      socket.shutdownOutput();
      assertThat(socket.input().readAllBytes()).asString().isEqualTo("bye");
      assertThatThrownBy(() -> socket.output().write(1)).isInstanceOf(IOException.class);
    }
  }

  @Test
  void portOnWhichNothingListensFailsTheReadWithTheReason() throws Exception {
    int free;
    try (ServerSocket unused = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      free = unused.getLocalPort();
    }
    try (PodSocket socket = pods.connect("web-0", free)) {
      assertThatThrownBy(() -> socket.input().read())
          .isInstanceOf(IOException.class)
          .hasMessageContaining("connection refused");
    }
  }

  @Test
  void refusalIsTheUsualException() {
    assertThatThrownBy(() -> pods.connect("missing", 80))
        .isInstanceOf(ApiException.NotFound.class)
        .hasMessageContaining("pods/portforward default/missing");
  }

  @Test
  void localPortsLeadToThePod() throws Exception {
    try (EchoServer other = new EchoServer();
        PortForward forward =
            pods.forward("web-0", ForwardedPort.to(echo.port()), ForwardedPort.to(other.port()))) {
      for (int port : new int[] {echo.port(), other.port(), echo.port()}) {
        try (Socket local = new Socket("127.0.0.1", forward.localPort(port))) {
          local.getOutputStream().write("x".getBytes(StandardCharsets.US_ASCII));
          local.shutdownOutput();
          assertThat(local.getInputStream().readAllBytes()).asString().isEqualTo("xbye");
        }
      }
      assertThat(forward.lastFailure()).isEmpty();
      assertThatThrownBy(() -> forward.localPort(1)).isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void nextConnectionReachesThePodThatReplacedTheFirst() throws Exception {
    bed.addPod("replaced", List.of("web"));
    try (PortForward forward = pods.forward("replaced", ForwardedPort.to(echo.port()))) {
      assertThat(ask(forward)).isEqualTo("?bye");
      bed.removePod("replaced");
      assertThatThrownBy(() -> ask(forward)).isInstanceOf(SocketException.class);
      assertThat(forward.lastFailure().orElseThrow()).isInstanceOf(ApiException.NotFound.class);
      bed.addPod("replaced", List.of("web"));
      assertThat(ask(forward)).isEqualTo("?bye");
    }
  }

  private static String ask(PortForward forward) throws IOException {
    try (Socket local = new Socket("127.0.0.1", forward.localPort(echo.port()))) {
      local.setSoTimeout(30_000);
      local.getOutputStream().write('?');
      local.shutdownOutput();
      return new String(local.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
    }
  }

  @Test
  void failedConnectionIsResetAndTheNextOneIsTriedAgain() throws Exception {
    ServerSocket late = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    int port = late.getLocalPort();
    late.close();
    try (PortForward forward = pods.forward("web-0", ForwardedPort.to(port))) {
      try (Socket local = new Socket("127.0.0.1", forward.localPort(port))) {
        local.setSoTimeout(30_000);
        assertThatThrownBy(() -> local.getInputStream().read()).isInstanceOf(SocketException.class);
      }
      assertThat(forward.lastFailure().orElseThrow()).hasMessageContaining("refused");

      try (ServerSocket now = new ServerSocket(port, 1, InetAddress.getLoopbackAddress());
          Socket local = new Socket("127.0.0.1", forward.localPort(port))) {
        local.getOutputStream().write('y');
        try (Socket accepted = now.accept()) {
          assertThat(accepted.getInputStream().read()).isEqualTo('y');
        }
      }
    }
  }

  @Test
  void closeCutsListenersAndConnections() throws Exception {
    PortForward forward = pods.forward("web-0", ForwardedPort.to(echo.port()));
    int port = forward.localPort(echo.port());
    try (Socket local = new Socket("127.0.0.1", port)) {
      local.setSoTimeout(30_000);
      local.getOutputStream().write('z');
      assertThat(local.getInputStream().read()).isEqualTo('z');
      forward.close();
      assertThatThrownBy(() -> local.getInputStream().read())
          .as("a part must not look like the whole")
          .isInstanceOf(SocketException.class);
      assertThatThrownBy(() -> new Socket("127.0.0.1", port).close())
          .isInstanceOf(IOException.class);
    }
  }

  @Test
  @Tag("slow")
  void hundredMegabytesGoBothWaysUnchanged() throws Exception {
    try (PortForward forward = pods.forward("web-0", ForwardedPort.to(echo.port()));
        Socket local = new Socket("127.0.0.1", forward.localPort(echo.port()))) {
      CRC32 sent = new CRC32();
      Thread writer =
          Thread.ofVirtual()
              .start(
                  () -> {
                    try {
                      OutputStream out = local.getOutputStream();
                      Random random = new Random(2);
                      byte[] chunk = new byte[64 * 1024];
                      for (int i = 0; i < 1600; i++) {
                        random.nextBytes(chunk);
                        sent.update(chunk);
                        out.write(chunk);
                      }
                      sent.update("bye".getBytes(StandardCharsets.US_ASCII));
                      local.shutdownOutput();
                    } catch (IOException e) {
                      // the reader notices
                    }
                  });
      CRC32 received = new CRC32();
      long bytes = 0;
      byte[] buffer = new byte[64 * 1024];
      InputStream in = local.getInputStream();
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        received.update(buffer, 0, n);
        bytes += n;
      }
      assertThat(writer.join(Duration.ofSeconds(30))).isTrue();
      assertThat(bytes).isEqualTo(100 * 1024 * 1024 + 3);
      assertThat(received.getValue()).isEqualTo(sent.getValue());
    }
  }

  @Test
  @Tag("slow")
  void twoHundredConnectionsAreForwardedAtOnce() throws Exception {
    try (PortForward forward = pods.forward("web-0", ForwardedPort.to(echo.port()));
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Socket> sockets = new ArrayList<>();
      List<Future<String>> answers = new ArrayList<>();
      for (int i = 0; i < 200; i++) {
        Socket local = new Socket("127.0.0.1", forward.localPort(echo.port()));
        sockets.add(local);
        String text = "connection " + i;
        answers.add(
            threads.submit(
                () -> {
                  local.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
                  local.shutdownOutput();
                  byte[] all = local.getInputStream().readAllBytes();
                  return new String(all, StandardCharsets.US_ASCII);
                }));
      }
      for (int i = 0; i < 200; i++) {
        assertThat(answers.get(i).get(2, TimeUnit.MINUTES)).isEqualTo("connection " + i + "bye");
      }
      for (Socket socket : sockets) {
        socket.close();
      }
    }
  }

  @Test
  void folderGoesThereAndComesBackUnchanged(@TempDir Path work) throws Exception {
    Path source = Files.createDirectory(work.resolve("source"));
    Files.writeString(source.resolve("a b"), "content");
    Files.writeString(source.resolve("-x"), "dash");
    Path sub = Files.createDirectory(source.resolve("s".repeat(120)));
    byte[] big = new byte[3_000_001];
    new Random(3).nextBytes(big);
    Files.write(sub.resolve("big"), big);
    Files.createSymbolicLink(source.resolve("link"), Path.of("a b"));
    Files.createDirectory(source.resolve("empty folder"));
    List<String> odd = List.of("two\nlines", "\tü 日本 \ud83d\ude00 ", "quote\"'$HOME`*", "..x");
    for (String name : odd) {
      Files.writeString(source.resolve(name), name);
    }
    permissions(source.resolve("two\nlines"), "r--------");
    permissions(source.resolve("..x"), "rwxrwxrwx"); // whatever the container's umask is
    permissions(source.resolve("empty folder"), "rwx------");
    String there = work.resolve("there").toString();

    pods.files("web-0").upload(source, there);
    pods.files("web-0", "web").download(there, work.resolve("back"));

    Path back = work.resolve("back");
    assertThat(back.resolve("a b")).hasContent("content");
    assertThat(back.resolve("-x")).hasContent("dash");
    assertThat(back.resolve("s".repeat(120)).resolve("big")).hasBinaryContent(big);
    assertThat(Files.isSymbolicLink(back.resolve("link"))).isTrue();
    assertThat(Files.exists(back.resolve("link"), LinkOption.NOFOLLOW_LINKS)).isTrue();
    assertThat(back.resolve("empty folder")).isEmptyDirectory();
    for (String name : odd) {
      assertThat(back.resolve(name)).hasContent(name);
    }
    for (String name : List.of("two\nlines", "..x", "empty folder")) {
      assertThat(Files.getPosixFilePermissions(back.resolve(name)))
          .isEqualTo(Files.getPosixFilePermissions(source.resolve(name)));
      assertThat(Files.getLastModifiedTime(back.resolve(name)).toInstant())
          .isEqualTo(
              Files.getLastModifiedTime(Path.of(there, name))
                  .toInstant()
                  .truncatedTo(ChronoUnit.SECONDS));
    }
  }

  private static void permissions(Path path, String mode) throws IOException {
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(mode));
  }

  @Test
  @Tag("slow")
  void hundredMegabytesAreCopiedThereAndBackUnchanged(@TempDir Path work) throws Exception {
    Path source = work.resolve("source");
    Random random = new Random(4);
    byte[] chunk = new byte[1 << 20];
    try (OutputStream out = Files.newOutputStream(source)) {
      for (int i = 0; i < 100; i++) {
        random.nextBytes(chunk);
        out.write(chunk);
      }
    }
    pods.files("web-0").upload(source, work + "/there");
    pods.files("web-0").download(work + "/there", work.resolve("back"));
    assertThat(Files.mismatch(source, work.resolve("back"))).isEqualTo(-1);
  }

  @Test
  void fileIsCopiedUnderAnotherName(@TempDir Path work) throws Exception {
    Path source = Files.writeString(work.resolve("source"), "text");
    pods.files("web-0").upload(source, work + "/uploaded");
    assertThat(work.resolve("uploaded")).hasContent("text");
    pods.files("web-0").download(work + "/uploaded", work.resolve("downloaded"));
    assertThat(work.resolve("downloaded")).hasContent("text");
  }

  @Test
  void failureOfTarNamesWhatItSaid(@TempDir Path work) {
    assertThatThrownBy(() -> pods.files("web-0").download(work + "/none", work.resolve("x")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("exit code 2")
        .hasMessageContaining("No such file");
    assertThatThrownBy(() -> pods.files("web-0").upload(work, "/no-such-folder/x"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("no-such-folder");
  }
}
