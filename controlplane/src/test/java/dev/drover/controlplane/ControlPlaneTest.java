package dev.drover.controlplane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.controlplane.ControlPlane.Options;
import dev.drover.testsupport.ChildProcess;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("real")
class ControlPlaneTest {
  private static ControlPlane controlPlane;

  @BeforeAll
  static void start() throws Exception {
    controlPlane =
        ControlPlane.start(
            Options.defaults()
                .with(o -> o.betaApis(true).account("robot", "system:masters", "machines")));
  }

  @AfterAll
  static void stop() {
    controlPlane.close();
  }

  @Test
  void controlPlaneHasTheRequestedVersion() throws Exception {
    var response = get(controlPlane.tls(controlPlane.admin()), "/version");

    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.body())
        .contains("\"gitVersion\": \"" + ControlPlane.DEFAULT_VERSION + "\"");
  }

  @Test
  void certificateAuthenticates() throws Exception {
    var response = get(controlPlane.tls(controlPlane.admin()), "/api/v1/namespaces");

    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.body()).contains("\"name\":\"default\"");
  }

  @Test
  void tokenAuthenticates() throws Exception {
    var token = controlPlane.user("robot").token().orElseThrow();
    var response =
        get(controlPlane.tls(), "/api/v1/namespaces", "Authorization", "Bearer " + token);

    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.body()).contains("\"name\":\"default\"");
  }

  @Test
  void wrongTokenIsRefused() throws Exception {
    var response = get(controlPlane.tls(), "/api/v1/namespaces", "Authorization", "Bearer wrong");

    assertThat(response.statusCode()).isEqualTo(401);
  }

  @Test
  void anonymousUserReadsOnlyTheVersion() throws Exception {
    assertThat(get(controlPlane.tls(), "/version").statusCode()).isEqualTo(200);

    var refused = get(controlPlane.tls(), "/api/v1/namespaces");
    assertThat(refused.statusCode()).isEqualTo(403);
    assertThat(refused.body()).contains("User \\\"system:anonymous\\\" cannot list resource");
  }

  @Test
  void addedUserIsAuthenticatedWithoutPermissions() throws Exception {
    var jane = controlPlane.addUser("jane", "viewers");
    var response = get(controlPlane.tls(jane), "/api/v1/namespaces");

    assertThat(response.statusCode()).isEqualTo(403);
    assertThat(response.body()).contains("User \\\"jane\\\" cannot list resource");
  }

  @Test
  void betaApisAreServedOnRequest() throws Exception {
    var response = get(controlPlane.tls(controlPlane.admin()), "/apis");

    assertThat(response.body()).contains("v1beta1");
  }

  @Test
  void kubeconfigHoldsAddressAuthorityAndUser() {
    assertThat(controlPlane.kubeconfig())
        .contains("server: " + controlPlane.url())
        .contains("certificate-authority-data: ")
        .contains("client-certificate-data: ")
        .contains("client-key-data: ");
  }

  @Test
  void controlPlanesStartedConcurrentlyAreSeparateClusters() throws Exception {
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Callable<ControlPlane> start = () -> ControlPlane.start(Options.defaults());
      var starts = List.of(threads.submit(start), threads.submit(start));
      try (var first = starts.get(0).get();
          var second = starts.get(1).get()) {
        assertThat(first.url()).isNotEqualTo(second.url());
        assertThat(uidOfDefaultNamespace(first)).isNotEqualTo(uidOfDefaultNamespace(second));
      }
    }
  }

  @Test
  void failureToStartShowsTheLog() {
    var options = Options.defaults().with(o -> o.apiServerFlags("--no-such-flag"));

    assertThatThrownBy(() -> ControlPlane.start(options))
        .isInstanceOf(ControlPlaneException.class)
        .hasMessageContaining("kube-apiserver ended with code 1")
        .hasMessageContaining("unknown flag: --no-such-flag");
  }

  @Test
  void portInUseIsReported() throws Exception {
    try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      var options =
          Options.defaults().with(o -> o.apiServerFlags("--secure-port=" + taken.getLocalPort()));

      assertThatThrownBy(() -> ControlPlane.start(options))
          .isInstanceOf(ControlPlaneException.class)
          .hasMessageContaining("found its port taken 5 times");
    }
  }

  @Test
  void killedJvmLeavesNoProcess(@TempDir Path temporary) throws Exception {
    var environment = Map.of("JAVA_TOOL_OPTIONS", "-Djava.io.tmpdir=" + temporary);
    try (var jvm = ChildProcess.start(Jvm.of(environment, Parent.class))) {
      jvm.awaitLine("ready"::equals);
      var started = jvm.handle().descendants().toList();
      assertThat(started)
          .extracting(process -> process.info().command().orElse("").replaceAll(".*/", ""))
          .contains("etcd", "kube-apiserver");

      jvm.handle().destroyForcibly();

      for (var process : started) {
        process.onExit().get(20, TimeUnit.SECONDS);
      }
      try (var left = Files.list(temporary)) {
        assertThat(left.filter(path -> path.getFileName().toString().startsWith("drover")))
            .isEmpty();
      }
    }
  }

  private static String uidOfDefaultNamespace(ControlPlane controlPlane) throws Exception {
    var response =
        send(controlPlane, controlPlane.tls(controlPlane.admin()), "/api/v1/namespaces/default");
    return response.body().replaceAll("(?s).*\"uid\":\"([^\"]+)\".*", "$1");
  }

  private static HttpResponse<String> get(SSLContext tls, String path, String... headers)
      throws Exception {
    return send(controlPlane, tls, path, headers);
  }

  private static HttpResponse<String> send(
      ControlPlane to, SSLContext tls, String path, String... headers) throws Exception {
    var request = HttpRequest.newBuilder(to.url().resolve(path));
    if (headers.length > 0) {
      request.headers(headers);
    }
    try (var http = HttpClient.newBuilder().sslContext(tls).build()) {
      return http.send(request.build(), BodyHandlers.ofString());
    }
  }

  /// Starts a control plane and waits for ever.
  static final class Parent {
    static void main() throws Exception {
      ControlPlane.start(Options.defaults());
      System.out.println("ready");
      Thread.currentThread().join();
    }
  }
}
