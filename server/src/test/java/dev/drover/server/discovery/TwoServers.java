package dev.drover.server.discovery;

import dev.drover.api.RawExtension;
import dev.drover.certificates.Tls;
import dev.drover.controlplane.ControlPlane;
import dev.drover.server.EmbeddedApiServer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A real API server and an embedded one, side by side.
public final class TwoServers implements AutoCloseable {
  private final ControlPlane controlPlane;
  private final EmbeddedApiServer embedded;
  private final HttpClient toReal;
  private final HttpClient toOurs;

  private TwoServers(ControlPlane controlPlane, EmbeddedApiServer embedded) {
    this.controlPlane = controlPlane;
    this.embedded = embedded;
    this.toReal =
        HttpClient.newBuilder().sslContext(controlPlane.tls(controlPlane.admin())).build();
    this.toOurs =
        HttpClient.newBuilder().sslContext(Tls.forUser(embedded.caPem(), embedded.admin())).build();
  }

  public static TwoServers start(boolean betas) throws InterruptedException {
    ControlPlane.Options real = ControlPlane.Options.defaults();
    EmbeddedApiServer.Options ours = EmbeddedApiServer.Options.defaults();
    return new TwoServers(
        ControlPlane.start(betas ? real.with(o -> o.betaApis(true)) : real),
        EmbeddedApiServer.start(betas ? ours.with(o -> o.betaApis(true)) : ours));
  }

  /// An answer, read to its end.
  public record Reply(int status, HttpResponse<byte[]> response) {
    public String text() {
      return new String(response.body(), StandardCharsets.UTF_8);
    }

    public @Nullable Object tree() {
      return RawExtension.ofJson(text()).tree();
    }

    public String header(String name) {
      return response.headers().firstValue(name).orElse("");
    }
  }

  public Reply real(String method, String path, String body, Map<String, String> headers)
      throws IOException, InterruptedException {
    return send(toReal, controlPlane.url(), method, path, body, headers);
  }

  public Reply ours(String method, String path, String body, Map<String, String> headers)
      throws IOException, InterruptedException {
    return send(toOurs, embedded.url(), method, path, body, headers);
  }

  public Reply real(String path, String accept) throws IOException, InterruptedException {
    return real("GET", path, "", Map.of("Accept", accept));
  }

  public Reply ours(String path, String accept) throws IOException, InterruptedException {
    return ours("GET", path, "", Map.of("Accept", accept));
  }

  private static Reply send(
      HttpClient client,
      URI server,
      String method,
      String path,
      String body,
      Map<String, String> headers)
      throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(server.resolve(path))
            .method(
                method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
    headers.forEach(request::header);
    HttpResponse<byte[]> response = client.send(request.build(), BodyHandlers.ofByteArray());
    return new Reply(response.statusCode(), response);
  }

  @Override
  public void close() {
    toReal.close();
    toOurs.close();
    embedded.close();
    controlPlane.close();
  }
}
