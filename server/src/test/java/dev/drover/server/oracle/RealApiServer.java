package dev.drover.server.oracle;

import dev.drover.api.RawExtension;
import dev.drover.controlplane.ControlPlane;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Map;

/// A real kube-apiserver that can be asked anything as its administrator.
public final class RealApiServer implements AutoCloseable {
  private final ControlPlane controlPlane;
  private final HttpClient http;

  private RealApiServer(ControlPlane controlPlane) {
    this.controlPlane = controlPlane;
    this.http = HttpClient.newBuilder().sslContext(controlPlane.tls(controlPlane.admin())).build();
  }

  /// A server without those admission plug-ins that change or refuse objects for reasons beyond the
  /// rules of their kinds.
  public static RealApiServer start() throws InterruptedException {
    var options =
        ControlPlane.Options.defaults()
            .with(
                o ->
                    o.apiServerFlags(
                        "--disable-admission-plugins=ServiceAccount,Priority,DefaultTolerationSeconds,"
                            + "RuntimeClass"));
    return new RealApiServer(ControlPlane.start(options));
  }

  /// What the server answered.
  ///
  /// @param body an object, or a failure `Status`
  public record Reply(int code, Map<String, Object> body, List<String> warnings) {
    public boolean isOk() {
      return code < 300;
    }
  }

  public Reply send(String method, String path, Object body)
      throws IOException, InterruptedException {
    return send(method, path, "application/json", body);
  }

  @SuppressWarnings("unchecked") // every answer of the server is a JSON object
  public Reply send(String method, String path, String contentType, Object body)
      throws IOException, InterruptedException {
    var request =
        HttpRequest.newBuilder(URI.create(controlPlane.url() + path))
            .header("Content-Type", contentType)
            .method(
                method, BodyPublishers.ofByteArray(RawExtension.ofTree(body).raw().toByteArray()))
            .build();
    var response = http.send(request, BodyHandlers.ofString());
    var tree = (Map<String, Object>) RawExtension.ofJson(response.body()).tree();
    return new Reply(response.statusCode(), tree, response.headers().allValues("Warning"));
  }

  @Override
  public void close() {
    http.close();
    controlPlane.close();
  }
}
