package dev.drover.certificates;

import java.net.InetAddress;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/// The identities around one API server: its two authorities, the server's certificate, its
/// administrator and further users.
///
/// The server's authority and the clients' are different ones, so that a test which mixes them up
/// fails. Safe for any number of threads.
///
/// ```java
/// Identities identities = new Identities(InstantSource.system(), List.of(loopback));
/// SSLContext server = Tls.forServer(identities.server(), identities.clientCaPem());
/// User alice = identities.newUser("alice", List.of("developers"));
/// String kubeconfig = Kubeconfig.of(url, identities.serverCaPem(), alice);
/// ```
public final class Identities {
  private static final List<String> SERVER_NAMES =
      List.of(
          "localhost",
          "kubernetes",
          "kubernetes.default",
          "kubernetes.default.svc",
          "kubernetes.default.svc.cluster.local");
  private static final int TOKEN_BYTES = 16;
  private static final List<String> ADMIN_GROUPS = List.of("system:masters");

  /// The name of the administrator.
  public static final String ADMIN = "admin";

  /// The common name of the authority that signs the server's certificate.
  public static final String SERVER_AUTHORITY = "drover-server-ca";

  /// The common name of the authority that signs the certificates of users.
  public static final String CLIENT_AUTHORITY = "drover-client-ca";

  private final SecureRandom random = new SecureRandom();
  private final CertificateAuthority clientAuthority;
  private final String serverCaPem;
  private final Credential server;
  private final User admin;

  /// Identities of a server that is reached at these addresses and under the names that Kubernetes
  /// gives its API server.
  public Identities(InstantSource clock, List<InetAddress> serverAddresses) {
    this(
        new CertificateAuthority(SERVER_AUTHORITY, clock),
        new CertificateAuthority(CLIENT_AUTHORITY, clock),
        serverAddresses,
        Optional.empty());
  }

  /// As [#Identities(InstantSource, List)], with given authorities.
  ///
  /// @param adminToken the administrator's token; none for a new one
  public Identities(
      CertificateAuthority serverAuthority,
      CertificateAuthority clientAuthority,
      List<InetAddress> serverAddresses,
      Optional<String> adminToken) {
    this.clientAuthority = clientAuthority;
    this.serverCaPem = serverAuthority.certificatePem();
    this.server = serverAuthority.forServer(SERVER_NAMES, serverAddresses);
    this.admin = newUser(ADMIN, ADMIN_GROUPS, Optional.of(adminToken.orElseGet(this::randomToken)));
  }

  /// The authority that signed the server's certificate.
  public String serverCaPem() {
    return serverCaPem;
  }

  /// The authority that signs the users' certificates.
  public String clientCaPem() {
    return clientAuthority.certificatePem();
  }

  /// The server's certificate and key.
  public Credential server() {
    return server;
  }

  /// A member of `system:masters`, with a token.
  public User admin() {
    return admin;
  }

  /// A new user with a certificate only.
  public User newUser(String name, List<String> groups) {
    return newUser(name, groups, Optional.empty());
  }

  /// A new user with a certificate and a random token, which the server does not know yet.
  public User newUserWithToken(String name, List<String> groups) {
    return newUser(name, groups, Optional.of(randomToken()));
  }

  private String randomToken() {
    byte[] token = new byte[TOKEN_BYTES];
    random.nextBytes(token);
    return HexFormat.of().formatHex(token);
  }

  private User newUser(String name, List<String> groups, Optional<String> token) {
    Credential credential = clientAuthority.forUser(name, groups);
    return new User(name, groups, credential.certificatePem(), credential.keyPem(), token);
  }
}
