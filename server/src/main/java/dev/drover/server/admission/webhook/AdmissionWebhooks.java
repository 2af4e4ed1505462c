package dev.drover.server.admission.webhook;

import dev.drover.api.text.GoText;
import dev.drover.cel.CelInput;
import dev.drover.schema.TreeNode;
import dev.drover.server.admission.match.AdmissionVariables;
import dev.drover.server.admission.match.MatchConditions;
import dev.drover.server.admission.match.RequestView;
import dev.drover.server.admission.match.StoredRoleAuthorizer;
import dev.drover.server.core.AdmissionPlugin.Attempt;
import dev.drover.server.core.ApiError;
import dev.drover.server.core.Catalog;
import dev.drover.server.core.Resource;
import dev.drover.server.webhook.HookClient;
import dev.drover.server.webhook.HookException;
import dev.drover.server.webhook.HookTarget;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Finds the webhooks that match a request, and calls them.
///
/// Calls are made in the thread of the request, or in one of its own; no lock is held meanwhile.
///
/// In Go: `generic.Webhook`.
///
/// @param client makes the calls
/// @param catalog has the other versions of a resource
/// @param access answers questions of match conditions
public record AdmissionWebhooks(HookClient client, Catalog catalog, StoredRoleAuthorizer access) {
  private static final Logger LOG = LoggerFactory.getLogger(AdmissionWebhooks.class);
  private static final String GROUP = "admissionregistration.k8s.io";

  // A webhook or policy could make itself impossible to remove.
  private static final Set<String> EXEMPT =
      Set.of(
          "ValidatingWebhookConfiguration",
          "MutatingWebhookConfiguration",
          "ValidatingAdmissionPolicy",
          "ValidatingAdmissionPolicyBinding",
          "MutatingAdmissionPolicy",
          "MutatingAdmissionPolicyBinding");

  /// Whether no webhook and no policy sees the request.
  public static boolean isExempt(Attempt attempt) {
    return attempt.isByServer()
        || attempt.kind().group().equals(GROUP) && EXEMPT.contains(attempt.kind().kind());
  }

  /// The version of the resource in which a webhook wants to see a request; empty if it does not.
  ///
  /// @throws ApiError when this cannot be found out
  Optional<Resource> match(Hook hook, RequestView request) {
    Optional<Resource> version = hook.matching().find(request);
    if (version.isEmpty() || hook.conditions().isEmpty()) {
      return version;
    }
    MatchConditions.Outcome outcome =
        hook.conditions()
            .evaluate(CelInput.of(AdmissionVariables.of(request, version.get(), access), Map.of()));
    outcome
        .error()
        .ifPresent(
            error -> {
              Attempt attempt = request.attempt();
              throw ApiError.forbidden(attempt.resource().groupResource(), attempt.name(), error);
            });
    return outcome.holds() ? version : Optional.empty();
  }

  /// What a webhook is sent.
  ///
  /// @param version of the resource, in which the webhook sees the request
  /// @throws ApiError if the webhook cannot be called and its failure policy fails the request
  Optional<AdmissionReview> review(Hook hook, RequestView request, Resource version) {
    if (request.attempt().dryRun() && !hook.isHarmless()) {
      throw ApiError.badRequest(
          "admission webhook " + GoText.quote(hook.name()) + " does not support dry run");
    }
    try {
      return Optional.of(AdmissionReview.of(hook, request, version));
    } catch (HookException e) {
      return failed(hook, e.reason());
    }
  }

  /// Calls a webhook.
  ///
  /// @return the answer; empty if there is none and the request goes on without it
  /// @throws ApiError when there is none and the request fails
  Optional<ReviewResponse> call(Hook hook, AdmissionReview review, boolean isMutating) {
    HookTarget target;
    try {
      target = hook.target();
    } catch (HookException e) {
      return failed(hook, "could not get REST client: " + e.reason());
    }
    TreeNode answer;
    try {
      answer = client.post(target, review.json(), hook.timeout()).object();
    } catch (HookException e) {
      return failed(hook, "failed to call webhook: " + e.reason());
    }
    try {
      return Optional.of(ReviewResponse.of(answer, review, isMutating));
    } catch (HookException e) {
      return failed(hook, e.reason());
    }
  }

  /// Lets the request go on without the webhook, if that is its failure policy.
  ///
  /// @throws ApiError if it is not
  static <T> Optional<T> failed(Hook hook, String reason) {
    String message = "failed calling webhook " + GoText.quote(hook.name()) + ": " + reason;
    if (hook.failsOpen()) {
      LOG.warn("admission: {}; its failure policy is Ignore, the request goes on", message);
      return Optional.empty();
    }
    throw ApiError.internal(message);
  }
}
