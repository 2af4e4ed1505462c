package dev.drover.bench.cache;

import dev.drover.api.Format;
import dev.drover.bench.harness.Target;
import dev.drover.bench.list.RawLister;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyManagementException;
import java.security.NoSuchAlgorithmException;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;

/// No cache at all: reads the list with a blocking socket and discards it. The lower bound for a
/// JVM of the same age.
final class RawCache {
  private static final int BUFFER = 64 * 1024;

  private RawCache() {}

  static Cache.Starter starter() {
    return (target, served, tally) -> {
      read(target, served.path());
      return new Nothing();
    };
  }

  private static void read(Target target, String path)
      throws IOException, GeneralSecurityException {
    try (Socket socket = connect(target)) {
      socket.getOutputStream().write(request(target, path));
      InputStream in = socket.getInputStream();
      byte[] buffer = new byte[BUFFER];
      int n = in.read(buffer);
      String head = new String(buffer, 0, Math.max(0, n), StandardCharsets.ISO_8859_1);
      if (!head.startsWith("HTTP/1.1 200 ")) {
        throw new IOException("the server answered " + head.lines().findFirst().orElse("nothing"));
      }
      while (n >= 0) {
        n = in.read(buffer);
      }
    }
  }

  private static byte[] request(Target target, String path) {
    return ("GET %s HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\nAccept: %s\r\n"
            + "User-Agent: drover-bench\r\nConnection: close\r\n\r\n")
        .formatted(
            path, target.server().getAuthority(), target.token(), Format.PROTOBUF.contentType())
        .getBytes(StandardCharsets.US_ASCII);
  }

  private static Socket connect(Target target) throws IOException, GeneralSecurityException {
    URI server = target.server();
    if (server.getScheme().equals("http")) {
      return new Socket(server.getHost(), server.getPort());
    }
    SSLSocketFactory factory =
        (target.authority().isPresent() ? RawLister.tls(target.authority().get()) : trusting())
            .getSocketFactory();
    return factory.createSocket(server.getHost(), server.getPort());
  }

  private static SSLContext trusting() throws NoSuchAlgorithmException, KeyManagementException {
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, new TrustManager[] {new Anyone()}, null);
    return context;
  }

  private record Nothing() implements Cache {
    @Override
    public boolean isSynced() {
      return true;
    }

    @Override
    public int size() {
      return 0;
    }

    @Override
    public void close() {}
  }

  private static final class Anyone implements X509TrustManager {
    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}
