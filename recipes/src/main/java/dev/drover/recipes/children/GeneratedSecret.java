package dev.drover.recipes.children;

import dev.drover.api.Bytes;
import dev.drover.api.KubernetesObject;
import dev.drover.api.ObjectKey;
import dev.drover.client.ApiException;
import dev.drover.client.ReadWriter;
import dev.drover.model.core.v1.Secret;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// A Secret whose values are generated once, and again when they are too old.
///
/// ```java
/// var password = GeneratedSecret.named(icecream.namespace(), "password")
///     .value("password", GeneratedSecret.text(24)).rotateAfter(Duration.ofDays(30)).ownedBy(icecream);
/// var current = password.ensure(ctx.client(), ctx.clock());
/// return Result.after(current.rotatesIn().orElse(Duration.ofDays(1)));
/// ```
///
/// **Guarantees.** Values that exist are never replaced before their time, also not by two
/// processes at once; values that are missing are added; other values of the Secret stay.
///
/// In Go: {@index randomtoken.Generate}.
public final class GeneratedSecret {
  private static final String GENERATED = "recipes.drover.dev/generated-at";
  private static final String LETTERS =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
  private static final int MOST_TRIES = 5;

  private final String namespace;
  private final String name;
  private final SequencedMap<String, Supplier<Bytes>> values;
  private final Optional<Duration> life;
  private final @Nullable KubernetesObject owner;

  private GeneratedSecret(
      String namespace,
      String name,
      SequencedMap<String, Supplier<Bytes>> values,
      Optional<Duration> life,
      @Nullable KubernetesObject owner) {
    this.namespace = namespace;
    this.name = name;
    this.values = values;
    this.life = life;
    this.owner = owner;
  }

  /// The Secret of this name, without values, never rotated.
  public static GeneratedSecret named(String namespace, String name) {
    return new GeneratedSecret(namespace, name, new LinkedHashMap<>(), Optional.empty(), null);
  }

  /// A text of letters and digits, by a secure random generator.
  public static Supplier<Bytes> text(int length) {
    if (length < 1) {
      throw new IllegalArgumentException("need length >= 1, got " + length);
    }
    return () -> {
      SecureRandom random = new SecureRandom();
      StringBuilder text = new StringBuilder(length);
      for (int i = 0; i < length; i++) {
        text.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
      }
      return Bytes.ofUtf8(text.toString());
    };
  }

  /// The same with one more value.
  ///
  /// @param generate called when the value is missing, or too old
  public GeneratedSecret value(String key, Supplier<Bytes> generate) {
    SequencedMap<String, Supplier<Bytes>> more = new LinkedHashMap<>(values);
    more.put(key, generate);
    return new GeneratedSecret(namespace, name, more, life, owner);
  }

  /// The same; all values are generated again after this time.
  public GeneratedSecret rotateAfter(Duration age) {
    if (!age.isPositive()) {
      throw new IllegalArgumentException("need a positive age, got " + age);
    }
    return new GeneratedSecret(namespace, name, values, Optional.of(age), owner);
  }

  /// The same; the Secret goes with this owner.
  public GeneratedSecret ownedBy(KubernetesObject object) {
    return new GeneratedSecret(namespace, name, values, life, object);
  }

  /// A Secret with all its values.
  ///
  /// @param rotatesIn when [#ensure] is to be called again; empty = never
  public record Current(Secret secret, Optional<Duration> rotatesIn) {}

  /// Creates the Secret, adds what is missing, rotates what is too old; sends nothing otherwise.
  public Current ensure(ReadWriter cluster, InstantSource clock) {
    Instant now = clock.instant().truncatedTo(ChronoUnit.SECONDS);
    for (int tries = 1; true; tries++) {
      try {
        Optional<Secret> found =
            tries == 1
                ? cluster.findCachedOrLive(Secret.KIND, key())
                : cluster.live().find(Secret.KIND, key());
        Secret secret =
            found.isEmpty() ? cluster.create(fresh(now)) : updated(cluster, found.get(), now);
        return new Current(secret, life.map(age -> left(secret, age, now)));
      } catch (ApiException.AlreadyExists | ApiException.Conflict e) {
        if (tries == MOST_TRIES) {
          throw e;
        }
      }
    }
  }

  private ObjectKey key() {
    return ObjectKey.of(namespace, name);
  }

  private Secret fresh(Instant now) {
    Secret empty = Secret.named(namespace, name);
    KubernetesObject by = owner;
    return filled(by == null ? empty : empty.with(s -> s.ownedBy(by)), now, true);
  }

  private Secret updated(ReadWriter cluster, Secret secret, Instant now) {
    boolean isOld = life.isPresent() && !left(secret, life.get(), now).isPositive();
    boolean lacks = !secret.data().keySet().containsAll(values.keySet());
    return isOld || lacks ? cluster.edit(secret, s -> filled(s, now, isOld)) : secret;
  }

  private Secret filled(Secret secret, Instant now, boolean anew) {
    return secret.with(
        s -> {
          for (Map.Entry<String, Supplier<Bytes>> value : values.entrySet()) {
            if (anew || !secret.data().containsKey(value.getKey())) {
              s.data(value.getKey(), value.getValue().get());
            }
          }
          if (anew || secret.metadata().annotation(GENERATED).isEmpty()) {
            s.annotation(GENERATED, now.toString());
          }
        });
  }

  /// A Secret without the time of its generation counts from its creation.
  private static Duration left(Secret secret, Duration age, Instant now) {
    Instant created = secret.metadata().creationTimestamp();
    Instant begin = created == null ? now : created;
    try {
      begin = Instant.parse(secret.metadata().annotation(GENERATED).orElse(begin.toString()));
    } catch (DateTimeParseException e) {
      begin = Instant.EPOCH; // edited by hand: generated again
    }
    return Duration.between(now, begin.plus(age));
  }
}
