package dev.drover.server;

import dev.drover.certificates.Identities;
import dev.drover.certificates.Tls;
import dev.drover.certificates.User;
import dev.drover.server.auth.StaticTokens;
import dev.drover.server.core.UserInfo;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLContext;

/// The users and certificates of one server.
final class ServerAccounts {
  private final Identities identities;
  private final StaticTokens tokens = new StaticTokens();

  ServerAccounts(EmbeddedApiServer.Options options) throws IOException {
    this.identities = new Identities(options.clock(), addresses(options.bindAddress()));
    remember(identities.admin());
    for (EmbeddedApiServer.Account account : options.accounts()) {
      tokens.add(account.token(), UserInfo.of(account.name(), account.groups()));
    }
    for (Path file : options.tokenFiles()) {
      addTokens(file);
    }
  }

  private void addTokens(Path file) throws IOException {
    try {
      tokens.addCsv(Files.readString(file));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("token file " + file + ": " + e.getMessage(), e);
    } catch (IOException e) {
      throw new IOException("cannot read the token file " + file + ": " + e, e);
    }
  }

  private static List<InetAddress> addresses(InetAddress bindAddress) {
    List<InetAddress> addresses = new ArrayList<>();
    addresses.add(InetAddress.ofLiteral("127.0.0.1"));
    addresses.add(InetAddress.ofLiteral("::1"));
    addresses.add(InetAddress.ofLiteral("10.0.0.1")); // the service in front of the server
    if (!addresses.contains(bindAddress)) {
      addresses.add(bindAddress);
    }
    return addresses;
  }

  private User remember(User user) {
    String token = user.token().orElseThrow();
    tokens.add(token, UserInfo.of(user.name(), user.groups()));
    return user;
  }

  String caPem() {
    return identities.serverCaPem();
  }

  String clientCaPem() {
    return identities.clientCaPem();
  }

  StaticTokens tokens() {
    return tokens;
  }

  User admin() {
    return identities.admin();
  }

  User add(String name, List<String> groups) {
    return remember(identities.newUserWithToken(name, groups));
  }

  /// TLS with a certificate for the names by which the server is reached.
  SSLContext tls() {
    return Tls.forServer(identities.server(), identities.clientCaPem());
  }
}
