package dev.drover.controlplane;

import dev.drover.certificates.CertificateAuthority;
import dev.drover.certificates.Identities;
import dev.drover.certificates.Pem;
import dev.drover.certificates.User;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.time.InstantSource;
import java.util.List;
import java.util.stream.Stream;

/// The users of one control plane, and the files in which kube-apiserver finds them.
final class Accounts {
  private final Identities identities;
  private final List<User> users;

  Accounts(List<ControlPlane.Account> accounts, InstantSource clock) {
    this.identities = new Identities(clock, List.of(InetAddress.ofLiteral(Startup.HOST)));
    this.users =
        accounts.stream().map(a -> identities.newUserWithToken(a.name(), a.groups())).toList();
  }

  String serverCaPem() {
    return identities.serverCaPem();
  }

  User admin() {
    return identities.admin();
  }

  User user(String name) {
    return users.stream()
        .filter(user -> user.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("the options name no account " + name));
  }

  User newUser(String name, List<String> groups) {
    return identities.newUser(name, groups);
  }

  /// Writes the files for kube-apiserver and returns the flags that name them.
  List<String> writeTo(Path folder) throws IOException {
    Files.writeString(folder.resolve("server.crt"), identities.server().certificatePem());
    Files.writeString(folder.resolve("server.key"), identities.server().keyPem());
    Files.writeString(folder.resolve("client-ca.crt"), identities.clientCaPem());
    Files.write(
        folder.resolve("tokens.csv"),
        Stream.concat(Stream.of(admin()), users.stream()).map(Accounts::tokenLine).toList());
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
