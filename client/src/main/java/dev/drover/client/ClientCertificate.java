package dev.drover.client;

import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;

/// A certificate of a client with its key, for TLS.
///
/// It is shown to every server that asks for one, whichever CAs that server names: the JDK's own
/// key manager would silently show none, and the user would be anonymous.
final class ClientCertificate extends X509ExtendedKeyManager {
  private static final String ALIAS = "client";

  private final X509Certificate[] chain;
  private final PrivateKey key;

  private ClientCertificate(X509Certificate[] chain, PrivateKey key) {
    this.chain = chain;
    this.key = key;
  }

  /// @param certificatePem the certificate, then those between it and the CA
  /// @throws IllegalArgumentException whose message follows the place
  static ClientCertificate of(byte[] certificatePem, String place, byte[] keyPem, String keyPlace) {
    TlsCertificate pair = TlsCertificate.of(certificatePem, place, keyPem, keyPlace);
    return new ClientCertificate(pair.chain().toArray(X509Certificate[]::new), pair.key());
  }

  X509Certificate leaf() {
    return chain[0];
  }

  @Override
  public @Nullable String chooseClientAlias(
      String[] keyTypes, Principal @Nullable [] issuers, @Nullable Socket socket) {
    return Arrays.asList(keyTypes).contains(key.getAlgorithm()) ? ALIAS : null;
  }

  @Override
  public @Nullable String chooseEngineClientAlias(
      String[] keyTypes, Principal @Nullable [] issuers, @Nullable SSLEngine engine) {
    return chooseClientAlias(keyTypes, issuers, null);
  }

  @Override
  public String @Nullable [] getClientAliases(String keyType, Principal @Nullable [] issuers) {
    return keyType.equals(key.getAlgorithm()) ? new String[] {ALIAS} : null;
  }

  @Override
  public X509Certificate[] getCertificateChain(String alias) {
    return chain.clone();
  }

  @Override
  public PrivateKey getPrivateKey(String alias) {
    return key;
  }

  @Override
  public String @Nullable [] getServerAliases(String keyType, Principal @Nullable [] issuers) {
    return null;
  }

  @Override
  public @Nullable String chooseServerAlias(
      String keyType, Principal @Nullable [] issuers, @Nullable Socket socket) {
    return null;
  }
}
