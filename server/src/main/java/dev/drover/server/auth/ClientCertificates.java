package dev.drover.server.auth;

import dev.drover.certificates.SubjectName;
import dev.drover.server.core.ApiError;
import dev.drover.server.core.UserInfo;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.cert.CertPathValidator;
import java.security.cert.CertificateFactory;
import java.security.cert.PKIXParameters;
import java.security.cert.TrustAnchor;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Date;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// Authenticates users by client certificates of some authorities: the common name is the user,
/// each organization a group. Safe for any number of threads.
///
/// In Go: `x509.Authenticator` with `CommonNameUserConversion`.
final class ClientCertificates {
  static final String CREDENTIAL_ID = "authentication.kubernetes.io/credential-id";

  private static final String FOR_CLIENTS = "1.3.6.1.5.5.7.3.2";
  private static final String FOR_ANYTHING = "2.5.29.37.0";

  private final List<X509Certificate> authorities;
  private final InstantSource clock;

  // To verify a signature takes longer than most requests, and each comes with the same few
  // certificates. Only good ones are kept.
  private final LookupCache<X509Certificate, UserInfo> known = new LookupCache<>();

  ClientCertificates(List<X509Certificate> authorities, InstantSource clock) {
    this.authorities = List.copyOf(authorities);
    this.clock = clock;
  }

  /// The user of this chain; empty if its certificate names none.
  ///
  /// @param chain the client's certificate first; not empty
  /// @throws ApiError 401 when no authority signed it, or not for this use, or for another time
  Optional<UserInfo> user(List<X509Certificate> chain) {
    X509Certificate certificate = chain.getFirst();
    Instant now = clock.instant();
    UserInfo user = known.get(certificate);
    if (user != null && !now.isAfter(certificate.getNotAfter().toInstant())) {
      return Optional.of(user);
    }
    if (!isTrusted(chain, now)) {
      throw ApiError.unauthorized();
    }
    SubjectName subject = SubjectName.of(certificate.getSubjectX500Principal());
    if (subject.commonName().isEmpty()) {
      return Optional.empty();
    }
    UserInfo found =
        new UserInfo(
            subject.commonName(),
            "",
            subject.organizations(),
            Map.of(CREDENTIAL_ID, List.of("X509SHA256=" + fingerprint(certificate))));
    known.put(certificate, found);
    return Optional.of(found);
  }

  private boolean isTrusted(List<X509Certificate> chain, Instant now) {
    try {
      PKIXParameters parameters =
          new PKIXParameters(
              authorities.stream()
                  .map(authority -> new TrustAnchor(authority, null))
                  .collect(Collectors.toSet()));
      parameters.setRevocationEnabled(false);
      parameters.setDate(Date.from(now));
      List<X509Certificate> path = chain.stream().filter(c -> !authorities.contains(c)).toList();
      var _ =
          CertPathValidator.getInstance("PKIX")
              .validate(CertificateFactory.getInstance("X.509").generateCertPath(path), parameters);
      List<String> uses = chain.getFirst().getExtendedKeyUsage();
      return uses == null || uses.contains(FOR_CLIENTS) || uses.contains(FOR_ANYTHING);
    } catch (GeneralSecurityException e) {
      return false; // the client learns no more than that, as from kube-apiserver
    }
  }

  private static String fingerprint(X509Certificate certificate) {
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(certificate.getEncoded());
      return HexFormat.of().formatHex(hash);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("hash a certificate", e);
    }
  }
}
