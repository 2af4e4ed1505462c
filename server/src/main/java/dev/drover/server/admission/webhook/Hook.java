package dev.drover.server.admission.webhook;

import dev.drover.schema.TreeNode;
import dev.drover.server.admission.match.MatchConditions;
import dev.drover.server.admission.match.Matching;
import dev.drover.server.webhook.HookException;
import dev.drover.server.webhook.HookTarget;
import java.time.Duration;
import java.util.List;

/// A webhook of a configuration, parsed.
///
/// @param id unique among all webhooks: two configurations may have webhooks of one name
/// @param configuration name of the object that has it
/// @param clientConfig where it listens
/// @param failsOpen whether a request goes on if the webhook cannot be called
/// @param isHarmless whether it can be called in a dry run
/// @param isReinvocable whether it wants to see later changes
record Hook(
    String id,
    String name,
    String configuration,
    TreeNode clientConfig,
    Matching matching,
    MatchConditions conditions,
    boolean failsOpen,
    boolean isHarmless,
    boolean isReinvocable,
    Duration timeout,
    List<String> reviewVersions) {
  private static final long DEFAULT_SECONDS = 10;

  static Hook of(TreeNode webhook, String id, String configuration) {
    boolean failsOpen = webhook.text("failurePolicy").equals("Ignore");
    return new Hook(
        id,
        webhook.text("name"),
        configuration,
        webhook.at("clientConfig"),
        Matching.ofWebhook(webhook),
        MatchConditions.of(webhook.items("matchConditions"), false, failsOpen),
        failsOpen,
        webhook.text("sideEffects").startsWith("None"),
        webhook.text("reinvocationPolicy").equals("IfNeeded"),
        Duration.ofSeconds(webhook.number("timeoutSeconds", DEFAULT_SECONDS)),
        webhook.texts("admissionReviewVersions"));
  }

  HookTarget target() throws HookException {
    return HookTarget.of(clientConfig);
  }
}
