package dev.drover.client;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.controlplane.ControlPlane;
import dev.drover.model.core.v1.Namespace;
import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Proxies that demand a login, between a client and a real kube-apiserver.
@Tag("real")
class ProxyRealTest {
  private static final TestAuthority AUTHORITY = new TestAuthority("proxy");
  private static ControlPlane server;
  private static Client admin;

  private final ManualTime clock = new ManualTime();

  @BeforeAll
  static void start() throws Exception {
    server = ControlPlane.start(ControlPlane.Options.defaults());
    admin = Client.connect(RealServerTest.config(server.kubeconfig()));
  }

  @AfterAll
  static void stop() {
    admin.close();
    server.close();
  }

  private ClientConfig through(URI proxy) {
    byte[] authorities = (server.caPem() + AUTHORITY.pem()).getBytes(US_ASCII);
    return RealServerTest.config(server.kubeconfig())
        .with(c -> c.certificateAuthority(authorities).proxy(proxy).clock(clock));
  }

  private void watchGoesOn(String kind, AuthProxy proxy) throws Exception {
    new SurvivingWatch(admin, clock, kind)
        .run(
            through(proxy.address(AuthProxy.LOGIN)),
            proxy::cutAll,
            List.of(() -> {}, () -> {}),
            client -> assertThat(client.resources(Namespace.class).find("default")).isPresent());
    assertThat(proxy.tunnels()).as("connections through the proxy").isGreaterThanOrEqualTo(3);
  }

  private void refuses(AuthProxy proxy, String message) {
    URI address = proxy.address("jo:5ecret");
    try (Client client = Client.connect(through(address))) {
      assertThatThrownBy(() -> client.resources(Namespace.class).list())
          .isInstanceOfSatisfying(
              RequestFailedException.class,
              e ->
                  assertThat(e.debugText())
                      .contains(message)
                      .contains("" + address.getPort())
                      .doesNotContain("5ecret"));
    }
    assertThat(proxy.tunnels()).isZero();
  }

  @Test
  void watchGoesOnThroughAProxyWithALogin() throws Exception {
    try (AuthProxy proxy = AuthProxy.http()) {
      refuses(proxy, "407 Proxy Authentication Required");
      watchGoesOn("http", proxy);
    }
  }

  @Test
  void watchGoesOnThroughAProxyWithALoginOverTls() throws Exception {
    try (AuthProxy proxy = AuthProxy.https(AUTHORITY, "localhost")) {
      refuses(proxy, "407 Proxy Authentication Required");
      watchGoesOn("https", proxy);
    }
  }

  @Test
  void watchGoesOnThroughASocksProxyWithALogin() throws Exception {
    try (AuthProxy proxy = AuthProxy.socks()) {
      refuses(proxy, "refused the login");
      watchGoesOn("socks", proxy);
    }
  }

  @Test
  void proxyOfAnUnknownAuthorityIsRefusedBeforeItGetsThePassword() throws Exception {
    try (AuthProxy proxy = AuthProxy.https(new TestAuthority("other"), "localhost")) {
      refuses(proxy, "no secure connection to the proxy localhost");
    }
  }

  @Test
  void proxyWithTheCertificateOfAnotherHostIsRefusedBeforeItGetsThePassword() throws Exception {
    try (AuthProxy proxy = AuthProxy.https(AUTHORITY, "other.test")) {
      refuses(proxy, "no secure connection to the proxy localhost");
    }
  }
}
