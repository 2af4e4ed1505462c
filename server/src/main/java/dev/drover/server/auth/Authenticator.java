package dev.drover.server.auth;

import dev.drover.server.core.ApiError;
import dev.drover.server.core.UserInfo;
import java.nio.charset.StandardCharsets;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// Authenticates a request: by the client's certificate, else by its bearer token; a client that
/// shows neither is `system:anonymous`. Safe for any number of threads.
///
/// ```java
/// UserInfo user = authenticator.authenticate(headers, chain);   // or 401
/// ```
///
/// In Go: the union of authenticators that kube-apiserver builds from its flags.
public final class Authenticator {
  private static final UserInfo ANONYMOUS =
      UserInfo.of(UserInfo.ANONYMOUS, List.of(UserInfo.UNAUTHENTICATED_GROUP));
  private static final String IN_WEBSOCKET_PROTOCOL = "base64url.bearer.authorization.k8s.io.";

  private final ClientCertificates certificates;
  private final BearerTokens tokens;

  Authenticator(ClientCertificates certificates, BearerTokens tokens) {
    this.certificates = certificates;
    this.tokens = tokens;
  }

  /// The user of a request. An invalid certificate is ignored if the token is valid.
  ///
  /// @param headers by lower-case name
  /// @param chain the client's certificates, its own first; empty when it showed none
  /// @throws ApiError 401 when the client shows something, and nothing of it is good
  public UserInfo authenticate(Map<String, List<String>> headers, List<X509Certificate> chain) {
    Optional<ApiError> problem = Optional.empty();
    if (!chain.isEmpty()) {
      try {
        Optional<UserInfo> user = certificates.user(chain);
        if (user.isPresent()) {
          return authenticated(user.get());
        }
      } catch (ApiError e) {
        problem = Optional.of(e);
      }
    }
    Optional<String> token = bearerToken(headers).or(() -> webSocketToken(headers));
    if (token.isPresent()) {
      return switch (tokens.check(token.get(), ServiceAccountTokens.API_AUDIENCES)) {
        case TokenResult.Good(var user, _) -> user;
        case TokenResult.Unknown _, TokenResult.Bad _ -> throw ApiError.unauthorized();
      };
    }
    if (problem.isPresent()) {
      throw problem.get();
    }
    return ANONYMOUS;
  }

  private static Optional<String> bearerToken(Map<String, List<String>> headers) {
    String header = headers.getOrDefault("authorization", List.of("")).getFirst().strip();
    String[] parts = header.split(" ", 3);
    return parts.length > 1
            && parts[0].toLowerCase(Locale.ROOT).equals("bearer")
            && !parts[1].isEmpty()
        ? Optional.of(parts[1])
        : Optional.empty();
  }

  /// Browsers cannot set headers on a WebSocket, so the token may come as one of the protocols,
  /// beside one that is meant.
  private static Optional<String> webSocketToken(Map<String, List<String>> headers) {
    String upgrade = headers.getOrDefault("upgrade", List.of("")).getFirst();
    if (!upgrade.toLowerCase(Locale.ROOT).equals("websocket")) {
      return Optional.empty();
    }
    List<String> found = new ArrayList<>();
    boolean hasOthers = false;
    for (String header : headers.getOrDefault("sec-websocket-protocol", List.of())) {
      for (String protocol : header.split(",", -1)) {
        if (protocol.strip().startsWith(IN_WEBSOCKET_PROTOCOL)) {
          found.add(protocol.strip().substring(IN_WEBSOCKET_PROTOCOL.length()));
        } else {
          hasOthers = true;
        }
      }
    }
    if (found.isEmpty()) {
      return Optional.empty();
    }
    if (found.size() > 1 || !hasOthers) {
      throw ApiError.unauthorized();
    }
    try {
      byte[] token = Base64.getUrlDecoder().decode(found.getFirst());
      return Optional.of(new String(token, StandardCharsets.UTF_8));
    } catch (IllegalArgumentException e) {
      throw ApiError.unauthorized();
    }
  }

  /// The user with the group of all authenticated users.
  static UserInfo authenticated(UserInfo user) {
    if (user.groups().contains(UserInfo.AUTHENTICATED_GROUP)
        || user.groups().contains(UserInfo.UNAUTHENTICATED_GROUP)) {
      return user;
    }
    List<String> groups = new ArrayList<>(user.groups());
    groups.add(UserInfo.AUTHENTICATED_GROUP);
    return new UserInfo(user.name(), user.uid(), groups, user.extra());
  }
}
