package dev.drover.server.kinds.apiextensions;

import dev.drover.server.validation.FieldValidator;
import dev.drover.server.validation.StringFormats;
import dev.drover.server.validation.WebhookClientConfig;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Validates the conversion of a definition.
///
/// In Go: `validateCustomResourceConversion` and the rules of webhooks.
final class ConversionValidation {
  private static final List<String> STRATEGIES = List.of("None", "Webhook");
  private static final List<String> REVIEW_VERSIONS = List.of("v1", "v1beta1");
  private static final String NOT_WEBHOOK = "should not be set when strategy is not set to Webhook";

  private ConversionValidation() {}

  static void check(FieldValidator spec) {
    FieldValidator conversion = spec.child("conversion");
    if (!conversion.isPresent()) {
      return;
    }
    FieldValidator strategy = conversion.child("strategy");
    boolean isKnown = STRATEGIES.contains(strategy.text());
    if (!strategy.text().equals("None") && spec.child("preserveUnknownFields").isTrue()) {
      strategy.invalid(strategy.text(), "must be None if spec.preserveUnknownFields is true");
    }
    if (strategy.needText() && !isKnown) {
      strategy.notSupported(strategy.text(), STRATEGIES);
    }
    // Where the internal form has the parts of a webhook.
    FieldValidator config =
        conversion
            .child("webhook", "clientConfig")
            .as(conversion.child("webhookClientConfig").path());
    FieldValidator versions =
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

  private static void checkConfig(FieldValidator config) {
    if (!config.isPresent()) {
      config.required("required when strategy is set to Webhook");
    } else {
      WebhookClientConfig.check(config);
    }
  }

  private static void checkReviewVersions(FieldValidator versions) {
    if (versions.size() == 0) {
      versions.required("");
      return;
    }
    Set<String> seen = new HashSet<>();
    for (FieldValidator version : versions.items()) {
      if (seen.add(version.text())) {
        version.invalid(StringFormats.dns1035Label(version.text()));
      } else {
        version.invalid("duplicate version");
      }
    }
    if (REVIEW_VERSIONS.stream().noneMatch(seen::contains)) {
      versions.invalid("must include at least one of " + String.join(", ", REVIEW_VERSIONS));
    }
  }
}
