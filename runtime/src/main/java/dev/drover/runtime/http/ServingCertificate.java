package dev.drover.runtime.http;

import dev.drover.client.TimeSource;
import dev.drover.client.TlsCertificate;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.PKIXBuilderParameters;
import java.security.cert.TrustAnchor;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import javax.net.ssl.CertPathTrustManagerParameters;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The certificate of a server, which may change while it runs.
///
/// It is read on use, at most once a second and by one thread; the others go on with the last one.
/// A certificate that cannot be read, such as one that is half written, leaves the last one in use.
/// Open connections keep theirs. Thread safe.
///
/// In Go: `certwatcher.CertWatcher`.
public final class ServingCertificate extends X509ExtendedKeyManager {
  private static final Logger LOG = LoggerFactory.getLogger(ServingCertificate.class);
  private static final long READ_AGAIN = Duration.ofSeconds(1).toNanos();

  private final Supplier<TlsCertificate> source;
  private final TimeSource time;
  private final Listener listener;
  private final ReentrantLock lock = new ReentrantLock(); // guards the source and the complaint
  private String complaint = ""; // the last one that was logged
  private volatile State state;

  /// Receives the outcome of each read.
  @FunctionalInterface
  public interface Listener {
    /// The certificate was read.
    ///
    /// @param failed whether it could not be used
    void read(boolean failed);
  }

  /// The certificate in use and the one before: a handshake ends with the one that it began with.
  private record State(Named current, Named previous, long readAt) {}

  /// @param alias the name in the JDK's TLS: the number of the certificate
  private record Named(String alias, TlsCertificate certificate) {
    Named next(TlsCertificate newer) {
      return new Named(Long.toString(Long.parseLong(alias) + 1), newer);
    }
  }

  /// Reads the certificate for the first time.
  ///
  /// @throws dev.drover.client.ConfigException if there is none
  public ServingCertificate(Supplier<TlsCertificate> source, TimeSource time, Listener listener) {
    this.source = source;
    this.time = time;
    this.listener = listener;
    Named first = new Named("0", read());
    this.state = new State(first, first, time.nanoTime());
  }

  private TlsCertificate read() {
    boolean failed = true;
    try {
      TlsCertificate found = source.get();
      failed = false;
      return found;
    } finally {
      listener.read(failed);
    }
  }

  /// TLS with this certificate.
  ///
  /// @param authorities whose certificates clients must have; empty = clients need none
  public HttpListener.Tls tls(Collection<X509Certificate> authorities)
      throws GeneralSecurityException {
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(
        new KeyManager[] {this}, authorities.isEmpty() ? null : trusting(authorities), null);
    return new HttpListener.Tls(context, !authorities.isEmpty());
  }

  private static TrustManager[] trusting(Collection<X509Certificate> authorities)
      throws GeneralSecurityException {
    Set<TrustAnchor> anchors = new LinkedHashSet<>();
    authorities.forEach(authority -> anchors.add(new TrustAnchor(authority, null)));
    PKIXBuilderParameters parameters = new PKIXBuilderParameters(anchors, null);
    parameters.setRevocationEnabled(false); // as in Kubernetes: clusters publish no revocations
    TrustManagerFactory factory = TrustManagerFactory.getInstance("PKIX");
    factory.init(new CertPathTrustManagerParameters(parameters));
    return factory.getTrustManagers();
  }

  private Named current() {
    State known = state;
    if (time.nanoTime() - known.readAt < READ_AGAIN || !lock.tryLock()) {
      return known.current;
    }
    try {
      known = state;
      TlsCertificate found = readOr(known.current.certificate);
      boolean isSame = found == known.current.certificate;
      Named next = isSame ? known.current : known.current.next(found);
      state = new State(next, isSame ? known.previous : known.current, time.nanoTime());
      return next;
    } finally {
      lock.unlock();
    }
  }

  private TlsCertificate readOr(TlsCertificate last) {
    try {
      TlsCertificate found = read();
      if (found != last) {
        LOG.info("serving certificate: using {}", found);
      }
      complaint = "";
      return found;
    } catch (RuntimeException e) {
      String problem = String.valueOf(e.getMessage());
      if (!problem.equals(complaint)) {
        complaint = problem;
        LOG.warn("serving certificate: cannot read it, using the previous one: {}", problem);
      }
      return last;
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
    return null; // a server only
  }

  @Override
  public @Nullable String chooseClientAlias(
      String[] keyTypes, Principal @Nullable [] issuers, @Nullable Socket socket) {
    return null;
  }
}
