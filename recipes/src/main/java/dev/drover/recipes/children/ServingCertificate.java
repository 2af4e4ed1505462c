package dev.drover.recipes.children;

import dev.drover.api.Bytes;
import dev.drover.api.DynamicObject;
import dev.drover.api.GroupVersionKind;
import dev.drover.api.Kind;
import dev.drover.api.ObjectKey;
import dev.drover.api.Scope;
import dev.drover.certificates.CertificateAuthority;
import dev.drover.certificates.Credential;
import dev.drover.certificates.Pem;
import dev.drover.client.ApiException;
import dev.drover.client.ReadWriter;
import dev.drover.model.core.v1.Secret;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The certificate of a webhook server: self-signed, in a Secret, rotated before it expires, with
/// its authority written into the configurations that call the server.
///
/// ```java
/// var serving = ServingCertificate.in("shop", "webhook-tls").forService("shop", "webhook")
///     .trustedBy(ServingCertificate.Caller.VALIDATING, "shop-webhooks")
///     .trustedBy(ServingCertificate.Caller.CONVERSION, "icecreams.example.com");
/// Tasks.periodic(manager, "certificates", Duration.ofHours(1), () -> serving.ensure(client, clock));
/// ```
///
/// The Secret is of the type `kubernetes.io/tls`: `tls.crt`, `tls.key`, and in `ca.crt` all
/// authorities to trust.
///
/// **Guarantees.** Callers trust the new authority before the server can have its certificate, and
/// the old one until its certificate has expired, so no call fails while the server reads the files
/// again. Of several replicas one certificate wins. Nothing is sent if all is as it should be.
///
/// In Go: {@index needacert}.
public final class ServingCertificate {
  private static final String CERTIFICATE = "tls.crt";
  private static final String AUTHORITIES = "ca.crt";
  private static final int MOST_TRIES = 5;

  private final ObjectKey secret;
  private final List<String> names;
  private final Duration lifetime;
  private final Duration renewal;
  private final List<Trusting> callers;

  private ServingCertificate(
      ObjectKey secret,
      List<String> names,
      Duration lifetime,
      Duration renewal,
      List<Trusting> callers) {
    this.secret = secret;
    this.names = names;
    this.lifetime = lifetime;
    this.renewal = renewal;
    this.callers = callers;
  }

  /// What calls a webhook server.
  public enum Caller {
    /// A ValidatingWebhookConfiguration: all its webhooks.
    VALIDATING("admissionregistration.k8s.io", "ValidatingWebhookConfiguration"),
    /// A MutatingWebhookConfiguration: all its webhooks.
    MUTATING("admissionregistration.k8s.io", "MutatingWebhookConfiguration"),
    /// A CustomResourceDefinition with a conversion webhook.
    CONVERSION("apiextensions.k8s.io", "CustomResourceDefinition");

    private final String group;
    private final String kind;

    Caller(String group, String kind) {
      this.group = group;
      this.kind = kind;
    }

    private Kind<DynamicObject> kind() {
      return Kind.dynamic(
          new GroupVersionKind(group, "v1", kind),
          kind.toLowerCase(Locale.ROOT) + "s",
          Scope.CLUSTER);
    }
  }

  /// A configuration that is to trust the certificate.
  private record Trusting(Caller caller, String name) {}

  /// A certificate in this Secret, for a year, renewed 60 days before its end.
  public static ServingCertificate in(String namespace, String secret) {
    return new ServingCertificate(
        ObjectKey.of(namespace, secret),
        List.of(),
        Duration.ofDays(365),
        Duration.ofDays(60),
        List.of());
  }

  /// The same for one more DNS name.
  public ServingCertificate forName(String name) {
    List<String> more = new ArrayList<>(names);
    more.add(name);
    return new ServingCertificate(secret, List.copyOf(more), lifetime, renewal, callers);
  }

  /// The same for the names of a Service.
  public ServingCertificate forService(String namespace, String service) {
    return forName(service + "." + namespace + ".svc")
        .forName(service + "." + namespace + ".svc.cluster.local");
  }

  /// The same with another life.
  ///
  /// @param before the end of the certificate, when a new one is made
  public ServingCertificate validFor(Duration life, Duration before) {
    if (!before.isPositive() || before.compareTo(life) >= 0) {
      throw new IllegalArgumentException(
          "need 0 < renewal < life, got renewal " + before + " and life " + life);
    }
    return new ServingCertificate(secret, names, life, before, callers);
  }

  /// The same; this configuration trusts the certificate. One that does not exist is left out.
  public ServingCertificate trustedBy(Caller caller, String name) {
    List<Trusting> more = new ArrayList<>(callers);
    more.add(new Trusting(caller, name));
    return new ServingCertificate(secret, names, lifetime, renewal, List.copyOf(more));
  }

  /// A certificate that is in its Secret, and trusted.
  ///
  /// @param secret with the certificate and its key
  /// @param renewsIn when [#ensure] is to be called again
  public record Current(Secret secret, Duration renewsIn) {}

  /// Makes, renews and publishes the certificate where needed.
  public Current ensure(ReadWriter cluster, InstantSource clock) {
    if (names.isEmpty()) {
      throw new IllegalStateException(
          "the certificate in Secret %s has no names: call forService or forName"
              .formatted(secret));
    }
    for (int tries = 1; true; tries++) {
      try {
        return attempt(cluster, clock, tries > 1);
      } catch (ApiException.AlreadyExists | ApiException.Conflict e) {
        if (tries == MOST_TRIES) {
          throw e;
        }
      }
    }
  }

  private Current attempt(ReadWriter cluster, InstantSource clock, boolean sure) {
    Optional<Secret> found =
        sure
            ? cluster.live().find(Secret.KIND, secret)
            : cluster.findCachedOrLive(Secret.KIND, secret);
    Instant now = clock.instant();
    Optional<Instant> end =
        found
            .flatMap(s -> certificate(text(s, CERTIFICATE)))
            .filter(this::fits)
            .map(c -> c.getNotAfter().toInstant());
    if (end.isPresent() && end.get().minus(renewal).isAfter(now)) {
      publish(cluster, text(found.orElseThrow(), AUTHORITIES));
      return new Current(found.orElseThrow(), Duration.between(now, end.get().minus(renewal)));
    }
    Secret made = rotated(cluster, found.orElse(null), clock);
    return new Current(made, lifetime.minus(renewal));
  }

  /// A certificate for other names is as good as none.
  private boolean fits(X509Certificate certificate) {
    try {
      var alternatives = certificate.getSubjectAlternativeNames();
      return alternatives != null
          && alternatives.stream().map(a -> String.valueOf(a.get(1))).toList().containsAll(names);
    } catch (GeneralSecurityException e) {
      return false;
    }
  }

  private Secret rotated(ReadWriter cluster, @Nullable Secret before, InstantSource clock) {
    CertificateAuthority authority =
        new CertificateAuthority("drover-" + secret.name(), clock, lifetime);
    Credential credential = authority.forServer(names, List.of());
    String trusted = authority.certificatePem() + unexpired(before, clock.instant());
    if (before != null) {
      publish(cluster, trusted); // before the server can have the new certificate
    }
    Secret base =
        before == null
            ? Secret.named(secret.namespace(), secret.name()).with(s -> s.type("kubernetes.io/tls"))
            : before;
    Secret wanted =
        base.with(
            s ->
                s.data(CERTIFICATE, Bytes.ofUtf8(credential.certificatePem()))
                    .data("tls.key", Bytes.ofUtf8(credential.keyPem()))
                    .data(AUTHORITIES, Bytes.ofUtf8(trusted)));
    Secret stored = before == null ? cluster.create(wanted) : cluster.edit(before, _ -> wanted);
    if (before == null) {
      publish(cluster, trusted);
    }
    return stored;
  }

  private static String unexpired(@Nullable Secret before, Instant now) {
    if (before == null) {
      return "";
    }
    StringBuilder kept = new StringBuilder();
    for (Pem.Block block : Pem.blocks(text(before, AUTHORITIES))) {
      String pem = Pem.encode(block.label(), block.content());
      if (certificate(pem).filter(c -> c.getNotAfter().toInstant().isAfter(now)).isPresent()) {
        kept.append(pem);
      }
    }
    return kept.toString();
  }

  private static String text(Secret secret, String key) {
    Bytes value = secret.data().get(key);
    return value == null ? "" : new String(value.toByteArray(), StandardCharsets.UTF_8);
  }

  private static Optional<X509Certificate> certificate(String pem) {
    try {
      return Optional.of(
          (X509Certificate)
              CertificateFactory.getInstance("X.509")
                  .generateCertificate(
                      new ByteArrayInputStream(pem.getBytes(StandardCharsets.UTF_8))));
    } catch (GeneralSecurityException e) {
      return Optional.empty(); // edited by hand: made again
    }
  }

  private void publish(ReadWriter cluster, String trusted) {
    String bundle = Base64.getEncoder().encodeToString(trusted.getBytes(StandardCharsets.UTF_8));
    for (Trusting one : callers) {
      cluster
          .findCachedOrLive(one.caller.kind(), ObjectKey.of(one.name))
          .ifPresent(
              object -> {
                DynamicObject _ =
                    cluster.editLatest(object, o -> withBundle(one.caller, o, bundle));
              });
    }
  }

  private static DynamicObject withBundle(Caller caller, DynamicObject object, String bundle) {
    if (caller == Caller.CONVERSION) {
      return object.get("spec", "conversion", "webhook", "clientConfig").isEmpty()
          ? object
          : object.with(bundle, "spec", "conversion", "webhook", "clientConfig", "caBundle");
    }
    DynamicObject changed = object;
    for (int i = 0; i < object.list("webhooks").size(); i++) {
      changed = changed.with(bundle, "webhooks", String.valueOf(i), "clientConfig", "caBundle");
    }
    return changed;
  }
}
