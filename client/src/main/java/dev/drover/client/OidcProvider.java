package dev.drover.client;

import dev.drover.api.DecodeException;
import dev.drover.api.Yaml;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The ID tokens of an identity provider: renewed with the refresh token before they expire or when
/// the server refuses them, and written back to the kubeconfig.
///
/// ```
///            10 s before expiry, or refused
///   usable ────────────────────────────────▶ renewing ──▶ usable
///     ▲                                          │
///     └── another program has renewed them: the kubeconfig has newer ones
/// ```
///
/// One thread renews, the others wait for it; a failure goes to all waiting threads, and the next
/// request tries again. Tokens that cannot be written back stay in use, with a warning. Thread
/// safe.
///
/// In Go: the package `plugin/pkg/client/auth/oidc` of client-go.
final class OidcProvider {
  private static final Logger LOG = LoggerFactory.getLogger(OidcProvider.class);
  private static final Duration LEEWAY = Duration.ofSeconds(10);

  private final OidcConfig config;
  private final OidcExchange exchange;
  private final TimeSource clock;
  private final ReentrantLock lock = new ReentrantLock(); // held while tokens are renewed
  private final AtomicReference<Held> held;

  /// Tokens in use.
  ///
  /// @param expires when the ID token expires; null if it is not known
  /// @param since when they came into use, by the clock
  /// @param obtained the same by [TimeSource#nanoTime]
  /// @param isRenewed whether the identity provider gave them to this program
  /// @param isRefused whether the server answered 401 to the ID token
  private record Held(
      OidcConfig.Tokens tokens,
      @Nullable Instant expires,
      Instant since,
      long obtained,
      boolean isRenewed,
      boolean isRefused) {

    Held refused() {
      return new Held(tokens, expires, since, obtained, isRenewed, true);
    }

    @Override
    public String toString() {
      return "Held[expires=" + expires + "]";
    }
  }

  OidcProvider(OidcConfig config, OidcExchange exchange, TimeSource clock) {
    this.config = config;
    this.exchange = exchange;
    this.clock = clock;
    this.held = new AtomicReference<>(held(config.tokens(), false));
  }

  /// The provider of a configuration, unless there is none or other credentials make it needless.
  static @Nullable OidcProvider forConfig(ClientConfig config) {
    Identity identity = config.identity();
    OidcConfig oidc = identity.oidc();
    return oidc == null || identity.hasToken() || identity.hasBasic()
        ? null
        : new OidcProvider(
            oidc, new OidcExchange(oidc, config.timeouts().credentials()), config.clock());
  }

  private Held held(OidcConfig.Tokens tokens, boolean isRenewed) {
    return new Held(
        tokens, expiry(tokens.id()), clock.instant(), clock.nanoTime(), isRenewed, false);
  }

  /// When a JSON Web Token expires; null if it is none, or does not say.
  static @Nullable Instant expiry(String token) {
    String[] parts = token.split("[.]", -1);
    if (parts.length != 3) {
      return null;
    }
    try {
      byte[] claims = Base64.getUrlDecoder().decode(parts[1]);
      Object seconds = Yaml.readTree(claims, "its claims").get("exp");
      return seconds instanceof Number number ? Instant.ofEpochSecond(number.longValue()) : null;
    } catch (IllegalArgumentException | DecodeException | DateTimeException e) {
      LOG.debug("identity provider: an ID token cannot be read", e);
      return null;
    }
  }

  /// @throws ConfigException when there is no usable token to be had
  String token() {
    Held known = held.get();
    if (isUsable(known)) {
      return known.tokens.id();
    }
    try {
      lock.lockInterruptibly();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ConfigException("interrupted while another thread renewed the ID token", e);
    }
    try {
      known = held.get();
      if (!isUsable(known)) {
        known = renewed(known);
        held.set(known);
      }
      return known.tokens.id();
    } finally {
      lock.unlock();
    }
  }

  private boolean isUsable(Held tokens) {
    if (!isValid(tokens)) {
      return false;
    }
    // A new token that the server refuses is not exchanged again at once: the next one would not
    // be accepted either, and the identity provider would be flooded.
    return !tokens.isRefused
        || tokens.isRenewed && age(tokens).compareTo(LEEWAY) < 0
        || tokens.tokens.refresh().isEmpty();
  }

  private boolean isValid(Held tokens) {
    Instant expires = tokens.expires;
    if (expires == null) {
      return false;
    }
    Instant last = expires.minus(LEEWAY);
    // By monotonic time too: a clock that was set back must not prolong the token.
    return clock.instant().isBefore(last) && tokens.since.plus(age(tokens)).isBefore(last);
  }

  private Duration age(Held tokens) {
    return Duration.ofNanos(clock.nanoTime() - tokens.obtained);
  }

  private Held renewed(Held old) {
    OidcConfig.Tokens stored = stored(old.tokens);
    if (!stored.equals(old.tokens)) {
      Held fresh = held(stored, false);
      if (isUsable(fresh)) {
        LOG.debug("identity provider: took the ID token that another program renewed");
        return fresh;
      }
    }
    if (stored.refresh().isEmpty()) {
      throw new ConfigException(
          config.place()
              + ": its ID token "
              + (old.expires == null ? "is missing or malformed" : "expired at " + old.expires)
              + " and there is no refresh-token; log in again");
    }
    OidcConfig.Tokens given;
    try {
      given = exchange.refresh(stored.refresh());
    } catch (ConfigException e) {
      // Another program may have used the refresh token up at the same moment.
      Held fresh = held(stored(stored), false);
      if (fresh.tokens.equals(stored) || !isUsable(fresh)) {
        throw e;
      }
      return fresh;
    }
    Held fresh = held(given, true);
    if (fresh.expires == null) {
      throw new ConfigException(
          exchange.subject() + " gave an ID token that is no JSON Web Token with an expiry");
    }
    if (!isValid(fresh)) {
      throw new ConfigException(
          exchange.subject()
              + " gave an ID token that expired at "
              + fresh.expires
              + "; compare the clocks of the two machines");
    }
    store(stored, given);
    return fresh;
  }

  /// The tokens of the kubeconfig, which another program may have renewed: a refresh token is often
  /// good for one use only.
  private OidcConfig.Tokens stored(OidcConfig.Tokens known) {
    KubeconfigUser user = config.user();
    if (user == null) {
      return known;
    }
    try {
      Map<String, String> now = user.providerConfig();
      String id = now.getOrDefault(OidcConfig.ID_TOKEN, "");
      String refresh = now.getOrDefault(OidcConfig.REFRESH_TOKEN, "");
      boolean isNewer =
          !id.equals(config.tokens().id()) || !refresh.equals(config.tokens().refresh());
      return isNewer ? new OidcConfig.Tokens(id, refresh) : known;
    } catch (IOException e) {
      LOG.debug("identity provider: cannot read {}{}", user.file(), Reasons.of(e));
      return known;
    }
  }

  private void store(OidcConfig.Tokens old, OidcConfig.Tokens given) {
    KubeconfigUser user = config.user();
    if (user == null) {
      return;
    }
    Map<String, String> changes = new LinkedHashMap<>();
    changes.put(OidcConfig.ID_TOKEN, given.id());
    if (!given.refresh().equals(old.refresh())) {
      changes.put(OidcConfig.REFRESH_TOKEN, given.refresh());
    }
    try {
      user.writeProviderConfig(changes);
    } catch (IOException e) {
      LOG.warn(
          "identity provider: cannot write the new tokens to {}{}; they are lost when this program"
              + " ends",
          user.file(),
          Reasons.of(e));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ConfigException("interrupted while the ID token was written to " + user.file(), e);
    }
  }

  /// The server refused a token that was in use at that moment; one that is newer is kept.
  void rejected(long sent) {
    Held known = held.get();
    if (known.obtained - sent <= 0) {
      held.compareAndSet(known, known.refused());
    }
  }
}
