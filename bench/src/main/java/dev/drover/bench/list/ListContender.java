package dev.drover.bench.list;

import dev.drover.api.Format;
import java.net.http.HttpClient.Version;
import java.util.List;
import java.util.Optional;

/// The readers of the pods of a server. Each has a JVM of its own, except curl.
enum ListContender {
  PROTOBUF("Drover, HTTP/1.1, protobuf", new DroverLister(Format.PROTOBUF)),
  SOCKET("raw: SSLSocket, protobuf", RawLister.socket(Format.PROTOBUF.contentType(), false)),
  CURL("raw: curl, HTTP/1.1, protobuf", "--http1.1", Format.PROTOBUF),
  PROTOBUF_GZIP("Drover, HTTP/1.1, protobuf, gzip", new DroverLister(Format.PROTOBUF).compressed()),
  SOCKET_GZIP(
      "raw: SSLSocket, protobuf, gzip left as it is",
      RawLister.socket(Format.PROTOBUF.contentType(), true)),
  PROTOBUF_HTTP2("Drover, HTTP/2, protobuf", new DroverLister(Format.PROTOBUF).overHttp2()),
  JDK_HTTP2(
      "raw: JDK HttpClient, HTTP/2, protobuf",
      RawLister.httpClient(Format.PROTOBUF.contentType(), Version.HTTP_2)),
  JDK_HTTP1(
      "raw: JDK HttpClient, HTTP/1.1, protobuf",
      RawLister.httpClient(Format.PROTOBUF.contentType(), Version.HTTP_1_1)),
  CURL_HTTP2("raw: curl, HTTP/2, protobuf", "--http2", Format.PROTOBUF),
  JSON("Drover, HTTP/1.1, JSON", new DroverLister(Format.JSON)),
  JSON_GZIP("Drover, HTTP/1.1, JSON, gzip", new DroverLister(Format.JSON).compressed()),
  JSON_HTTP2("Drover, HTTP/2, JSON", new DroverLister(Format.JSON).overHttp2()),
  SOCKET_JSON("raw: SSLSocket, JSON", RawLister.socket(Format.JSON.contentType(), false)),
  CURL_JSON("raw: curl, HTTP/1.1, JSON", "--http1.1", Format.JSON),
  UNSHARED(
      "Drover, HTTP/1.1, protobuf, nothing shared", new DroverLister(Format.PROTOBUF).unshared()),
  CLIENT("Drover, client.list()", new ClientLister(false, false, 0)),
  PAGED("Drover, client.stream(), pages of 500", new ClientLister(false, false, 500)),
  METADATA("Drover, client.metadata(): metadata only", new ClientLister(false, true, 0));

  final String label;
  private final Lister lister;
  private final List<String> curl;

  ListContender(String label, Lister lister) {
    this.label = label;
    this.lister = lister;
    this.curl = List.of();
  }

  ListContender(String label, String version, Format format) {
    this.label = label;
    this.lister =
        access -> {
          throw new IllegalStateException("curl reads by itself");
        };
    this.curl = List.of(version, "--header", "Accept: " + format.contentType());
  }

  Lister lister() {
    return lister;
  }

  /// The options of curl, if it is curl that reads.
  Optional<List<String>> curl() {
    return curl.isEmpty() ? Optional.empty() : Optional.of(curl);
  }

  /// Whether objects come out.
  boolean decodes() {
    return label.startsWith("Drover");
  }
}
