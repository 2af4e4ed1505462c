package dev.drover.client;

import java.net.URI;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import org.jspecify.annotations.Nullable;

/// Makes the TLS context of a configuration, and makes it again when a CA or a client certificate
/// changed.
///
/// Files are looked at on use, at most once a second and by one thread; the others go on with what
/// they have. Thread safe.
final class TlsSettings {
  private static final Duration LOOK_AGAIN = Duration.ofSeconds(1);

  private final Trust trust;
  private final String serverName;
  private final String source;
  private final TimeSource clock;
  private final @Nullable ExecPlugin plugin;

  private final ReentrantLock lock = new ReentrantLock(); // guards the two and writes of `state`
  private final @Nullable ReloadingValue<TrustManager> authorities;
  private final @Nullable ReloadingValue<ClientCertificate> certificate;
  private final boolean hasFiles;
  private volatile @Nullable State state;

  /// What was made, and of what.
  ///
  /// @param looked when the files were read, by [TimeSource#nanoTime]
  private record State(
      SSLContext context,
      long generation,
      @Nullable TrustManager trusted,
      @Nullable ClientCertificate shown,
      long looked) {

    boolean isMadeOf(@Nullable TrustManager nowTrusted, @Nullable ClientCertificate nowShown) {
      return trusted == nowTrusted && shown == nowShown;
    }
  }

  TlsSettings(
      URI server,
      Trust trust,
      Identity identity,
      @Nullable ExecPlugin plugin,
      String source,
      TimeSource clock) {
    this.trust = trust;
    this.serverName =
        trust.serverName() != null ? trust.serverName() : ServerAddress.bareHost(server);
    this.plugin = plugin;
    this.source = source;
    this.clock = clock;
    this.authorities = authorities(trust, serverName, source);
    this.certificate = certificate(identity, source);
    this.hasFiles =
        authorities != null && authorities.hasFiles()
            || certificate != null && certificate.hasFiles();
  }

  private static @Nullable ReloadingValue<TrustManager> authorities(
      Trust trust, String serverName, String source) {
    PemSource authority = trust.authority();
    if (authority == null) {
      return null;
    }
    String place = authority.describe();
    return new ReloadingValue<>(
        List.of(authority),
        content -> {
          try {
            return TrustManagers.ofAuthorities(content.getFirst(), serverName);
          } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(place + ": " + e.getMessage(), e);
          }
        },
        "the certificate authority of " + source);
  }

  private static @Nullable ReloadingValue<ClientCertificate> certificate(
      Identity identity, String source) {
    PemSource shown = identity.certificate();
    PemSource key = identity.key();
    if (shown == null || key == null) {
      return null;
    }
    return new ReloadingValue<>(
        List.of(shown, key),
        content ->
            ClientCertificate.of(
                content.getFirst(), shown.describe(), content.getLast(), key.describe()),
        "the client certificate of " + source);
  }

  /// The current context.
  ///
  /// @throws ConfigException when there is none, because a file or a program is at fault
  SSLContext context() {
    return current().context;
  }

  /// Grows when the context changes: connections of an older generation are not used again. Looks
  /// for changes as [#context] does.
  long generation() {
    return current().generation;
  }

  private State current() {
    ClientCertificate given = plugin == null ? null : plugin.current().certificate();
    State known = state;
    if (known != null && !isStale(known, given)) {
      return known;
    }
    if (known == null) {
      lock.lock();
    } else if (!lock.tryLock()) {
      return known;
    }
    try {
      State latest = state;
      if (latest == null || isStale(latest, given)) {
        latest = renewed(latest, given);
        state = latest;
      }
      return latest;
    } finally {
      lock.unlock();
    }
  }

  private boolean isStale(State known, @Nullable ClientCertificate given) {
    if (plugin != null && known.shown != given) {
      return true;
    }
    return hasFiles && clock.nanoTime() - known.looked >= LOOK_AGAIN.toNanos();
  }

  private State renewed(@Nullable State old, @Nullable ClientCertificate given) {
    long now = clock.nanoTime();
    TrustManager trusted = trusted(old);
    ClientCertificate shown = certificate != null ? certificate.get() : given;
    if (old != null && old.isMadeOf(trusted, shown)) {
      return new State(old.context, old.generation, trusted, shown, now);
    }
    return new State(
        make(trusted, shown), old == null ? 1 : old.generation + 1, trusted, shown, now);
  }

  private @Nullable TrustManager trusted(@Nullable State old) {
    if (authorities != null) {
      return authorities.get();
    }
    if (trust.insecure()) {
      return old != null ? old.trusted : new TrustManagers.TrustAll();
    }
    return null; // the JDK's
  }

  private SSLContext make(@Nullable TrustManager trusted, @Nullable ClientCertificate shown) {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(
          shown == null ? null : new KeyManager[] {shown},
          trusted == null ? null : new TrustManager[] {trusted},
          null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new ConfigException("cannot set up TLS for " + source, e);
    }
  }

  /// The name to ask for and to find in the server's certificate.
  String serverName() {
    return serverName;
  }

  /// Whether the server's certificate must have that name.
  boolean verifiesHostname() {
    return !trust.insecure();
  }

  /// Whether the JDK has to check the name: below a public CA, see [ServerNames].
  boolean leavesHostnameToJdk() {
    return verifiesHostname() && authorities == null;
  }

  /// What is trusted, for errors about servers that are not.
  String describeTrust() {
    PemSource authority = trust.authority();
    if (authority != null) {
      return "the CA of " + authority.describe();
    }
    return trust.insecure() ? "every server (insecure-skip-tls-verify)" : "the JDK's trust store";
  }
}
