package dev.drover.model;

import dev.drover.api.Format;
import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.controlplane.ControlPlane;
import dev.drover.controlplane.ControlPlane.Options;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;

/// A real API server that serves beta versions too, spoken to in bare HTTP by its administrator.
final class ApiServer implements AutoCloseable {
  /// Beta APIs that need more than to be served.
  private static final String OFF_BY_DEFAULT =
      "ClusterTrustBundle=true,PodCertificateRequest=true,StorageVersionMigrator=true";

  private final ControlPlane controlPlane;
  private final HttpClient http;

  private ApiServer(ControlPlane controlPlane) {
    this.controlPlane = controlPlane;
    this.http = HttpClient.newBuilder().sslContext(controlPlane.tls(controlPlane.admin())).build();
  }

  static ApiServer start(String... flags) throws InterruptedException {
    Options options =
        Options.defaults()
            .with(
                o ->
                    o.betaApis(true)
                        .apiServerFlags("--feature-gates=" + OFF_BY_DEFAULT)
                        .apiServerFlags(flags));
    return new ApiServer(ControlPlane.start(options));
  }

  /// Where the objects of a kind are, in one namespace or, if it is empty, in all.
  static String path(Kind<?> kind, String namespace) {
    String root = kind.gvk().group().isEmpty() ? "/api/" : "/apis/";
    String scope = kind.isNamespaced() && !namespace.isEmpty() ? "/namespaces/" + namespace : "";
    return root + kind.gvk().apiVersion() + scope + "/" + kind.plural();
  }

  /// Where an object is.
  static String path(Kind<?> kind, KubernetesObject object) {
    return path(kind, object.namespace()) + "/" + object.name();
  }

  byte[] get(String path, Format format) throws IOException, InterruptedException {
    return send("GET", path, BodyPublishers.noBody(), format);
  }

  byte[] post(String path, byte[] body, Format format) throws IOException, InterruptedException {
    return send("POST", path, BodyPublishers.ofByteArray(body), format);
  }

  byte[] put(String path, byte[] body, Format format) throws IOException, InterruptedException {
    return send("PUT", path, BodyPublishers.ofByteArray(body), format);
  }

  void delete(String path) throws IOException, InterruptedException {
    send("DELETE", path, BodyPublishers.noBody(), Format.JSON);
  }

  private byte[] send(String method, String path, BodyPublisher body, Format format)
      throws IOException, InterruptedException {
    var response = http.send(request(method, path, body, format), BodyHandlers.ofByteArray());
    if (response.statusCode() / 100 != 2) {
      throw new Refused(
          response.statusCode(),
          method + " " + path + ": " + new String(response.body(), StandardCharsets.UTF_8));
    }
    requireFormat(response.headers().firstValue("Content-Type").orElse(""), format);
    return response.body();
  }

  /// The stream of a watch; closing it ends the watch.
  InputStream watch(String path, Format format) throws IOException, InterruptedException {
    var request = request("GET", path, BodyPublishers.noBody(), format);
    var response = http.send(request, BodyHandlers.ofInputStream());
    requireFormat(response.headers().firstValue("Content-Type").orElse(""), format);
    return response.body();
  }

  private HttpRequest request(String method, String path, BodyPublisher body, Format format) {
    return HttpRequest.newBuilder(controlPlane.url().resolve(path))
        .method(method, body)
        .header("Accept", format.contentType())
        .header("Content-Type", format.contentType())
        .header("User-Agent", "drover-test")
        .build();
  }

  private static void requireFormat(String contentType, Format format) {
    if (Format.ofContentType(contentType) != format) {
      throw new IllegalStateException("asked for " + format + ", got " + contentType);
    }
  }

  @Override
  public void close() {
    http.shutdownNow();
    http.close();
    controlPlane.close();
  }

  /// The server did not do what it was asked.
  static final class Refused extends IOException {
    private static final long serialVersionUID = 1;
    private final int code;

    Refused(int code, String message) {
      super(code + " for " + message);
      this.code = code;
    }

    int code() {
      return code;
    }
  }
}
