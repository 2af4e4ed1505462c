package dev.drover.console;

import dev.drover.api.Bytes;
import dev.drover.client.Headers;
import dev.drover.runtime.http.HttpRequest;
import dev.drover.runtime.http.HttpResponse;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// Decides which requests the console answers.
///
/// | a request                                            | gets |
/// |------------------------------------------------------|------|
/// | for another host than the console's (DNS rebinding)   | 403  |
/// | from a page of another origin                        | 403  |
/// | without the token, as a bearer token or as the cookie | 401  |
/// | that changes something, while actions are off        | 403  |
/// | that changes something, without the console's header | 403  |
///
/// The address with the token in its query sets the cookie, which no script can read and no other
/// site can have sent, and leads to the page without it.
final class Access {
  private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");
  private static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
          + " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
  private static final String SIGN_IN =
      "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><meta http-equiv=\"refresh\""
          + " content=\"0;url=/\"><link rel=\"icon\" href=\"/icon.svg\"><title>Drover</title><p><a"
          + " href=\"/\">Open the console</a></p>";

  private final String token;
  private final byte[] digest;
  private final ConsoleOptions options;
  private final Set<String> hosts;
  private final String cookie;

  /// @param port of the console: cookies are shared by all ports of a host
  Access(String token, ConsoleOptions options, int port) {
    this.token = token;
    this.digest = digest(token);
    this.options = options;
    this.cookie = "drover-console-" + port;
    InetAddress address = options.address().getAddress();
    String own = address == null || address.isAnyLocalAddress() ? "" : address.getHostAddress();
    this.hosts = Set.of(own.contains(":") ? "[" + own + "]" : own);
  }

  /// The answer to a request that may not have another one.
  Optional<HttpResponse> refuse(HttpRequest request) {
    Headers headers = request.headers();
    String host = headers.all("Host").size() == 1 ? headers.first("Host").orElse("") : "";
    if (!isOwn(host)) {
      return Optional.of(
          Trees.error(403, "this console is not served under the name in the Host header"));
    }
    if (!isSameOrigin(headers, host, request.path())) {
      return Optional.of(Trees.error(403, "requests of other sites are refused"));
    }
    if (request.path().equals("/") && isSignIn(request)) {
      return Optional.of(
          HttpResponse.of(200, "text/html; charset=utf-8", Bytes.ofUtf8(SIGN_IN))
              .withHeader(
                  "Set-Cookie",
                  cookie + "=" + token + "; Path=/; HttpOnly; SameSite=Strict; Max-Age=2592000"));
    }
    if (!hasToken(headers)) {
      return Optional.of(
          Trees.error(
                  401,
                  "this console requires its token: open the address that the program printed,"
                      + " which ends in ?token=...")
              .withHeader("WWW-Authenticate", "Bearer"));
    }
    return request.method().equals("GET") || request.method().equals("HEAD")
        ? Optional.empty()
        : refuseChange(request);
  }

  private Optional<HttpResponse> refuseChange(HttpRequest request) {
    if (!request.method().equals("POST")) {
      return Optional.of(
          Trees.error(405, "only GET, HEAD and POST are allowed").withHeader("Allow", "GET, POST"));
    }
    if (!options.allowsActions()) {
      return Optional.of(
          Trees.error(403, "this console is read-only: ConsoleOptions.actions() changes that"));
    }
    boolean isAsked =
        request.headers().first("X-Drover-Console").isPresent()
            && request
                .headers()
                .first("Content-Type")
                .filter(type -> type.startsWith("application/json"))
                .isPresent();
    return isAsked
        ? Optional.empty()
        : Optional.of(
            Trees.error(
                403, "a change needs the headers X-Drover-Console and Content-Type of JSON"));
  }

  private boolean isOwn(String host) {
    String name = host.replaceFirst(":[0-9]+$", "").toLowerCase(Locale.ROOT);
    return !name.isEmpty()
        && (LOOPBACK.contains(name) || hosts.contains(name) || options.hosts().contains(name));
  }

  private static boolean isSameOrigin(Headers headers, String host, String path) {
    for (String origin : headers.all("Origin")) {
      if (!origin.equalsIgnoreCase("http://" + host)
          && !origin.equalsIgnoreCase("https://" + host)) {
        return false;
      }
    }
    // A link of another site may lead to the page, and to nothing else.
    String site = headers.first("Sec-Fetch-Site").orElse("none");
    return path.equals("/") || site.equals("none") || site.equals("same-origin");
  }

  private boolean isSignIn(HttpRequest request) {
    return request.method().equals("GET")
        && Query.of(request.query()).text("token").filter(this::isToken).isPresent();
  }

  private boolean hasToken(Headers headers) {
    for (String value : headers.all("Authorization")) {
      if (value.regionMatches(true, 0, "Bearer ", 0, 7) && isToken(value.substring(7).strip())) {
        return true;
      }
    }
    for (String value : headers.all("Cookie")) {
      for (String part : value.split(";", -1)) {
        String[] pair = part.strip().split("=", 2);
        if (pair.length == 2 && pair[0].equals(cookie) && isToken(pair[1])) {
          return true;
        }
      }
    }
    return false;
  }

  /// Takes as long for any token.
  private boolean isToken(String offered) {
    return MessageDigest.isEqual(digest, digest(offered));
  }

  private static byte[] digest(String text) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  /// What every answer says to browsers.
  static HttpResponse secured(HttpResponse response) {
    return response
        .withHeader("Content-Security-Policy", POLICY)
        .withHeader("X-Frame-Options", "DENY")
        .withHeader("Referrer-Policy", "no-referrer")
        .withHeader("Cache-Control", "no-store")
        .withHeader("Cross-Origin-Opener-Policy", "same-origin")
        .withHeader("Cross-Origin-Resource-Policy", "same-origin");
  }
}
