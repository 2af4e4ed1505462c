package dev.drover.runtime;

import dev.drover.client.Timekeeper;
import dev.drover.client.TlsCertificate;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;

/// The certificate of a server, which may change while it runs.
///
/// It is looked at on use, at most once a second and by one thread; the others go on with what they
/// have. Connections that are there already are not touched. Thread safe.
final class ServingCertificate extends X509ExtendedKeyManager {
  private static final long LOOK_AGAIN = Duration.ofSeconds(1).toNanos();

  private final Supplier<TlsCertificate> source;
  private final Timekeeper time;
  private final ReentrantLock lock = new ReentrantLock(); // guards the source
  private volatile State state;

  /// What is in use, and what was before: a handshake that has begun with one ends with it.
  private record State(Named current, Named previous, long looked) {}

  /// @param alias what TLS calls it: the number of the certificate
  private record Named(String alias, TlsCertificate certificate) {
    Named next(TlsCertificate newer) {
      return new Named(Long.toString(Long.parseLong(alias) + 1), newer);
    }
  }

  /// @throws dev.drover.client.ConfigException when there is none
  ServingCertificate(Supplier<TlsCertificate> source, Timekeeper time) {
    this.source = source;
    this.time = time;
    Named first = new Named("0", source.get());
    this.state = new State(first, first, time.nanoTime());
  }

  SSLContext context() throws GeneralSecurityException {
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(new KeyManager[] {this}, null, null);
    return context;
  }

  private Named current() {
    State known = state;
    if (time.nanoTime() - known.looked < LOOK_AGAIN || !lock.tryLock()) {
      return known.current;
    }
    try {
      known = state;
      TlsCertificate found = source.get();
      boolean isSame = found == known.current.certificate;
      Named next = isSame ? known.current : known.current.next(found);
      state = new State(next, isSame ? known.previous : known.current, time.nanoTime());
      return next;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public @Nullable String chooseEngineServerAlias(
      String keyType, Principal @Nullable [] issuers, @Nullable SSLEngine engine) {
    Named now = current();
    return keyType.equals(now.certificate.key().getAlgorithm()) ? now.alias : null;
  }

  @Override
  public @Nullable String chooseServerAlias(
      String keyType, Principal @Nullable [] issuers, @Nullable Socket socket) {
    return chooseEngineServerAlias(keyType, issuers, null);
  }

  private @Nullable TlsCertificate named(String alias) {
    State known = state;
    if (known.current.alias.equals(alias)) {
      return known.current.certificate;
    }
    return known.previous.alias.equals(alias) ? known.previous.certificate : null;
  }

  @Override
  public X509Certificate @Nullable [] getCertificateChain(String alias) {
    TlsCertificate found = named(alias);
    return found == null ? null : found.chain().toArray(X509Certificate[]::new);
  }

  @Override
  public @Nullable PrivateKey getPrivateKey(String alias) {
    TlsCertificate found = named(alias);
    return found == null ? null : found.key();
  }

  @Override
  public String @Nullable [] getServerAliases(String keyType, Principal @Nullable [] issuers) {
    String alias = chooseEngineServerAlias(keyType, issuers, null);
    return alias == null ? null : new String[] {alias};
  }

  @Override
  public String @Nullable [] getClientAliases(String keyType, Principal @Nullable [] issuers) {
    return null; // it is never a client
  }

  @Override
  public @Nullable String chooseClientAlias(
      String[] keyTypes, Principal @Nullable [] issuers, @Nullable Socket socket) {
    return null;
  }
}
