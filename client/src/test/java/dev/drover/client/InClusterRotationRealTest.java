package dev.drover.client;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.api.Manifests;
import dev.drover.api.Yaml;
import dev.drover.controlplane.ControlPlane;
import dev.drover.model.core.v1.Namespace;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.KeyPair;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A pod whose service account's token and authority change as the kubelet changes them, while a
/// watch of a real kube-apiserver runs, which changes its own certificate to one of another
/// authority.
@Tag("real")
class InClusterRotationRealTest {
  private static final String NAME = "kubernetes.test"; // for which the certificate changes
  private static final TestAuthority OLD = new TestAuthority("old");
  private static final TestAuthority NEW = new TestAuthority("new");
  private static Path certificate;
  private static Path key;
  private static ControlPlane server;
  private static Client admin;

  private final ManualTime clock = new ManualTime();
  @TempDir private Path pod;
  private int version;

  @BeforeAll
  static void start(@TempDir Path shared) throws Exception {
    certificate = shared.resolve("server.crt");
    key = shared.resolve("server.key");
    serveBy(OLD);
    server =
        ControlPlane.start(
            ControlPlane.Options.defaults()
                .with(
                    o ->
                        o.apiServerFlags(
                            "--tls-sni-cert-key=" + certificate + "," + key + ":" + NAME)));
    admin = Client.connect(RealServerTest.config(server.kubeconfig()));
    Manifests.parse(
            """
            apiVersion: v1
            kind: ServiceAccount
            metadata: {name: first, namespace: default}
            ---
            apiVersion: v1
            kind: ServiceAccount
            metadata: {name: second, namespace: default}
            ---
            apiVersion: rbac.authorization.k8s.io/v1
            kind: ClusterRoleBinding
            metadata: {name: accounts}
            roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: cluster-admin}
            subjects:
            - {apiGroup: rbac.authorization.k8s.io, kind: Group, name: "system:serviceaccounts"}
            """)
        .forEach(admin::create);
  }

  @AfterAll
  static void stop() {
    admin.close();
    server.close();
  }

  /// Writes the server's certificate, which it reads again when it changes.
  private static void serveBy(TestAuthority authority) throws IOException {
    KeyPair keys = TestAuthority.keys("EC");
    replace(key, TestAuthority.keyPem(keys));
    replace(certificate, authority.server(keys, NAME));
  }

  private static void replace(Path file, String content) throws IOException {
    Path fresh = Files.writeString(file.resolveSibling("fresh"), content);
    Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  /// Waits until the server shows a certificate of this authority.
  private static void awaitCertificateOf(TestAuthority authority) throws IOException {
    TlsSettings tls =
        ClientConfig.of(server.url())
            .with(c -> c.certificateAuthority(authority.pem().getBytes(US_ASCII)))
            .with(c -> c.tlsServerName(NAME))
            .tls();
    long end = System.nanoTime() + Duration.ofMinutes(2).toNanos();
    while (true) {
      try (Socket socket = TlsPeer.connect(tls, server.url())) {
        assertThat(socket.isConnected()).isTrue();
        return;
      } catch (SSLException e) {
        if (System.nanoTime() > end) {
          throw e;
        }
      }
    }
  }

  private static String token(String account) {
    byte[] request =
        """
        {"apiVersion":"authentication.k8s.io/v1","kind":"TokenRequest","spec":{"expirationSeconds":3600}}
        """
            .getBytes(US_ASCII);
    byte[] answer =
        admin
            .rest()
            .post()
            .absPath("/api/v1/namespaces/default/serviceaccounts/" + account + "/token")
            .body(request)
            .executeRaw();
    Map<?, ?> status = (Map<?, ?>) Yaml.readTree(answer, "the answer").get("status");
    return (String) status.get("token");
  }

  /// Puts files into the pod as the kubelet does: a folder of its own, and one link that changes.
  private void mount(String token, String authorities) throws IOException {
    Path folder = Files.createDirectory(pod.resolve("..version-" + ++version));
    Files.writeString(folder.resolve("token"), token);
    Files.writeString(folder.resolve("ca.crt"), authorities);
    Files.writeString(folder.resolve("namespace"), "default");
    Path link = Files.createSymbolicLink(pod.resolve("..data_tmp"), folder.getFileName());
    Files.move(
        link,
        pod.resolve("..data"),
        StandardCopyOption.ATOMIC_MOVE,
        StandardCopyOption.REPLACE_EXISTING);
    if (version == 1) {
      for (String file : List.of("token", "ca.crt", "namespace")) {
        Files.createSymbolicLink(pod.resolve(file), Path.of("..data", file));
      }
    }
  }

  private ClientConfig inCluster(FaultyProxy proxy) {
    Map<String, String> variables =
        Map.of(
            "KUBERNETES_SERVICE_HOST",
            "127.0.0.1",
            "KUBERNETES_SERVICE_PORT",
            "" + URI.create(proxy.address()).getPort());
    return new ConfigLoader(new ConfigEnvironment(variables::get, pod, pod, clock))
        .inCluster()
        .with(c -> c.tlsServerName(NAME));
  }

  @Test
  void watchGoesOnWhileTokenAndAuthorityChange() throws Exception {
    String first = token("first");
    String second = token("second");
    mount(first, OLD.pem());
    try (FaultyProxy proxy = new FaultyProxy(server.url())) {
      ClientConfig config = inCluster(proxy);
      new SurvivingWatch(admin, clock, "pod")
          .run(
              config,
              proxy::cutAll,
              List.of(
                  () -> {
                    mount(second, OLD.pem() + NEW.pem());
                    clock.advance(Duration.ofMinutes(1));
                  },
                  () -> {
                    serveBy(NEW);
                    awaitCertificateOf(NEW);
                  },
                  () -> {
                    mount(second, NEW.pem());
                    clock.advance(Duration.ofMinutes(1));
                  }),
              client ->
                  assertThat(RotationRealTest.whoAmI(client.rest()))
                      .isEqualTo("system:serviceaccount:default:second"));

      // Only the authority that was taken out is not trusted any more.
      mount(second, OLD.pem());
      try (Client late = Client.connect(inCluster(proxy))) {
        assertThatThrownBy(() -> late.resources(Namespace.class).list())
            .isInstanceOf(RequestFailedException.class)
            .hasMessageContaining("no secure connection")
            .hasMessageContaining(pod.resolve("ca.crt").toString());
      }
    }
  }
}
