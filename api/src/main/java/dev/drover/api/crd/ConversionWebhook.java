package dev.drover.api.crd;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// Where a server finds the webhook that converts the objects of a definition between versions.
///
/// ```java
/// Crd.of(ShopV1.class, ShopV1beta1.class)
///     .convertedBy(ConversionWebhook.service("shop-system", "shop-webhooks").withAuthority(pem))
/// ```
///
/// A manager serves it: see `Manager.conversions`. Without an authority the server trusts its own
/// ones; cert-manager's CA injector can set one.
///
/// In Go: {@index apiextensionsv1.WebhookConversion}.
public final class ConversionWebhook {
  /// Where controllers serve conversions of all kinds.
  public static final String PATH = "/convert";

  private final Map<String, Object> target; // service or url
  private final String authority;

  private ConversionWebhook(Map<String, Object> target, String authority) {
    this.target = Map.copyOf(target);
    this.authority = authority;
  }

  /// The Service of this name, at port 443 and [#PATH].
  public static ConversionWebhook service(String namespace, String name) {
    Map<String, Object> service = new LinkedHashMap<>();
    service.put("namespace", Objects.requireNonNull(namespace, "namespace"));
    service.put("name", Objects.requireNonNull(name, "name"));
    service.put("path", PATH);
    service.put("port", 443L);
    return new ConversionWebhook(Map.of("service", service), "");
  }

  /// A URL such as `https://10.0.0.1:9443/convert`.
  ///
  /// @throws IllegalArgumentException when it does not begin with `https://`
  public static ConversionWebhook url(String url) {
    if (!url.startsWith("https://")) {
      throw new IllegalArgumentException(
          "a server calls webhooks over TLS only: the URL must begin with https://, got '"
              + url
              + "'");
    }
    return new ConversionWebhook(Map.of("url", url), "");
  }

  /// A copy with another port of the service.
  ///
  /// @throws IllegalStateException when this is a URL
  public ConversionWebhook withPort(int port) {
    if (!(target.get("service") instanceof Map<?, ?> service)) {
      throw new IllegalStateException("the port is a part of the URL " + target.get("url"));
    }
    Map<String, Object> changed = new LinkedHashMap<>();
    service.forEach((name, value) -> changed.put(String.valueOf(name), value));
    changed.put("port", (long) port);
    return new ConversionWebhook(Map.of("service", changed), authority);
  }

  /// A copy with the certificate authority of the webhook's certificate, in PEM.
  public ConversionWebhook withAuthority(String pem) {
    return new ConversionWebhook(target, pem);
  }

  /// Whether it names a certificate authority.
  public boolean hasAuthority() {
    return !authority.isEmpty();
  }

  /// The part `spec.conversion` of a definition.
  Map<String, Object> tree() {
    Map<String, Object> client = new LinkedHashMap<>(target);
    if (hasAuthority()) {
      client.put(
          "caBundle",
          Base64.getEncoder().encodeToString(authority.getBytes(StandardCharsets.UTF_8)));
    }
    return Map.of(
        "strategy",
        "Webhook",
        "webhook",
        Map.of("clientConfig", client, "conversionReviewVersions", List.of("v1")));
  }
}
