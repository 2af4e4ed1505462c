package dev.drover.server;

import dev.drover.certificates.CertificateAuthority;
import dev.drover.certificates.Credential;
import dev.drover.certificates.Tls;
import dev.drover.certificates.User;
import dev.drover.server.auth.Authenticator;
import dev.drover.server.auth.StaticTokens;
import dev.drover.server.core.UserInfo;
import java.net.InetAddress;
import java.security.GeneralSecurityException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import javax.net.ssl.SSLContext;

/// Who is known to one server, and how the server is known to them.
final class Identities {
  private final CertificateAuthority authority;
  private final StaticTokens tokens = new StaticTokens();
  private final InstantSource clock;
  private final User admin;

  Identities(List<EmbeddedApiServer.Account> accounts, InstantSource clock) {
    this.authority = new CertificateAuthority("drover", clock);
    this.clock = clock;
    this.admin = add("admin", List.of(UserInfo.MASTERS_GROUP));
    for (EmbeddedApiServer.Account account : accounts) {
      tokens.add(account.token(), UserInfo.of(account.name(), account.groups()));
    }
  }

  String caPem() {
    return authority.certificatePem();
  }

  User admin() {
    return admin;
  }

  User add(String name, List<String> groups) {
    String token = UUID.randomUUID().toString();
    tokens.add(token, UserInfo.of(name, groups));
    Credential credential = authority.forUser(name, groups);
    return new User(
        name, groups, credential.certificatePem(), credential.keyPem(), Optional.of(token));
  }

  Authenticator authenticator() {
    try {
      return new Authenticator(Tls.certificate(caPem()), tokens, clock);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("read the authority's own certificate", e);
    }
  }

  /// TLS with a certificate for the names by which the server is reached.
  SSLContext tls(InetAddress bindAddress) {
    List<InetAddress> addresses = new ArrayList<>();
    addresses.add(InetAddress.getLoopbackAddress());
    addresses.add(InetAddress.ofLiteral("::1"));
    if (!addresses.contains(bindAddress)) {
      addresses.add(bindAddress);
    }
    List<String> names =
        List.of(
            "localhost",
            "kubernetes",
            "kubernetes.default",
            "kubernetes.default.svc",
            "kubernetes.default.svc.cluster.local");
    return Tls.forServer(authority.forServer(names, addresses), caPem());
  }
}
