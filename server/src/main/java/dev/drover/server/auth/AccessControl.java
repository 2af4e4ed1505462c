package dev.drover.server.auth;

import dev.drover.certificates.Tls;
import dev.drover.server.core.AdmissionPlugin;
import dev.drover.server.core.Endpoint;
import dev.drover.server.core.Subresources;
import dev.drover.server.strategy.StoredObjects;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/// Authentication, impersonation and authorization of one server.
///
/// ```java
/// var access = new AccessControl(identities.clientCaPem(), tokens, store::objects, clock);
/// UserInfo caller = access.authenticator().authenticate(headers, chain);
/// UserInfo user = access.impersonation().impersonated(caller, info, headers);
/// access.authorizer().require(user, info);
/// ```
///
/// Safe for any number of threads.
public final class AccessControl {
  private static final String AUTHENTICATION = "authentication.k8s.io/";
  private static final String AUTHORIZATION = "authorization.k8s.io/";

  private final Supplier<StoredObjects> stored;
  private final InstantSource clock;
  private final SigningKey key;
  private final ServiceAccountTokens serviceAccounts;
  private final BearerTokens tokens;
  private final Authenticator authenticator;
  private final Authorizer authorizer;
  private final Impersonation impersonation;

  /// Access to one server.
  ///
  /// @param clientCaPem the authorities that sign the certificates of users
  /// @param tokens fixed tokens; further ones may be added later
  /// @param signingKeys sign the tokens of service accounts
  /// @param stored gives everything as it is at the moment
  public AccessControl(
      String clientCaPem,
      StaticTokens tokens,
      KeyPair signingKeys,
      Supplier<StoredObjects> stored,
      InstantSource clock) {
    this.key = SigningKey.of(signingKeys);
    this.stored = stored;
    this.clock = clock;
    this.serviceAccounts = new ServiceAccountTokens(key, stored, clock);
    this.tokens = new BearerTokens(tokens, serviceAccounts);
    this.authenticator = new Authenticator(certificates(clientCaPem, clock), this.tokens);
    this.authorizer = new Authorizer(stored);
    this.impersonation = new Impersonation(authorizer);
  }

  private static ClientCertificates certificates(String caPem, InstantSource clock) {
    try {
      return new ClientCertificates(Tls.certificates(caPem), clock);
    } catch (GeneralSecurityException e) {
      throw new IllegalArgumentException("the authority of users is no certificate", e);
    }
  }

  public Authenticator authenticator() {
    return authenticator;
  }

  public Authorizer authorizer() {
    return authorizer;
  }

  public Impersonation impersonation() {
    return impersonation;
  }

  /// Registers the reviews and the tokens of service accounts.
  public void register(Subresources places) {
    places
        .serve(AUTHENTICATION + "selfsubjectreviews", "", SelfReviews.subjectReview(clock))
        .serve(AUTHENTICATION + "tokenreviews", "", new TokenReviews(tokens))
        .serve(AUTHORIZATION + "selfsubjectrulesreviews", "", SelfReviews.rules(authorizer))
        .serve(AUTHORIZATION + "subjectaccessreviews", "", reviews(AccessReviews.Scope.SUBJECT))
        .serve(AUTHORIZATION + "localsubjectaccessreviews", "", reviews(AccessReviews.Scope.LOCAL))
        .serve(AUTHORIZATION + "selfsubjectaccessreviews", "", reviews(AccessReviews.Scope.SELF))
        .serve("/serviceaccounts", "token", new TokenRequests(serviceAccounts, stored, clock));
  }

  private AccessReviews reviews(AccessReviews.Scope scope) {
    return new AccessReviews(scope, authorizer);
  }

  /// The rules for writes that concern access. They come after all others.
  public List<AdmissionPlugin> admission() {
    return List.of(new CertificateAdmission(authorizer, clock), new RoleEscalation(authorizer));
  }

  /// What is served beside resources, by its path: how to verify tokens of service accounts.
  public Map<String, Endpoint> endpoints() {
    return Map.of(
        IssuerDiscovery.CONFIGURATION_PATH,
        IssuerDiscovery::configuration,
        IssuerDiscovery.KEYS_PATH,
        _ -> IssuerDiscovery.keys(key));
  }
}
