package dev.drover.runtime.internal;

import dev.drover.client.Client;
import dev.drover.client.KubernetesException;
import dev.drover.client.TimeSource;
import dev.drover.model.authentication.v1.TokenReview;
import dev.drover.model.authentication.v1.TokenReviewStatus;
import dev.drover.model.authentication.v1.UserInfo;
import dev.drover.model.authorization.v1.SubjectAccessReview;
import dev.drover.runtime.http.HttpRequest;
import dev.drover.runtime.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Checks whether the bearer of a token may use an endpoint, by asking the API server.
///
/// Answers are kept as in Go: users of tokens for a minute, permissions for five minutes, denials
/// for 30 seconds. Tokens that are not valid are not kept; at most 16 requests to the API server
/// are in flight, so that a flood of them does not reach it. Any number of threads.
///
/// In Go: {@index filters.WithAuthenticationAndAuthorization}.
public final class AccessReviews {
  private static final Logger LOG = LoggerFactory.getLogger(AccessReviews.class);
  private static final Duration KNOWN_USER = Duration.ofMinutes(1);
  private static final Duration ALLOWED = Duration.ofMinutes(5);
  private static final Duration DENIED = Duration.ofSeconds(30);
  private static final int IN_FLIGHT = 16;

  private final Client client;
  private final ExpiringMap<String, UserInfo> users; // by the hash of a token
  private final ExpiringMap<Permission, Boolean> permissions;
  private final Semaphore inFlight = new Semaphore(IN_FLIGHT);

  private record Permission(UserInfo user, String verb, String path) {}

  /// Checks access by requests of this client.
  public AccessReviews(Client client, TimeSource time) {
    this.client = client;
    this.users = new ExpiringMap<>(time);
    this.permissions = new ExpiringMap<>(time);
  }

  /// The response to a request that is not allowed; empty if it is.
  Optional<HttpResponse> refuse(HttpRequest request) throws InterruptedException {
    Optional<String> token = token(request);
    if (token.isEmpty()) {
      return Optional.of(unauthorized());
    }
    if (!inFlight.tryAcquire(1, TimeUnit.SECONDS)) {
      return Optional.of(HttpResponse.text(503, "too many requests are being authenticated\n"));
    }
    try {
      return check(token.get(), request);
    } catch (KubernetesException e) {
      LOG.warn(
          "health server: cannot check access to {}, denied: {}", request.path(), e.getMessage());
      return Optional.of(HttpResponse.text(500, "access could not be checked: see the log\n"));
    } finally {
      inFlight.release();
    }
  }

  private static Optional<String> token(HttpRequest request) {
    return request
        .headers()
        .first("Authorization")
        .filter(value -> value.regionMatches(true, 0, "Bearer ", 0, 7))
        .map(value -> value.substring(7).strip())
        .filter(token -> !token.isEmpty());
  }

  private static HttpResponse unauthorized() {
    return HttpResponse.text(401, "Unauthorized\n").withHeader("WWW-Authenticate", "Bearer");
  }

  private Optional<HttpResponse> check(String token, HttpRequest request) {
    Optional<UserInfo> user = user(token);
    if (user.isEmpty()) {
      return Optional.of(unauthorized());
    }
    String verb = request.method().toLowerCase(Locale.ROOT);
    if (!isAllowed(new Permission(user.get(), verb, request.path()))) {
      String name = user.get().username();
      LOG.info("health server: user {} may not {} {}", name, verb, request.path());
      return Optional.of(
          HttpResponse.text(403, "Authorization denied for user %s\n".formatted(name)));
    }
    return Optional.empty();
  }

  private Optional<UserInfo> user(String token) {
    String hash = hash(token);
    Optional<UserInfo> known = users.get(hash);
    if (known.isPresent()) {
      return known;
    }
    TokenReviewStatus status =
        client.create(TokenReview.builder().spec(s -> s.token(token)).build()).status();
    if (!status.authenticated()) {
      return Optional.empty();
    }
    users.put(hash, status.user(), KNOWN_USER);
    return Optional.of(status.user());
  }

  /// A map of hashes gives no token away.
  private static String hash(String token) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.ISO_8859_1));
      return HexFormat.of().formatHex(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // every JDK has it
    }
  }

  private boolean isAllowed(Permission asked) {
    Optional<Boolean> known = permissions.get(asked);
    if (known.isPresent()) {
      return known.get();
    }
    UserInfo user = asked.user;
    SubjectAccessReview review =
        SubjectAccessReview.builder()
            .spec(
                s ->
                    s.user(user.username())
                        .uid(user.uid())
                        .groups(user.groups())
                        .extra(user.extra())
                        .nonResourceAttributes(a -> a.verb(asked.verb).path(asked.path)))
            .build();
    boolean allowed = client.create(review).status().allowed();
    permissions.put(asked, allowed, allowed ? ALLOWED : DENIED);
    return allowed;
  }
}
