package dev.drover.server.auth;

import dev.drover.api.text.GoText;
import dev.drover.schema.TreeNode;
import dev.drover.server.core.UserInfo;
import dev.drover.server.strategy.StoredObjects;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Issues and verifies the tokens of service accounts.
///
/// A token is good as long as its time has not run out and its service account, and the object that
/// it is bound to, are still the ones it was made for. Safe for any number of threads.
///
/// In Go: package `pkg/serviceaccount`.
final class ServiceAccountTokens {
  static final String ISSUER = "https://kubernetes.default.svc";

  /// The audiences of the API server itself.
  static final List<String> API_AUDIENCES = List.of(ISSUER);

  private static final Duration LEEWAY = Duration.ofMinutes(1);
  private static final String KUBERNETES = "kubernetes.io";
  private static final String EXTRA = "authentication.kubernetes.io/";

  private final SigningKey key;
  private final Supplier<StoredObjects> stored;
  private final InstantSource clock;
  private final LookupCache<String, Jwt> verified = new LookupCache<>();

  ServiceAccountTokens(SigningKey key, Supplier<StoredObjects> stored, InstantSource clock) {
    this.key = key;
    this.stored = stored;
    this.clock = clock;
  }

  /// What a token is made for.
  ///
  /// @param bound the objects that it is bound to, by what the claims call them: `pod`, `secret`,
  ///   `node`
  /// @param warnAfter the seconds after which its use is worth a warning
  record Order(
      ServiceAccountName account,
      String uid,
      Map<String, ObjectRef> bound,
      List<String> audiences,
      long seconds,
      OptionalLong warnAfter) {}

  /// An object and which of its lives.
  record ObjectRef(String name, String uid) {
    Map<String, Object> tree() {
      return uid.isEmpty() ? Map.of("name", name) : Map.of("name", name, "uid", uid);
    }

    static ObjectRef of(TreeNode ref) {
      return new ObjectRef(ref.text("name"), ref.text("uid"));
    }
  }

  String issue(Order order) {
    long now = clock.instant().getEpochSecond();
    Map<String, @Nullable Object> kubernetes = new TreeMap<>();
    kubernetes.put("namespace", order.account.namespace());
    kubernetes.put("serviceaccount", new ObjectRef(order.account.name(), order.uid).tree());
    order.bound.forEach((what, ref) -> kubernetes.put(what, ref.tree()));
    order.warnAfter.ifPresent(seconds -> kubernetes.put("warnafter", now + seconds));
    Map<String, @Nullable Object> claims = new TreeMap<>();
    claims.put("aud", order.audiences);
    claims.put("exp", now + order.seconds);
    claims.put("iat", now);
    claims.put("iss", ISSUER);
    claims.put("jti", UUID.randomUUID().toString());
    claims.put(KUBERNETES, kubernetes);
    claims.put("nbf", now);
    claims.put("sub", order.account.username());
    return Jwt.sign(key.id(), key.keys().getPrivate(), claims);
  }

  /// Looks at a token.
  ///
  /// @param wanted the audiences of which it must be for one
  TokenResult check(String token, List<String> wanted) {
    Jwt known = verified.get(token);
    if (known != null) {
      return check(known, wanted);
    }
    Optional<Jwt> jwt = Jwt.parse(token).filter(t -> t.claims().text("iss").equals(ISSUER));
    if (jwt.isEmpty()) {
      return new TokenResult.Unknown();
    }
    String keyId = jwt.get().header().text("kid");
    if (!keyId.isEmpty() && !keyId.equals(key.id())) {
      return new TokenResult.Bad("invalid signature, no keys found");
    }
    if (!jwt.get().isSignedBy(key.keys().getPublic())) {
      return new TokenResult.Bad("go-jose/go-jose: error in cryptographic primitive");
    }
    verified.put(token, jwt.get());
    return check(jwt.get(), wanted);
  }

  private TokenResult check(Jwt jwt, List<String> wanted) {
    List<String> own = jwt.claims().texts("aud");
    List<String> audiences = own.stream().filter(wanted::contains).toList();
    if (audiences.isEmpty()) {
      return new TokenResult.Bad(
          "token audiences %s is invalid for the target audiences %s"
              .formatted(GoText.quote(own), GoText.quote(wanted)));
    }
    Claims claims = Claims.of(jwt.claims());
    return problem(jwt.claims(), claims)
        .<TokenResult>map(TokenResult.Bad::new)
        .orElseGet(() -> new TokenResult.Good(claims.user(), audiences));
  }

  private Optional<String> problem(TreeNode claims, Claims parsed) {
    Instant now = clock.instant();
    if (now.minus(LEEWAY).isAfter(time(claims, "exp"))) {
      return Optional.of("service account token has expired");
    }
    if (now.plus(LEEWAY).isBefore(time(claims, "nbf"))) {
      return Optional.of("service account token is not valid yet");
    }
    StoredObjects objects = stored.get();
    Optional<TreeNode> account =
        metadata(objects, "/serviceaccounts", parsed.namespace, parsed.account.name);
    if (account.isEmpty()) {
      return Optional.of("serviceaccounts \"" + parsed.account.name + "\" not found");
    }
    String uid = account.get().text("uid");
    if (!uid.equals(parsed.account.uid)) {
      return Optional.of(
          "service account UID (%s) does not match claim (%s)".formatted(uid, parsed.account.uid));
    }
    if (isGone(account.get(), now)) {
      return Optional.of(
          "service account %s/%s has been deleted"
              .formatted(parsed.namespace, parsed.account.name));
    }
    return bindingProblem(objects, parsed, "secret", "/secrets", parsed.namespace, now)
        .or(() -> bindingProblem(objects, parsed, "pod", "/pods", parsed.namespace, now))
        .or(
            () ->
                parsed.bound.containsKey("pod") // then the node is only told, not a condition
                    ? Optional.empty()
                    : bindingProblem(objects, parsed, "node", "/nodes", "", now));
  }

  private static Optional<String> bindingProblem(
      StoredObjects objects,
      Claims claims,
      String what,
      String resource,
      String namespace,
      Instant now) {
    ObjectRef ref = claims.bound.get(what);
    if (ref == null) {
      return Optional.empty();
    }
    Optional<TreeNode> metadata = metadata(objects, resource, namespace, ref.name);
    if (metadata.isEmpty()) {
      return Optional.of("service account token has been invalidated");
    }
    String uid = metadata.get().text("uid");
    if (!uid.equals(ref.uid)) {
      return Optional.of(
          "%s UID (%s) does not match service account %s ref claim (%s)"
              .formatted(what, uid, what, ref.uid));
    }
    return isGone(metadata.get(), now)
        ? Optional.of("service account token has been invalidated")
        : Optional.empty();
  }

  private static Optional<TreeNode> metadata(
      StoredObjects objects, String resource, String namespace, String name) {
    return objects.get(resource, namespace, name).map(tree -> TreeNode.view(tree).at("metadata"));
  }

  /// Objects that are only waiting for their finalizers count for a minute more.
  private static boolean isGone(TreeNode metadata, Instant now) {
    String deletion = metadata.text("deletionTimestamp");
    return !deletion.isEmpty() && Instant.parse(deletion).isBefore(now.minus(LEEWAY));
  }

  private static Instant time(TreeNode claims, String name) {
    return Instant.ofEpochSecond(claims.number(name, 0));
  }

  /// What the claims of a token say.
  private record Claims(
      String namespace, ObjectRef account, Map<String, ObjectRef> bound, String id) {
    static Claims of(TreeNode claims) {
      TreeNode own = claims.at(KUBERNETES);
      Map<String, ObjectRef> bound = new HashMap<>();
      for (String what : List.of("pod", "secret", "node")) {
        own.child(what).ifPresent(ref -> bound.put(what, ObjectRef.of(ref)));
      }
      return new Claims(
          own.text("namespace"), ObjectRef.of(own.at("serviceaccount")), bound, claims.text("jti"));
    }

    UserInfo user() {
      Map<String, List<String>> extra = new TreeMap<>();
      if (!id.isEmpty()) {
        extra.put(ClientCertificates.CREDENTIAL_ID, List.of("JTI=" + id));
      }
      for (String what : List.of("pod", "node")) {
        ObjectRef ref = bound.get(what);
        if (ref != null) {
          extra.put(EXTRA + what + "-name", List.of(ref.name));
          extra.put(EXTRA + what + "-uid", List.of(ref.uid));
        }
      }
      ServiceAccountName name = new ServiceAccountName(namespace, account.name);
      return new UserInfo(name.username(), account.uid, name.groups(), extra);
    }
  }
}
