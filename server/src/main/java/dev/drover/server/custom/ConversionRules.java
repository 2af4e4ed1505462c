package dev.drover.server.custom;

import dev.drover.server.rules.Formats;
import dev.drover.server.rules.Place;
import dev.drover.server.rules.WebhookClients;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// What is wrong with the way a definition converts between its versions.
///
/// In Go: `validateCustomResourceConversion` and the rules of webhooks.
final class ConversionRules {
  private static final List<String> STRATEGIES = List.of("None", "Webhook");
  private static final List<String> REVIEW_VERSIONS = List.of("v1", "v1beta1");
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
    } else {
      WebhookClients.check(config);
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
