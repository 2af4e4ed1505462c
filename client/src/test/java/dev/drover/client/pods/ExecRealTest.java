package dev.drover.client.pods;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.api.Bytes;
import dev.drover.client.ApiException;
import dev.drover.client.AuthProxy;
import dev.drover.client.Client;
import dev.drover.client.ClientConfig;
import dev.drover.client.RequestFailedException;
import dev.drover.client.RequestInterruptedException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.zip.CRC32;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// exec and attach through a real kube-apiserver, with real processes.
@Tag("real")
@Tag("go")
class ExecRealTest {
  private static final SessionOptions WITH_INPUT =
      SessionOptions.defaults().with(o -> o.stdin(true));
  private static final Duration LIMIT = Duration.ofSeconds(60);

  @TempDir static Path folder;
  private static PodTestBed bed;
  private static PodClient pods;

  @BeforeAll
  static void start() throws Exception {
    bed = PodTestBed.start(folder);
    bed.addPod("web-0", List.of("web"));
    bed.addPod("two", List.of("web", "side", "echo"));
    pods = bed.pods();
  }

  @AfterAll
  static void stop() {
    bed.close();
  }

  @Test
  void commandReturnsItsOutputAndExitCode() {
    Completed ended = pods.run("web-0", "sh", "-c", "echo out; echo err >&2; exit 7");

    assertThat(ended.text()).isEqualTo("out\n");
    assertThat(ended.errorText()).isEqualTo("err\n");
    assertThat(ended.exitCode()).isEqualTo(7);
    assertThat(pods.run("web-0", "true").exitCode()).isZero();
  }

  @Test
  void containerIsTheOneOfTheOptionsOrTheOnlyOne() {
    SessionOptions side = SessionOptions.defaults().with(o -> o.container("side"));
    String[] command = {"sh", "-c", "printf %s \"$CONTAINER\""};

    assertThat(pods.run("web-0", command).text()).isEqualTo("web");
    assertThat(pods.run("two", side, Bytes.EMPTY, command).text()).isEqualTo("side");
    assertThatThrownBy(() -> pods.run("two", command))
        .isInstanceOf(ApiException.BadRequest.class)
        .hasMessageContaining("[web side echo]");
  }

  @Test
  void argumentsArriveUnchanged() {
    String odd = "a b&c=d%20+ü\"'\n$HOME";

    assertThat(pods.run("web-0", "printf", "%s", odd).text()).isEqualTo(odd);
  }

  @Test
  void closedInputEndsTheInputOfTheProcess() throws Exception {
    try (PodSession session = pods.exec("web-0", WITH_INPUT, "sort")) {
      try (OutputStream in = session.stdin()) {
        in.write("b\na\n".getBytes(StandardCharsets.US_ASCII));
      }
      assertThat(session.stdout().readAllBytes()).asString().isEqualTo("a\nb\n");
      assertThat(session.exitCode(LIMIT)).isZero();
      assertThat(session.isOpen()).isFalse();
      assertThatThrownBy(() -> session.stdin().write(1)).isInstanceOf(IOException.class);
    }
  }

  @Test
  void processWithoutInputIsNotGivenOne() {
    try (PodSession session = pods.exec("web-0", SessionOptions.defaults(), "true")) {
      assertThatThrownBy(session::stdin)
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("SessionOptions.stdin");
      assertThat(session.exitCode(LIMIT)).isZero();
    }
  }

  @Test
  void terminalHasASizeThatFollowsResize() throws Exception {
    SessionOptions terminal = SessionOptions.defaults().with(o -> o.stdin(true).tty(true));
    String script = "stty -echo; echo ready; while read _; do stty size; done";
    try (PodSession session = pods.exec("web-0", terminal, "sh", "-c", script)) {
      BufferedReader out =
          new BufferedReader(new InputStreamReader(session.stdout(), StandardCharsets.US_ASCII));
      assertThat(out.readLine()).isEqualTo("ready");
      session.resize(101, 37);
      String size = "";
      for (int tries = 0; tries < 200 && !size.equals("37 101"); tries++) {
        session.stdin().write('\n'); // the new size takes another way than the input
        size = out.readLine();
      }
      assertThat(size).isEqualTo("37 101");
      assertThatThrownBy(session::stderr).isInstanceOf(IllegalStateException.class);
      session.stdin().write(4); // end of file of a terminal
      assertThat(session.exitCode(LIMIT)).isZero();
    }
  }

  @Test
  void refusalsAreTheUsualExceptions() {
    assertThatThrownBy(() -> pods.run("missing", "true"))
        .isInstanceOf(ApiException.NotFound.class)
        .hasMessageContaining("pods/exec default/missing");
    SessionOptions nowhere = SessionOptions.defaults().with(o -> o.container("nowhere"));
    assertThatThrownBy(() -> pods.run("web-0", nowhere, Bytes.EMPTY, "true"))
        .isInstanceOf(ApiException.BadRequest.class)
        .hasMessageContaining("nowhere");
    var jane = PodTestBed.config(bed.controlPlane().kubeconfig(bed.controlPlane().addUser("jane")));
    try (Client client = Client.connect(jane)) {
      assertThatThrownBy(() -> PodClient.of(client).run("web-0", "true"))
          .isInstanceOf(ApiException.Forbidden.class);
    }
  }

  @Test
  void programThatDoesNotExistIsReportedByTheServer() {
    assertThatThrownBy(() -> pods.run("web-0", "no-such-program"))
        .isInstanceOf(ApiException.ServerError.class)
        .hasMessageContaining("no-such-program");
  }

  @Test
  void killedProcessHasTheExitCodeOfItsSignal() {
    Completed ended = pods.run("web-0", "sh", "-c", "echo begun; kill -9 $$");

    assertThat(ended.text()).isEqualTo("begun\n");
    assertThat(ended.exitCode()).isEqualTo(137);
  }

  @Test
  void sessionsGoThroughProxiesAndFailWhenTheseAreCut() throws Exception {
    try (AuthProxy http = AuthProxy.http();
        AuthProxy socks = AuthProxy.socks()) {
      for (AuthProxy proxy : List.of(http, socks)) {
        ClientConfig config = PodTestBed.config(bed.controlPlane().kubeconfig());
        try (Client client =
            Client.connect(config.with(c -> c.proxy(proxy.address(AuthProxy.LOGIN))))) {
          List<PodSession> sessions = new ArrayList<>();
          for (int i = 0; i < 20; i++) {
            PodSession session = PodClient.of(client).exec("web-0", WITH_INPUT, "cat");
            sessions.add(session);
            session.stdin().write('x');
            assertThat(session.stdout().read()).isEqualTo('x');
          }
          assertThat(proxy.tunnels()).isGreaterThanOrEqualTo(20);

          proxy.cutAll();
          for (PodSession session : sessions) {
            assertThatThrownBy(() -> session.stdout().read()).isInstanceOf(IOException.class);
            assertThatThrownBy(() -> session.exitCode(LIMIT))
                .isInstanceOf(RequestFailedException.class)
                .message()
                .contains("pods/exec default/web-0")
                .doesNotContain("still runs");
          }
        }
      }
    }
  }

  @Test
  void attachTalksToTheMainProcess() throws Exception {
    try (PodSession session = pods.attach("web-0", WITH_INPUT)) {
      session.stdin().write("hello\nend\n".getBytes(StandardCharsets.US_ASCII));
      assertThat(session.stdout().readAllBytes()).asString().isEqualTo("main hello\nmain end\n");
      assertThat(session.stderr().readAllBytes()).asString().isEqualTo("started\n");
      assertThat(session.exitCode(LIMIT)).isZero();
    }
  }

  @Test
  void closeFromAnotherThreadEndsAWaitingRead() throws Exception {
    PodSession session = pods.exec("web-0", WITH_INPUT, "cat");
    CountDownLatch reading = new CountDownLatch(1);
    CompletableFuture<Throwable> failure = new CompletableFuture<>();
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                reading.countDown();
                session.stdout().read();
                failure.complete(new AssertionError("the read ended without a failure"));
              } catch (IOException e) {
                failure.complete(e);
              }
            });
    reading.await();
    session.close();

    assertThat(failure.get(30, TimeUnit.SECONDS)).hasMessageContaining("closed by this program");
    assertThatThrownBy(session::exitCode)
        .isInstanceOf(RequestFailedException.class)
        .hasMessageContaining("pods/exec default/web-0");
  }

  @Test
  void interruptEndsAWaitAndTheSessionGoesOn() throws Exception {
    try (PodSession session = pods.exec("web-0", WITH_INPUT, "cat")) {
      AtomicReference<Throwable> read = new AtomicReference<>();
      AtomicReference<Throwable> exit = new AtomicReference<>();
      Thread reader =
          Thread.ofVirtual()
              .start(
                  () -> {
                    Thread.currentThread().interrupt();
                    read.set(catching(() -> session.stdout().read()));
                    exit.set(catching(session::exitCode));
                  });
      assertThat(reader.join(Duration.ofSeconds(30))).isTrue();
      assertThat(read.get()).isInstanceOf(InterruptedIOException.class);
      assertThat(exit.get()).isInstanceOf(RequestInterruptedException.class);

      session.stdin().write('x');
      assertThat(session.stdout().read()).isEqualTo('x');
    }
  }

  private interface Action {
    void run() throws Exception;
  }

  private static Throwable catching(Action action) {
    try {
      action.run();
      return new AssertionError("nothing was thrown");
    } catch (Exception e) {
      return e;
    }
  }

  @Test
  void unreadOutputHoldsTheProcessBackAndNothingIsLost() throws Exception {
    // More than all buffers on the way together: the process cannot end before it is read.
    long bytes = 64L << 20;
    SessionOptions output = SessionOptions.defaults().with(o -> o.stderr(false));
    String script = "head -c " + bytes + " /dev/zero";
    try (PodSession session = pods.exec("web-0", output, "sh", "-c", script)) {
      assertThatThrownBy(() -> session.exitCode(Duration.ofSeconds(2)))
          .isInstanceOf(RequestFailedException.class)
          .hasMessageContaining("still runs");
      long read = 0;
      byte[] buffer = new byte[1 << 16];
      InputStream out = session.stdout();
      int most = 0;
      for (int n = out.read(buffer); n >= 0; n = out.read(buffer)) {
        read += n;
        most = Math.max(most, n + out.available());
      }
      assertThat(read).isEqualTo(bytes);
      assertThat(most).as("bytes held for the reader").isLessThan(512 * 1024);
      assertThat(session.exitCode(LIMIT)).isZero();
    }
  }

  @Test
  @Tag("slow")
  void hundredMegabytesComeBackFromACommandAsTheyWereSent() throws Exception {
    comeBackAsTheyWereSent(pods.exec("web-0", WITH_INPUT.with(o -> o.stderr(false)), "cat"));
  }

  @Test
  @Tag("slow")
  void hundredMegabytesComeBackFromAnAttachedProcessAsTheyWereSent() throws Exception {
    SessionOptions echo = WITH_INPUT.with(o -> o.stderr(false).container("echo"));
    comeBackAsTheyWereSent(pods.attach("two", echo));
  }

  private static void comeBackAsTheyWereSent(PodSession running) throws Exception {
    int chunks = 1600;
    byte[] chunk = new byte[64 * 1024]; // 100 MiB in all
    CRC32 sent = new CRC32();
    CRC32 received = new CRC32();
    try (PodSession session = running) {
      Thread writer =
          Thread.ofVirtual()
              .start(
                  () -> {
                    Random random = new Random(1);
                    try (OutputStream in = session.stdin()) {
                      for (int i = 0; i < chunks; i++) {
                        random.nextBytes(chunk);
                        sent.update(chunk);
                        in.write(chunk);
                      }
                    } catch (IOException e) {
                      session.fail(e);
                    }
                  });
      long read = 0;
      byte[] buffer = new byte[1 << 16];
      for (int n = session.stdout().read(buffer); n >= 0; n = session.stdout().read(buffer)) {
        received.update(buffer, 0, n);
        read += n;
      }
      assertThat(writer.join(Duration.ofSeconds(60))).isTrue();
      assertThat(read).isEqualTo((long) chunks * chunk.length);
      assertThat(received.getValue()).isEqualTo(sent.getValue());
      assertThat(session.exitCode(LIMIT)).isZero();
    }
  }

  @Test
  @Tag("slow")
  void twoHundredSessionsRunAtOnce() throws Exception {
    List<Future<String>> answers = new ArrayList<>();
    List<PodSession> sessions = new ArrayList<>();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 200; i++) {
        sessions.add(pods.exec("web-0", WITH_INPUT, "cat"));
      }
      for (int i = 0; i < 200; i++) {
        PodSession session = sessions.get(i);
        String text = "session " + i;
        answers.add(
            threads.submit(
                () -> {
                  try (OutputStream in = session.stdin()) {
                    in.write(text.getBytes(StandardCharsets.US_ASCII));
                  }
                  byte[] echoed = session.stdout().readAllBytes();
                  return new String(echoed, StandardCharsets.US_ASCII) + session.exitCode(LIMIT);
                }));
      }
      for (int i = 0; i < 200; i++) {
        assertThat(answers.get(i).get(2, TimeUnit.MINUTES)).isEqualTo("session " + i + "0");
      }
    } finally {
      sessions.forEach(PodSession::close);
    }
  }
}
