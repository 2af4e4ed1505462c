package dev.drover.server;

import dev.drover.certificates.CertificateAuthority;
import dev.drover.certificates.Credential;
import dev.drover.certificates.Identities;
import dev.drover.certificates.Tls;
import dev.drover.certificates.User;
import dev.drover.server.auth.StaticTokens;
import dev.drover.server.core.UserInfo;
import dev.drover.server.storage.disk.IdentityFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/// The users, certificates and keys of one server.
final class ServerAccounts {
  private final Identities identities;
  private final StaticTokens tokens = new StaticTokens();
  private final KeyPair signingKeys;
  private final Credential serving;
  private final String caPem;
  private final String clientCaPem;
  private final @Nullable IdentityFiles files; // null if nothing is kept

  /// @param files where keys and tokens are kept; null to make new ones for each server
  ServerAccounts(EmbeddedApiServer.Options options, @Nullable IdentityFiles files)
      throws IOException {
    this.files = files;
    List<InetAddress> addresses = addresses(options.bindAddress());
    CertificateFiles given = options.certificateFiles();
    KeyPair givenKeys = CertificateFileReader.signingKeys(given).orElse(null);
    Optional<Credential> givenServing = CertificateFileReader.serving(given);
    if (files == null) {
      this.signingKeys = givenKeys != null ? givenKeys : CertificateAuthority.newKeys();
      this.identities = new Identities(options.clock(), addresses);
    } else {
      this.signingKeys = givenKeys != null ? givenKeys : files.signingKeys();
      tokens.addCsv(files.tokens());
      this.identities =
          new Identities(
              files.authority(Identities.SERVER_AUTHORITY, options.clock()),
              files.authority(Identities.CLIENT_AUTHORITY, options.clock()),
              addresses,
              tokens.tokenOf(Identities.ADMIN));
    }
    this.serving = givenServing.orElse(identities.server());
    this.caPem = givenServing.map(Credential::certificatePem).orElse(identities.serverCaPem());
    this.clientCaPem = identities.clientCaPem() + CertificateFileReader.clientAuthorities(given);
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

  private User remember(User user) throws IOException {
    String token = user.token().orElseThrow();
    if (files != null && !tokens.contains(token)) {
      files.addToken(token, user.name(), user.groups());
    }
    tokens.add(token, UserInfo.of(user.name(), user.groups()));
    return user;
  }

  KeyPair signingKeys() {
    return signingKeys;
  }

  String caPem() {
    return caPem;
  }

  String clientCaPem() {
    return clientCaPem;
  }

  StaticTokens tokens() {
    return tokens;
  }

  User admin() {
    return identities.admin();
  }

  User add(String name, List<String> groups) {
    try {
      return remember(identities.newUserWithToken(name, groups));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot keep the token of user " + name, e);
    }
  }

  /// TLS with a certificate for the names by which the server is reached.
  SSLContext tls() {
    return Tls.forServer(serving, clientCaPem);
  }
}
