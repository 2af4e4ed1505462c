package dev.drover.server.conformance;

import dev.drover.certificates.Tls;
import dev.drover.controlplane.ControlPlane;
import dev.drover.server.EmbeddedApiServer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import javax.net.ssl.SSLContext;

/// An API server that cases talk to.
///
/// @param admin a client that may do everything
/// @param anonymous a client without any credentials
record ServerUnderTest(
    String name, URI url, SSLContext trust, HttpClient admin, HttpClient anonymous, Runnable stop)
    implements AutoCloseable {

  static ServerUnderTest real(String... flags) throws InterruptedException {
    return of(
        ControlPlane.start(ControlPlane.Options.defaults().with(o -> o.apiServerFlags(flags))));
  }

  static ServerUnderTest realWithBetas() throws InterruptedException {
    return of(ControlPlane.start(ControlPlane.Options.defaults().with(o -> o.betaApis(true))));
  }

  static ServerUnderTest of(ControlPlane real) {
    return of("real", real.url(), real.tls(real.admin()), real.tls(), real::close);
  }

  static ServerUnderTest embedded() {
    return of(EmbeddedApiServer.start());
  }

  static ServerUnderTest of(EmbeddedApiServer embedded) {
    return of(
        "embedded",
        embedded.url(),
        Tls.forUser(embedded.caPem(), embedded.admin()),
        Tls.trusting(embedded.caPem()),
        embedded::close);
  }

  private static ServerUnderTest of(
      String name, URI url, SSLContext admin, SSLContext trust, Runnable stop) {
    return new ServerUnderTest(name, url, trust, client(admin), client(trust), stop);
  }

  private static HttpClient client(SSLContext tls) {
    return HttpClient.newBuilder().sslContext(tls).connectTimeout(Duration.ofSeconds(10)).build();
  }

  /// A request for one of the clients.
  ///
  /// @param body relaxed JSON; of a patch, which is a merge patch, too; empty for none
  HttpRequest request(String method, String path, String body, Duration limit) {
    return HttpRequest.newBuilder(URI.create(url + path))
        .timeout(limit)
        .header(
            "Content-Type",
            method.equals("PATCH") ? "application/merge-patch+json" : "application/json")
        .method(
            method,
            body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(Relaxed.json(body)))
        .build();
  }

  @Override
  public void close() {
    admin.shutdownNow();
    anonymous.shutdownNow();
    stop.run();
  }
}
