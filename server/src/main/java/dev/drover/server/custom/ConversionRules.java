package dev.drover.server.custom;

import dev.drover.api.Names;
import dev.drover.server.rules.Formats;
import dev.drover.server.rules.Place;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// What is wrong with the way a definition converts between its versions.
///
/// In Go: `validateCustomResourceConversion` and the rules of webhooks.
final class ConversionRules {
  private static final List<String> STRATEGIES = List.of("None", "Webhook");
  private static final List<String> REVIEW_VERSIONS = List.of("v1", "v1beta1");
  private static final String URL_FORM = "; desired format: https://host[/path]";
  private static final String NOT_WEBHOOK = "should not be set when strategy is not set to Webhook";

  private ConversionRules() {}

  static void check(Place spec) {
    Place conversion = spec.child("conversion");
    if (!conversion.isPresent()) {
      return;
    }
    Place strategy = conversion.child("strategy");
    boolean isKnown = STRATEGIES.contains(strategy.text());
    if (!strategy.text().equals("None") && spec.child("preserveUnknownFields").isTrue()) {
      strategy.invalid(strategy.text(), "must be None if spec.preserveUnknownFields is true");
    }
    if (strategy.needText() && !isKnown) {
      strategy.notSupported(strategy.text(), STRATEGIES);
    }
    // Where the internal form has the parts of a webhook.
    Place config =
        conversion
            .child("webhook", "clientConfig")
            .as(conversion.child("webhookClientConfig").path());
    Place versions =
        conversion
            .child("webhook", "conversionReviewVersions")
            .as(conversion.child("conversionReviewVersions").path());
    if (strategy.text().equals("Webhook")) {
      checkConfig(config);
      checkReviewVersions(versions);
    } else {
      config.ifPresent(place -> place.forbidden(NOT_WEBHOOK));
      if (versions.size() > 0) {
        versions.forbidden(NOT_WEBHOOK);
      }
    }
  }

  private static void checkConfig(Place config) {
    if (!config.isPresent()) {
      config.required("required when strategy is set to Webhook");
    } else if (config.has("url") == config.has("service")) {
      config.required("exactly one of url or service is required");
    } else if (config.has("url")) {
      checkUrl(config.child("url"));
    } else {
      checkService(config.child("service"));
    }
  }

  private static void checkUrl(Place url) {
    URI uri;
    try {
      uri = new URI(url.text());
    } catch (URISyntaxException e) {
      url.required("url must be a valid URL: " + e.getMessage() + URL_FORM);
      return;
    }
    String scheme = uri.getScheme() == null ? "" : uri.getScheme();
    if (!scheme.equals("https")) {
      url.invalid(scheme, "'https' is the only allowed URL scheme" + URL_FORM);
    }
    if (uri.getHost() == null) {
      url.invalid("", "host must be specified" + URL_FORM);
    }
    if (uri.getUserInfo() != null) {
      url.invalid(uri.getUserInfo(), "user information is not permitted in the URL");
    }
    if (uri.getFragment() != null && !uri.getFragment().isEmpty()) {
      url.invalid(uri.getFragment(), "fragments are not permitted in the URL");
    }
    if (uri.getQuery() != null && !uri.getQuery().isEmpty()) {
      url.invalid(uri.getQuery(), "query parameters are not permitted in the URL");
    }
  }

  private static void checkService(Place service) {
    service.child("name").needText();
    service.child("namespace").needText();
    Place port = service.child("port");
    List<String> complaints = Formats.portNumber(port.number());
    if (!complaints.isEmpty()) {
      port.invalid(port.number(), "port is not valid: " + String.join(", ", complaints));
    }
    checkPath(service.child("path"));
  }

  private static void checkPath(Place path) {
    String text = path.text();
    if (text.isEmpty() || text.equals("/")) {
      return;
    }
    if (text.equals("//")) {
      path.invalid("segment[0] may not be empty");
      return;
    }
    if (!text.startsWith("/")) {
      path.invalid("must start with a '/'");
    }
    String rest = text.substring(1);
    if (rest.endsWith("/")) {
      rest = rest.substring(0, rest.length() - 1);
    }
    String[] steps = rest.split("/", -1);
    for (int i = 0; i < steps.length; i++) {
      if (steps[i].isEmpty()) {
        path.invalid("segment[" + i + "] may not be empty");
        continue;
      }
      for (String complaint : Names.dnsSubdomain(steps[i])) {
        path.invalid("segment[" + i + "]: " + complaint);
      }
    }
  }

  private static void checkReviewVersions(Place versions) {
    if (versions.size() == 0) {
      versions.required("");
      return;
    }
    Set<String> seen = new HashSet<>();
    for (Place version : versions.items()) {
      if (seen.add(version.text())) {
        version.invalid(Formats.dns1035Label(version.text()));
      } else {
        version.invalid("duplicate version");
      }
    }
    if (REVIEW_VERSIONS.stream().noneMatch(seen::contains)) {
      versions.invalid("must include at least one of " + String.join(", ", REVIEW_VERSIONS));
    }
  }
}
