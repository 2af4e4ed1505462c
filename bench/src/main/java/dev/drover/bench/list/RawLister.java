package dev.drover.bench.list;

import dev.drover.bench.harness.Access;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;

/// Readers that discard what they read: the upper bound for readers on the JDK.
public final class RawLister {
  private static final int BUFFER = 64 * 1024;

  private RawLister() {}

  /// TLS that trusts the server's authority.
  static SSLContext tls(Access access) throws GeneralSecurityException, IOException {
    return tls(access.authority());
  }

  public static SSLContext tls(Path authority) throws GeneralSecurityException, IOException {
    KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null, null);
    try (InputStream pem = Files.newInputStream(authority)) {
      store.setCertificateEntry(
          "ca", CertificateFactory.getInstance("X.509").generateCertificate(pem));
    }
    var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(store);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    return context;
  }

  /// The request as it goes on the wire; the server closes the connection after its response.
  static byte[] request(Access access, String target, String accept, boolean gzip)
      throws IOException {
    return """
    GET %s HTTP/1.1\r
    Host: %s\r
    Authorization: %s\r
    Accept: %s\r
    User-Agent: %s\r
    %sConnection: close\r
    \r
    """
        .formatted(
            target,
            access.server().getAuthority(),
            access.authorization(),
            accept,
            Lister.AGENT,
            gzip ? "Accept-Encoding: gzip\r\n" : "")
        .getBytes(StandardCharsets.US_ASCII);
  }

  /// A blocking socket, read until it ends. The frames of the chunks count as body: they are less
  /// than a thousandth of it.
  static Lister socket(String accept, boolean gzip) {
    return access -> {
      URI server = access.server();
      var factory = tls(access).getSocketFactory();
      try (SSLSocket socket =
          (SSLSocket) factory.createSocket(server.getHost(), server.getPort())) {
        socket.getOutputStream().write(request(access, Lister.TARGET, accept, gzip));
        long bytes = drain(socket.getInputStream());
        return new Lister.Listed(0, bytes, "");
      }
    };
  }

  /// The JDK's HTTP client.
  static Lister httpClient(String accept, HttpClient.Version version) {
    return access -> {
      try (HttpClient client =
          HttpClient.newBuilder().version(version).sslContext(tls(access)).build()) {
        HttpRequest request =
            HttpRequest.newBuilder(access.server().resolve(Lister.TARGET))
                .header("Authorization", access.authorization())
                .header("Accept", accept)
                .header("User-Agent", Lister.AGENT)
                .build();
        var response = client.send(request, HttpResponse.BodyHandlers.ofInputStream());
        if (response.statusCode() != 200 || response.version() != version) {
          throw new IOException(response + " over " + response.version());
        }
        try (InputStream body = response.body()) {
          return new Lister.Listed(0, drain(body), "");
        }
      }
    };
  }

  private static long drain(InputStream in) throws IOException {
    byte[] buffer = new byte[BUFFER];
    long bytes = 0;
    ByteArrayOutputStream head = new ByteArrayOutputStream();
    for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
      if (bytes == 0) {
        head.write(buffer, 0, Math.min(n, 64));
      }
      bytes += n;
    }
    requireNoFailure(head.toString(StandardCharsets.ISO_8859_1));
    return bytes;
  }

  /// A refusal is read faster than any list.
  private static void requireNoFailure(String head) throws IOException {
    if (head.startsWith("HTTP/") && !head.startsWith("HTTP/1.1 200 ")) {
      throw new IOException("the server answered " + head.lines().findFirst().orElse(""));
    }
  }
}
