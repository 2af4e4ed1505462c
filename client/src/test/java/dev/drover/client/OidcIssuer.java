package dev.drover.client;

import dev.drover.certificates.CertificateAuthority;
import dev.drover.certificates.Credential;
import dev.drover.certificates.Tls;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.Signature;
import java.security.interfaces.RSAPublicKey;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLServerSocket;

/// An identity provider over HTTPS whose tokens kube-apiserver accepts: discovery, keys, and a
/// token endpoint at which each refresh token works once.
final class OidcIssuer implements AutoCloseable {
  static final String CLIENT = "drover";

  private final CertificateAuthority authority =
      CertificateAuthority.lasting("identity provider", InstantSource.system());
  private final KeyPair keys = TestAuthority.keys("RSA");
  private final AtomicInteger refreshes = new AtomicInteger();
  private final SSLServerSocket socket;
  private volatile String nextUser = "";

  OidcIssuer() throws IOException {
    InetAddress address = InetAddress.getLoopbackAddress();
    Credential credential = authority.forServer(List.of("localhost"), List.of(address));
    socket =
        (SSLServerSocket)
            Tls.forServer(credential, authority.certificatePem())
                .getServerSocketFactory()
                .createServerSocket(0, 50, address);
    Thread.ofVirtual().start(this::accept);
  }

  String url() {
    return "https://127.0.0.1:" + socket.getLocalPort();
  }

  String caPem() {
    return authority.certificatePem();
  }

  /// Whom the next token is for.
  void nextUser(String user) {
    nextUser = user;
  }

  /// The refresh token that works next.
  String refreshToken() {
    return "refresh-" + refreshes.get();
  }

  private void accept() {
    while (!socket.isClosed()) {
      try {
        Socket client = socket.accept();
        Thread.ofVirtual().start(() -> serve(client));
      } catch (IOException e) {
        break; // closed
      }
    }
  }

  private void serve(Socket client) {
    try (client) {
      InputStream in = new BufferedInputStream(client.getInputStream());
      String line = line(in);
      int length = 0;
      for (String header = line(in); !header.isEmpty(); header = line(in)) {
        if (header.regionMatches(true, 0, "content-length:", 0, 15)) {
          length = Integer.parseInt(header.substring(15).strip());
        }
      }
      String body = new String(in.readNBytes(length), StandardCharsets.US_ASCII);
      String answer = answer(line.split(" ")[1], body);
      String status = answer.contains("\"error\"") ? "400 Bad Request" : "200 OK";
      client
          .getOutputStream()
          .write(
              ("HTTP/1.1 %s\r\nContent-Type: application/json\r\nConnection: close\r\n"
                      + "Content-Length: %d\r\n\r\n%s")
                  .formatted(status, answer.length(), answer)
                  .getBytes(StandardCharsets.US_ASCII));
    } catch (IOException e) {
      // The client hung up.
    }
  }

  private static String line(InputStream in) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int c = in.read(); c != '\n' && c >= 0; c = in.read()) {
      if (c != '\r') {
        line.write(c);
      }
    }
    return line.toString(StandardCharsets.US_ASCII);
  }

  private String answer(String path, String body) {
    return switch (path) {
      case "/.well-known/openid-configuration" ->
          ("{\"issuer\":\"%1$s\",\"jwks_uri\":\"%1$s/keys\",\"token_endpoint\":\"%1$s/token\","
                  + "\"authorization_endpoint\":\"%1$s/auth\","
                  + "\"response_types_supported\":[\"id_token\"],"
                  + "\"subject_types_supported\":[\"public\"],"
                  + "\"id_token_signing_alg_values_supported\":[\"RS256\"]}")
              .formatted(url());
      case "/keys" -> {
        RSAPublicKey key = (RSAPublicKey) keys.getPublic();
        yield "{\"keys\":[{\"kty\":\"RSA\",\"alg\":\"RS256\",\"use\":\"sig\",\"kid\":\"1\","
            + "\"n\":\"%s\",\"e\":\"%s\"}]}"
                .formatted(number(key.getModulus()), number(key.getPublicExponent()));
      }
      default -> refreshed(body);
    };
  }

  private synchronized String refreshed(String body) {
    if (!body.contains("refresh_token=" + refreshToken())) {
      return "{\"error\":\"invalid_grant\"}";
    }
    refreshes.incrementAndGet();
    return "{\"id_token\":\"%s\",\"refresh_token\":\"%s\"}"
        .formatted(token(nextUser, Instant.now().plusSeconds(3600)), refreshToken());
  }

  private static String number(BigInteger number) {
    byte[] bytes = number.toByteArray();
    int sign = bytes[0] == 0 ? 1 : 0;
    byte[] unsigned = Arrays.copyOfRange(bytes, sign, bytes.length);
    return base64(unsigned);
  }

  private static String base64(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /// A signed ID token.
  String token(String user, Instant expires) {
    String head = "{\"alg\":\"RS256\",\"kid\":\"1\",\"typ\":\"JWT\"}";
    String claims =
        "{\"iss\":\"%s\",\"aud\":\"%s\",\"sub\":\"%s\",\"iat\":%d,\"exp\":%d}"
            .formatted(
                url(), CLIENT, user, Instant.now().getEpochSecond(), expires.getEpochSecond());
    String signed =
        base64(head.getBytes(StandardCharsets.US_ASCII))
            + "."
            + base64(claims.getBytes(StandardCharsets.US_ASCII));
    try {
      Signature signature = Signature.getInstance("SHA256withRSA");
      signature.initSign(keys.getPrivate());
      signature.update(signed.getBytes(StandardCharsets.US_ASCII));
      return signed + "." + base64(signature.sign());
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
