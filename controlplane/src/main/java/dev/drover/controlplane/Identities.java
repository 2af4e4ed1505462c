package dev.drover.controlplane;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Who is who in one control plane: its two authorities, the server's certificate, the users and
/// the key of service account tokens.
///
/// The server's authority and the clients' are different ones, so that a test which mixes them up
/// fails.
final class Identities {
  private static final List<String> SERVER_NAMES =
      List.of("localhost", "kubernetes", "kubernetes.default", "kubernetes.default.svc");

  private final CertificateAuthority clientAuthority;
  private final String serverCaPem;
  private final Credential server;
  private final User admin;
  private final List<User> users;

  Identities(List<ControlPlane.Account> accounts, Instant now) {
    var serverAuthority = new CertificateAuthority("drover-server-ca", now);
    this.clientAuthority = new CertificateAuthority("drover-client-ca", now);
    this.serverCaPem = serverAuthority.certificatePem();
    this.server =
        serverAuthority.forServer(SERVER_NAMES, List.of(InetAddress.ofLiteral(Startup.HOST)));
    this.admin = newUserWithToken("admin", List.of("system:masters"));
    this.users = accounts.stream().map(a -> newUserWithToken(a.name(), a.groups())).toList();
  }

  String serverCaPem() {
    return serverCaPem;
  }

  User admin() {
    return admin;
  }

  User user(String name) {
    return users.stream()
        .filter(user -> user.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("the options name no account " + name));
  }

  User newUser(String name, List<String> groups) {
    return newUser(name, groups, Optional.empty());
  }

  private User newUserWithToken(String name, List<String> groups) {
    var token = new byte[16];
    new SecureRandom().nextBytes(token);
    return newUser(name, groups, Optional.of(HexFormat.of().formatHex(token)));
  }

  private User newUser(String name, List<String> groups, Optional<String> token) {
    Credential credential = clientAuthority.forUser(name, groups);
    return new User(name, groups, credential.certificatePem(), credential.keyPem(), token);
  }

  /// Writes what kube-apiserver reads and returns the flags that say so.
  List<String> writeTo(Path folder) throws IOException {
    Files.writeString(folder.resolve("server.crt"), server.certificatePem());
    Files.writeString(folder.resolve("server.key"), server.keyPem());
    Files.writeString(folder.resolve("client-ca.crt"), clientAuthority.certificatePem());
    Files.write(
        folder.resolve("tokens.csv"),
        Stream.concat(Stream.of(admin), users.stream()).map(Identities::tokenLine).toList());
    KeyPair serviceAccounts = CertificateAuthority.newKeys();
    Files.writeString(
        folder.resolve("service-accounts.key"),
        Pem.encode("PRIVATE KEY", serviceAccounts.getPrivate().getEncoded()));
    Files.writeString(
        folder.resolve("service-accounts.pub"),
        Pem.encode("PUBLIC KEY", serviceAccounts.getPublic().getEncoded()));
    return List.of(
        "--tls-cert-file=server.crt",
        "--tls-private-key-file=server.key",
        "--client-ca-file=client-ca.crt",
        "--token-auth-file=tokens.csv",
        "--service-account-issuer=https://kubernetes.default.svc",
        "--service-account-signing-key-file=service-accounts.key",
        "--service-account-key-file=service-accounts.pub");
  }

  /// token, user, uid, groups; quoted as CSV, since group names may hold anything.
  private static String tokenLine(User user) {
    return Stream.of(
            user.token().orElseThrow(), user.name(), user.name(), String.join(",", user.groups()))
        .map(value -> '"' + value.replace("\"", "\"\"") + '"')
        .reduce((left, right) -> left + ',' + right)
        .orElseThrow();
  }
}
