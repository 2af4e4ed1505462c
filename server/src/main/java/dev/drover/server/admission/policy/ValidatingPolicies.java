package dev.drover.server.admission.policy;

import dev.drover.api.GroupVersionKind;
import dev.drover.api.RawExtension;
import dev.drover.api.Status;
import dev.drover.api.StatusCause;
import dev.drover.api.StatusDetails;
import dev.drover.server.admission.AdmissionPlugins;
import dev.drover.server.admission.match.AdmissionVariables;
import dev.drover.server.admission.match.RequestView;
import dev.drover.server.admission.match.StoredRoleAuthorizer;
import dev.drover.server.admission.webhook.AdmissionWebhooks;
import dev.drover.server.core.AdmissionPlugin;
import dev.drover.server.core.ApiError;
import dev.drover.server.core.Catalog;
import dev.drover.server.core.Resource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Validates requests by the `ValidatingAdmissionPolicy` objects that are bound.
///
/// In Go: the plug-in `ValidatingAdmissionPolicy`.
public final class ValidatingPolicies implements AdmissionPlugin {
  private static final GroupVersionKind NAMESPACE = new GroupVersionKind("", "v1", "Namespace");

  private final PolicySource<ValidatingPolicy> source =
      new PolicySource<>(
          "validatingadmissionpolicies", "validatingadmissionpolicybindings", ValidatingPolicy::of);
  private final Catalog catalog;
  private final StoredRoleAuthorizer access;

  public ValidatingPolicies(Catalog catalog, StoredRoleAuthorizer access) {
    this.catalog = catalog;
    this.access = access;
  }

  /// A refusal, with the words about its origin.
  private record Denial(String message, String reason) {}

  @Override
  public void validate(Attempt attempt) {
    List<PolicySource.Bound<ValidatingPolicy>> all = source.bound(attempt.stored());
    if (all.isEmpty() || AdmissionWebhooks.isExempt(attempt)) {
      return;
    }
    RequestView request = new RequestView(attempt, catalog);
    List<Denial> denials = new ArrayList<>();
    for (PolicySource.Bound<ValidatingPolicy> bound : all) {
      judge(bound, request, denials);
    }
    if (!denials.isEmpty()) {
      throw error(attempt, denials.getFirst());
    }
  }

  private void judge(
      PolicySource.Bound<ValidatingPolicy> bound, RequestView request, List<Denial> denials) {
    ValidatingPolicy policy = bound.policy();
    Optional<Resource> version;
    Optional<Resource> paramKind;
    try {
      version = policy.matching().find(request);
      if (version.isEmpty()) {
        return;
      }
      paramKind = PolicyParams.resource(policy.paramKind(), catalog);
    } catch (ApiError | PolicyParams.Misconfigured e) {
      misconfigured(policy, "", "failed to configure policy: " + e.getMessage(), denials);
      return;
    }
    PolicyAnnotations annotations = new PolicyAnnotations();
    for (PolicyBinding binding : bound.bindings()) {
      try {
        if (binding.selects(request)) {
          apply(policy, binding, request, version.get(), paramKind, annotations, denials);
        }
      } catch (ApiError | PolicyParams.Misconfigured e) {
        misconfigured(
            policy, binding.name(), "failed to configure binding: " + e.getMessage(), denials);
      }
    }
    annotations.publish(policy.name(), request.attempt().notes());
  }

  private void apply(
      ValidatingPolicy policy,
      PolicyBinding binding,
      RequestView request,
      Resource version,
      Optional<Resource> paramKind,
      PolicyAnnotations annotations,
      List<Denial> denials)
      throws PolicyParams.Misconfigured {
    Attempt attempt = request.attempt();
    List<@Nullable Map<String, @Nullable Object>> params =
        PolicyParams.of(paramKind, binding, attempt);
    Map<String, @Nullable Object> values = AdmissionVariables.of(request, version, access);
    values.put(
        "namespaceObject",
        attempt.kind().equals(NAMESPACE) ? null : AdmissionVariables.namespace(attempt));
    for (Map<String, @Nullable Object> each : params) {
      for (ValidatingPolicy.Decision decision : policy.judge(values, each, annotations)) {
        for (String action : binding.actions()) {
          switch (action) {
            case "Deny" ->
                denials.add(
                    new Denial(
                        denied(policy, binding.name(), decision.message()), decision.reason()));
            case "Warn" ->
                attempt
                    .notes()
                    .warn(
                        "Validation failed for ValidatingAdmissionPolicy '%s' with binding '%s': %s"
                            .formatted(policy.name(), binding.name(), decision.message()));
            case "Audit" -> audit(policy, binding, decision, attempt);
            default -> {} // validation lets no other in
          }
        }
      }
    }
  }

  private static void audit(
      ValidatingPolicy policy,
      PolicyBinding binding,
      ValidatingPolicy.Decision decision,
      Attempt attempt) {
    Map<String, @Nullable Object> failure = new LinkedHashMap<>();
    failure.put("message", decision.message());
    failure.put("policy", policy.name());
    failure.put("binding", binding.name());
    failure.put("expressionIndex", decision.index());
    failure.put("validationActions", binding.actions());
    attempt
        .notes()
        .annotate(
            "validation.policy.admission.k8s.io/validation_failure",
            RawExtension.ofTree(List.of(failure)).raw().utf8());
  }

  private static void misconfigured(
      ValidatingPolicy policy, String binding, String message, List<Denial> denials) {
    if (!policy.failsOpen()) {
      denials.add(new Denial(denied(policy, binding, message), ""));
    }
  }

  private static String denied(ValidatingPolicy policy, String binding, String message) {
    return binding.isEmpty()
        ? "ValidatingAdmissionPolicy '%s' denied request: %s".formatted(policy.name(), message)
        : "ValidatingAdmissionPolicy '%s' with binding '%s' denied request: %s"
            .formatted(policy.name(), binding, message);
  }

  private static ApiError error(Attempt attempt, Denial denial) {
    Status status = AdmissionPlugins.forbidden(attempt, denial.message).status();
    StatusDetails details = Objects.requireNonNull(status.details());
    String reason = denial.reason.isEmpty() ? "Invalid" : denial.reason;
    return ApiError.of(
        status.toBuilder()
            .reason(reason)
            .code(code(reason))
            .details(
                details.toBuilder()
                    .causes(List.of(StatusCause.builder().message(denial.message).build()))
                    .build())
            .build());
  }

  private static int code(String reason) {
    return switch (reason) {
      case "Forbidden" -> 403;
      case "Unauthorized" -> 401;
      case "RequestEntityTooLarge" -> 413;
      default -> 422;
    };
  }
}
