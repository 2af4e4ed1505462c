package dev.drover.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.drover.api.RawExtension;
import dev.drover.testsupport.ChildProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyPair;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the programs are shell scripts")
class ExecPluginTest {
  private static final String V1 = "client.authentication.k8s.io/v1";

  private final ManualTime clock = new ManualTime();
  @TempDir private Path folder;

  /// A program that counts its runs, keeps what it was told, and answers with a file.
  private void program(String apiVersion, String status) throws IOException {
    answer(
        "{\"apiVersion\":\""
            + apiVersion
            + "\",\"kind\":\"ExecCredential\",\"status\":"
            + status
            + "}");
    script(
        """
        echo run >> "$(dirname "$0")/runs"
        printf %s "$KUBERNETES_EXEC_INFO" > "$(dirname "$0")/info"
        echo "$GREETING $*" > "$(dirname "$0")/args"
        cat "$(dirname "$0")/answer"
        """);
  }

  private void answer(String json) throws IOException {
    Files.writeString(folder.resolve("answer"), json);
  }

  private void script(String body) throws IOException {
    Path script = Files.writeString(folder.resolve("login"), "#!/bin/sh\n" + body);
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
  }

  private int runs() throws IOException {
    Path runs = folder.resolve("runs");
    return Files.exists(runs) ? Files.readAllLines(runs).size() : 0;
  }

  private ClientConfig config(String apiVersion, String more) throws IOException {
    return config(apiVersion, more, "server: 'https://one:6443'");
  }

  private ClientConfig config(String apiVersion, String more, String cluster) throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("config"),
            """
            current-context: dev
            contexts:
            - {name: dev, context: {cluster: c, user: u}}
            clusters:
            - {name: c, cluster: {%s}}
            users:
            - name: u
              user:
                exec: {apiVersion: %s, command: ./login, interactiveMode: Never, %s}
            """
                .formatted(cluster, apiVersion, more));
    ConfigEnvironment around =
        new ConfigEnvironment(Map.<String, String>of()::get, folder, folder, clock);
    return new ConfigLoader(around).file(file, null);
  }

  private static List<String> headers(ClientConfig config) {
    List<String> headers = new ArrayList<>();
    config.credentials().apply((name, value) -> headers.add(name + ": " + value));
    return headers;
  }

  @ParameterizedTest
  @ValueSource(strings = {V1, "client.authentication.k8s.io/v1beta1"})
  void tokenIsKeptUntilItExpires(String apiVersion) throws IOException {
    Instant expires = clock.instant().plus(Duration.ofMinutes(15));
    program(apiVersion, "{\"token\":\"one\",\"expirationTimestamp\":\"" + expires + "\"}");
    ClientConfig config =
        config(apiVersion, "args: [get-token, 'a b'], env: [{name: GREETING, value: hi}]");
    assertThat(runs()).as("nothing runs before it is needed").isZero();
    assertThat(headers(config)).containsExactly("Authorization: Bearer one");
    assertThat(folder.resolve("args")).hasContent("hi get-token a b");
    clock.advance(Duration.ofMinutes(15));
    headers(config);
    assertThat(runs()).isEqualTo(1);

    program(apiVersion, "{\"token\":\"two\"}");
    clock.advance(Duration.ofSeconds(1));
    assertThat(headers(config)).containsExactly("Authorization: Bearer two");
    clock.advance(Duration.ofDays(365));
    headers(config);
    assertThat(runs()).as("no expiry, no run").isEqualTo(2);
  }

  @Test
  void refusedTokenIsAskedForAgain() throws IOException {
    program(V1, "{\"token\":\"one\"}");
    ClientConfig config = config(V1, "");
    headers(config);
    long sent = clock.nanoTime();
    clock.advance(Duration.ofSeconds(1));
    config.credentials().rejected(sent);
    program(V1, "{\"token\":\"two\"}");
    assertThat(headers(config)).containsExactly("Authorization: Bearer two");
    config.credentials().rejected(sent); // a late answer to a request with the first token
    headers(config);
    assertThat(runs()).isEqualTo(2);
  }

  @Test
  void clockThatIsSetBackDoesNotProlongCredentials() throws IOException {
    Instant expires = clock.instant().plus(Duration.ofMinutes(15));
    program(V1, "{\"token\":\"one\",\"expirationTimestamp\":\"" + expires + "\"}");
    ClientConfig config = config(V1, "");
    headers(config);
    clock.stepClock(Duration.ofHours(-5));
    long sent = clock.nanoTime();
    config.credentials().rejected(sent);
    headers(config);
    assertThat(runs()).as("401 always asks again").isEqualTo(2);
    clock.stepClock(Duration.ofHours(5));
    headers(config);
    assertThat(runs()).isEqualTo(2);
    clock.stepClock(Duration.ofHours(-5));
    clock.advance(Duration.ofHours(5).plusMinutes(16));
    program(V1, "{\"token\":\"two\"}");
    headers(config);
    assertThat(runs()).as("aged by monotonic time").isEqualTo(3);
  }

  @Test
  void programThatHangsIsEndedAtTheTimeOut() throws Exception {
    script("echo 'waiting for the browser' >&2; exec sleep 600");
    Duration limit = Duration.ofMillis(1500);
    ClientConfig config = config(V1, "").with(c -> c.timeouts(t -> t.credentials(limit)));
    long start = System.nanoTime();
    assertThatThrownBy(() -> headers(config))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("did not end within 1.5 s, the time-out of credential programs")
        .hasMessageContaining("it said: waiting for the browser");
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(30));
  }

  @Test
  void childThatKeepsTheOutputOpenDoesNotLengthenTheTimeOut() throws Exception {
    script("sleep 600 & echo done; exit 0");
    Duration limit = Duration.ofMillis(1500);
    ClientConfig config = config(V1, "").with(c -> c.timeouts(t -> t.credentials(limit)));
    long start = System.nanoTime();
    // The JDK ends the output with the program unless a read of it is under way.
    assertThatThrownBy(() -> headers(config))
        .isInstanceOf(ConfigException.class)
        .message()
        .containsAnyOf("did not end within 1.5 s", "its output is not JSON");
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(30));
  }

  @Test
  void outputWithoutEndIsRefused() throws Exception {
    script("head -c 5000000 /dev/zero; head -c 3000000 /dev/zero >&2");
    ClientConfig config = config(V1, "");
    assertThatThrownBy(() -> headers(config))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("printed more than 1048576 bytes");
  }

  @Test
  void tokenThatNoHeaderCanHoldIsAnError() throws IOException {
    program(V1, "{\"token\":\"secret\\nX-Header: y\"}");
    ClientConfig config = config(V1, "");
    assertThatThrownBy(() -> headers(config))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("its status.token has a character that no token has")
        .message()
        .doesNotContain("secret");
  }

  @Test
  void certificateOfTheProgramIsShownAndChangesWithIt() throws Exception {
    TestAuthority authority = new TestAuthority("cluster");
    KeyPair keys = TestAuthority.keys("EC");
    Instant expires = clock.instant().plus(Duration.ofMinutes(5));
    program(V1, certificate(authority.client(keys, "jane"), keys, expires));
    try (TlsPeer peer = new TlsPeer(authority, TestAuthority.keys("EC"))) {
      Path ca = Files.writeString(folder.resolve("ca"), authority.pem());
      ClientConfig config =
          config(V1, "", "server: '" + peer.address() + "', certificate-authority: " + ca);
      assertThat(TlsPeer.greet(config.tls(), peer.address())).isEqualTo("CN=jane");
      assertThat(headers(config)).as("no token").isEmpty();
      long generation = config.tls().generation();
      assertThat(runs()).isEqualTo(1);

      program(V1, certificate(authority.client(keys, "joe"), keys, expires.plusSeconds(3600)));
      clock.advance(Duration.ofMinutes(6));
      assertThat(config.tls().generation()).isGreaterThan(generation);
      assertThat(TlsPeer.greet(config.tls(), peer.address())).isEqualTo("CN=joe");
    }
  }

  private static String certificate(String pem, KeyPair keys, Instant expires) {
    Map<String, Object> status =
        Map.of(
            "clientCertificateData", pem,
            "clientKeyData", TestAuthority.keyPem(keys),
            "expirationTimestamp", expires.toString());
    return new String(RawExtension.ofTree(status).raw().toByteArray(), StandardCharsets.UTF_8);
  }

  @Test
  void credentialProgramGetsTheRequestedCluster() throws IOException {
    program(V1, "{\"token\":\"one\"}");
    headers(config(V1, ""));
    assertThat(folder.resolve("info"))
        .hasContent(
            "{\"kind\":\"ExecCredential\",\"apiVersion\":\""
                + V1
                + "\",\"spec\":{\"interactive\":false}}");
    headers(
        config(
            V1,
            "provideClusterInfo: true",
            """
            server: 'https://one:6443', certificate-authority-data: Q0E=, tls-server-name: x,
                proxy-url: 'http://p', disable-compression: true,
                extensions: [{name: client.authentication.k8s.io/exec, extension: {audience: me}}]\
            """));
    assertThat(folder.resolve("info"))
        .hasContent(
            "{\"kind\":\"ExecCredential\",\"apiVersion\":\""
                + V1
                + "\",\"spec\":{\"cluster\":{\"server\":\"https://one:6443\",\"tls-server-name\":\"x\","
                + "\"certificate-authority-data\":\"Q0E=\",\"proxy-url\":\"http://p\","
                + "\"disable-compression\":true,\"config\":{\"audience\":\"me\"}},"
                + "\"interactive\":false}}");
  }

  @Test
  void failureShowsTheErrorOutputAndNotTheOutputOfTheProgram() throws IOException {
    script("echo secret-output; echo 'please log in' >&2; printf '\\033[1mfirst\\n' >&2; exit 3");
    ClientConfig config = config(V1, "");
    assertThatThrownBy(() -> headers(config))
        .isInstanceOf(ConfigException.class)
        .hasMessage(
            "the credential program '"
                + folder.resolve("login")
                + "' (user 'u' in "
                + folder.resolve("config")
                + ") failed with exit code 3; it said: please log in | \\u001b[1mfirst");
    program(V1, "{\"token\":\"one\"}");
    assertThat(headers(config)).as("the next one tries again").hasSize(1);
  }

  @Test
  void missingProgramComesWithItsInstallHint() throws IOException {
    ClientConfig config = config(V1, "installHint: Get it from the shop.");
    assertThatThrownBy(() -> headers(config))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("cannot run the credential program '" + folder.resolve("login"))
        .hasMessageEndingWith(
            "is it installed and in the PATH of this process?; its install hint: Get it from the"
                + " shop.");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      textBlock =
          """
          ^^                                                   | it printed nothing
          secret                                               | its output is not JSON
          {"kind":"Pod"}                                       | its output is not of kind ExecCredential
          {"kind":"ExecCredential","apiVersion":"v0"}          | it answered with another apiVersion
          {"kind":"ExecCredential","apiVersion":"V1"}          | its output has no status
          {"kind":"ExecCredential","apiVersion":"V1","status":{}} | its status has neither a token nor a certificate
          {"kind":"ExecCredential","apiVersion":"V1","status":{"token":7}} | its status.token is not text
          {"kind":"ExecCredential","apiVersion":"V1","status":{"clientKeyData":"secret"}} | its status has a certificate or a key, but not both
          {"kind":"ExecCredential","apiVersion":"V1","status":{"clientKeyData":"secret","clientCertificateData":"x"}} | status.clientCertificateData: there is no certificate
          {"kind":"ExecCredential","apiVersion":"V1","status":{"token":"secret","expirationTimestamp":"soon"}} | its status.expirationTimestamp is not a time
          """)
  void answersThatAreNoCredentialsAreErrors(String answer, String problem) throws IOException {
    program(V1, "{}");
    answer(answer == null ? "" : answer.replace("\"V1\"", "\"" + V1 + "\""));
    ClientConfig config = config(V1, "");
    assertThatThrownBy(() -> headers(config))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("gave no credentials: " + problem)
        .message()
        .doesNotContain("secret");
  }

  @Test
  void credentialsThatHaveExpiredAlreadyAreAnError() throws IOException {
    Instant expired = clock.instant().minusSeconds(1);
    program(V1, "{\"token\":\"secret\",\"expirationTimestamp\":\"" + expired + "\"}");
    ClientConfig config = config(V1, "");
    assertThatThrownBy(() -> headers(config))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("gave no credentials: they expired at " + expired)
        .message()
        .doesNotContain("secret");
  }

  @Test
  void programIsNotRunIfOtherCredentialsExist() throws IOException {
    program(V1, "{\"token\":\"one\"}");
    ClientConfig config = config(V1, "").with(changed -> changed.token("mine"));
    assertThat(headers(config)).containsExactly("Authorization: Bearer mine");
    assertThat(runs()).isZero();
  }

  @Test
  void interactiveProgramNeedsATerminal() throws IOException {
    program(V1, "{\"token\":\"one\"}");
    ClientConfig config = config(V1, "");
    ExecConfig always = with(config.identity().exec(), ExecConfig.InteractiveMode.ALWAYS);
    assertThatThrownBy(() -> new ExecProgram(always, config, () -> false).get())
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("wants to talk to a user (interactiveMode: Always)");
    ExecConfig maybe = with(config.identity().exec(), ExecConfig.InteractiveMode.IF_AVAILABLE);
    assertThat(new ExecProgram(maybe, config, () -> false).get().token()).isEqualTo("one");
    assertThat(folder.resolve("info")).content().contains("\"interactive\":false");
    assertThat(new ExecProgram(always, config, () -> true).get().token()).isEqualTo("one");
    assertThat(folder.resolve("info")).content().contains("\"interactive\":true");
  }

  private static ExecConfig with(ExecConfig exec, ExecConfig.InteractiveMode mode) {
    return new ExecConfig(
        exec.apiVersion(),
        exec.command(),
        exec.args(),
        exec.env(),
        exec.installHint(),
        exec.provideClusterInfo(),
        mode,
        exec.clusterConfig(),
        exec.place());
  }

  @Test
  void concurrentRequestsForCredentialsShareOneRun() throws Exception {
    AtomicInteger runs = new AtomicInteger();
    CountDownLatch started = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    ExecPlugin plugin =
        new ExecPlugin(
            () -> {
              started.countDown();
              await(go);
              return new ExecPlugin.Given(
                  "t" + runs.incrementAndGet(), null, null, clock.instant(), clock.nanoTime());
            },
            clock);
    try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<String>> asked = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        asked.add(executor.submit(() -> plugin.current().token()));
      }
      started.await();
      go.countDown();
      for (Future<String> one : asked) {
        assertThat(one.get()).isEqualTo("t1");
      }
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void interruptEndsTheProgram() throws Exception {
    Path pipe = folder.resolve("pipe");
    assertThat(ChildProcess.run(new ProcessBuilder("mkfifo", pipe.toString())).exitCode()).isZero();
    script("echo $$ > '" + pipe + "'; exec sleep 600");
    ClientConfig config = config(V1, "");
    try (var executor = Executors.newSingleThreadExecutor()) {
      Future<Throwable> result =
          executor.submit(
              () -> {
                Throwable thrown = catchThrowable(() -> headers(config));
                assertThat(Thread.interrupted()).as("the interrupt is passed on").isTrue();
                return thrown;
              });
      long pid = Long.parseLong(Files.readAllLines(pipe).getFirst()); // waits for the program
      ProcessHandle program = ProcessHandle.of(pid).orElseThrow();
      executor.shutdownNow();
      assertThat(result.get())
          .isInstanceOf(ConfigException.class)
          .hasMessageContaining("interrupted");
      program.onExit().get();
    }
  }
}
