package dev.drover.client;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.api.Manifests;
import dev.drover.certificates.User;
import dev.drover.controlplane.ControlPlane;
import dev.drover.model.core.v1.ConfigMap;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Credentials of each kind change while a watch of a real kube-apiserver runs and its connection
/// breaks: the watch goes on with the new ones, and every event comes once.
@Tag("real")
class CredentialRotationRealTest {
  private static final String MASTERS = "system:masters";
  private static OidcIssuer issuer;
  private static ControlPlane server;
  private static Client admin;

  private final ManualTime clock = new ManualTime(Instant.now().truncatedTo(ChronoUnit.SECONDS));
  @TempDir private Path folder;

  @BeforeAll
  static void start(@TempDir Path shared) throws Exception {
    issuer = new OidcIssuer();
    Path ca = Files.writeString(shared.resolve("idp.crt"), issuer.caPem());
    server =
        ControlPlane.start(
            ControlPlane.Options.defaults()
                .with(
                    o ->
                        o.account("jane", MASTERS)
                            .account("joe", MASTERS)
                            .apiServerFlags(
                                "--oidc-issuer-url=" + issuer.url(),
                                "--oidc-client-id=" + OidcIssuer.CLIENT,
                                "--oidc-ca-file=" + ca,
                                "--oidc-username-claim=sub",
                                "--oidc-username-prefix=oidc:")));
    admin = Client.connect(RealServerTest.config(server.kubeconfig()));
    admin.create(
        Manifests.parse(
                """
                apiVersion: rbac.authorization.k8s.io/v1
                kind: ClusterRoleBinding
                metadata: {name: oidc-users}
                roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: cluster-admin}
                subjects:
                - {apiGroup: rbac.authorization.k8s.io, kind: User, name: "oidc:jane"}
                - {apiGroup: rbac.authorization.k8s.io, kind: User, name: "oidc:joe"}
                """)
            .getFirst());
    awaitIssuer();
  }

  /// kube-apiserver reads the keys of the identity provider in the background, and again every ten
  /// seconds if that failed.
  private static void awaitIssuer() {
    String token = issuer.token("jane", Instant.now().plus(Duration.ofMinutes(10)));
    ClientConfig config =
        ClientConfig.of(server.url())
            .with(c -> c.certificateAuthority(server.caPem().getBytes(US_ASCII)).token(token));
    long end = System.nanoTime() + Duration.ofMinutes(1).toNanos();
    try (RestClient client = RestClient.of(config)) {
      while (true) {
        try {
          assertThat(RotationRealTest.whoAmI(client)).isEqualTo("oidc:jane");
          return;
        } catch (ApiException.Unauthorized e) {
          if (System.nanoTime() > end) {
            throw e;
          }
        }
      }
    }
  }

  @AfterAll
  static void stop() throws IOException {
    admin.close();
    server.close();
    issuer.close();
  }

  private void write(String name, String content) throws IOException {
    Files.writeString(folder.resolve(name), content);
  }

  private static String token(String user) {
    return server.user(user).token().orElseThrow();
  }

  private ClientConfig config(FaultyProxy proxy, String user) throws IOException {
    write("ca.crt", server.caPem());
    write(
        "config",
        """
        apiVersion: v1
        kind: Config
        current-context: c
        clusters:
        - {name: c, cluster: {server: "%s", certificate-authority: ca.crt}}
        users:
        - name: u
          user:
        %s
        contexts:
        - {name: c, context: {cluster: c, user: u}}
        """
            .formatted(proxy.address(), user.indent(4)));
    return ClientConfig.fromKubeconfig(folder.resolve("config")).with(c -> c.clock(clock));
  }

  /// A credential program that prints a file.
  private String program() throws IOException {
    write("login", "#!/bin/sh\ncat \"$(dirname \"$0\")/answer\"\n");
    Files.setPosixFilePermissions(
        folder.resolve("login"), PosixFilePermissions.fromString("rwx------"));
    return "exec: {apiVersion: client.authentication.k8s.io/v1, command: ./login, interactiveMode:"
        + " Never}";
  }

  private void answer(String status) throws IOException {
    write(
        "answer",
        "{\"apiVersion\":\"client.authentication.k8s.io/v1\",\"kind\":\"ExecCredential\",\"status\":{"
            + status
            + ",\"expirationTimestamp\":\""
            + clock.instant().plus(Duration.ofMinutes(10))
            + "\"}}");
  }

  private static String quoted(String pem) {
    return "\"" + pem.replace("\n", "\\n") + "\"";
  }

  /// @param kind a prefix for the names of objects
  /// @param rotate makes the new credentials those of `after`
  private void watchGoesOn(
      String kind, FaultyProxy proxy, ClientConfig config, SurvivingWatch.Step rotate, String after)
      throws Exception {
    new SurvivingWatch(admin, clock, kind)
        .run(
            config,
            proxy::cutAll,
            List.of(rotate),
            client -> assertThat(RotationRealTest.whoAmI(client.rest())).isEqualTo(after));
  }

  private void withProxy(Step step) throws Exception {
    try (FaultyProxy proxy = new FaultyProxy(server.url())) {
      step.run(proxy);
    }
  }

  private interface Step {
    void run(FaultyProxy proxy) throws Exception;
  }

  @Test
  void watchGoesOnAfterARotationOfTheTokenFile() throws Exception {
    withProxy(
        proxy -> {
          write("token", token("jane"));
          watchGoesOn(
              "token",
              proxy,
              config(proxy, "tokenFile: token"),
              () -> {
                write("token", token("joe"));
                clock.advance(Duration.ofMinutes(1));
              },
              "joe");
        });
  }

  @Test
  void watchGoesOnAfterARotationOfTheClientCertificate() throws Exception {
    Consumer<User> files =
        user -> {
          try {
            write("user.crt", user.certificatePem());
            write("user.key", user.keyPem());
          } catch (IOException e) {
            throw new AssertionError(e);
          }
        };
    withProxy(
        proxy -> {
          files.accept(server.addUser("first", MASTERS));
          watchGoesOn(
              "certificate",
              proxy,
              config(proxy, "client-certificate: user.crt\nclient-key: user.key"),
              () -> {
                files.accept(server.addUser("second", MASTERS));
                clock.advance(Duration.ofSeconds(2));
              },
              "second");
        });
  }

  @Test
  void watchGoesOnAfterARotationOfTheAuthority() throws Exception {
    withProxy(
        proxy -> {
          write("token", token("jane"));
          ClientConfig config = config(proxy, "tokenFile: token");
          watchGoesOn(
              "authority",
              proxy,
              config,
              () -> {
                write("ca.crt", issuer.caPem() + server.caPem());
                clock.advance(Duration.ofSeconds(2));
              },
              "jane");
        });
  }

  @Test
  void watchGoesOnWhenTheTokenOfAProgramExpires() throws Exception {
    withProxy(
        proxy -> {
          answer("\"token\":\"" + token("jane") + "\"");
          watchGoesOn(
              "program-token",
              proxy,
              config(proxy, program()),
              () -> {
                clock.advance(Duration.ofMinutes(11));
                answer("\"token\":\"" + token("joe") + "\"");
              },
              "joe");
        });
  }

  @Test
  void watchGoesOnWhenTheCertificateOfAProgramExpires() throws Exception {
    withProxy(
        proxy -> {
          answer(certificate(server.addUser("first", MASTERS)));
          watchGoesOn(
              "program-certificate",
              proxy,
              config(proxy, program()),
              () -> {
                clock.advance(Duration.ofMinutes(11));
                answer(certificate(server.addUser("second", MASTERS)));
              },
              "second");
        });
  }

  private static String certificate(User user) {
    return "\"clientCertificateData\":"
        + quoted(user.certificatePem())
        + ",\"clientKeyData\":"
        + quoted(user.keyPem());
  }

  @Test
  void watchGoesOnWhenTheTokenOfAnIdentityProviderExpires() throws Exception {
    withProxy(
        proxy -> {
          String first = issuer.token("jane", clock.instant().plus(Duration.ofMinutes(10)));
          write("idp.crt", issuer.caPem());
          ClientConfig config = config(proxy, provider(first));
          issuer.nextUser("joe");
          watchGoesOn(
              "oidc", proxy, config, () -> clock.advance(Duration.ofMinutes(11)), "oidc:joe");
        });
    assertThat(new KubeconfigUser(folder.resolve("config"), "u").providerConfig())
        .containsEntry("refresh-token", issuer.refreshToken());
  }

  private String provider(String idToken) {
    return """
    auth-provider:
      name: oidc
      config:
        idp-issuer-url: %s
        idp-certificate-authority: %s
        client-id: drover
        id-token: %s
        refresh-token: %s
    """
        .formatted(issuer.url(), folder.resolve("idp.crt"), idToken, issuer.refreshToken());
  }

  @Test
  void watchGoesOnAfterAProgramThatFailedForAWhile() throws Exception {
    withProxy(
        proxy -> {
          answer("\"token\":\"" + token("jane") + "\"");
          watchGoesOn(
              "failing-program",
              proxy,
              config(proxy, program()),
              () -> {
                clock.advance(Duration.ofMinutes(11));
                Files.delete(folder.resolve("answer")); // the program fails from now on
                try (Client other =
                    Client.connect(
                        ClientConfig.fromKubeconfig(folder.resolve("config"))
                            .with(c -> c.clock(clock)))) {
                  assertThatThrownBy(() -> other.resources(ConfigMap.class).list())
                      .isInstanceOf(ConfigException.class)
                      .hasMessageContaining("failed with exit code 1");
                }
                proxy.cutAll();
                clock.advanceToNext();
                answer("\"token\":\"" + token("joe") + "\"");
              },
              "joe");
        });
  }
}
