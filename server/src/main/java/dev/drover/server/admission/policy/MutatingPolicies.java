package dev.drover.server.admission.policy;

import dev.drover.api.GroupVersionKind;
import dev.drover.api.Status;
import dev.drover.api.StatusCause;
import dev.drover.api.StatusDetails;
import dev.drover.api.text.GoText;
import dev.drover.cel.CelInput;
import dev.drover.schema.JsonPatch;
import dev.drover.schema.PatchException;
import dev.drover.schema.TreeNode;
import dev.drover.server.admission.AdmissionPlugins;
import dev.drover.server.admission.match.AdmissionVariables;
import dev.drover.server.admission.match.MatchConditions;
import dev.drover.server.admission.match.RequestView;
import dev.drover.server.admission.match.StoredRoleAuthorizer;
import dev.drover.server.admission.webhook.AdmissionWebhooks;
import dev.drover.server.core.AdmissionPlugin;
import dev.drover.server.core.ApiError;
import dev.drover.server.core.Catalog;
import dev.drover.server.core.Reinvocation;
import dev.drover.server.core.Resource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Applies the `MutatingAdmissionPolicy` objects that are bound to an object before it is stored.
///
/// In Go: the plug-in `MutatingAdmissionPolicy`.
public final class MutatingPolicies implements AdmissionPlugin {
  private static final GroupVersionKind NAMESPACE = new GroupVersionKind("", "v1", "Namespace");

  private final PolicySource<MutatingPolicy> source =
      new PolicySource<>(
          "mutatingadmissionpolicies", "mutatingadmissionpolicybindings", MutatingPolicy::of);
  private final Catalog catalog;
  private final StoredRoleAuthorizer access;
  private final Merge merge;

  /// Merges a configuration into an object, by the schema of its kind.
  @FunctionalInterface
  public interface Merge {
    /// The merged object.
    ///
    /// @throws ApiError when the configuration does not fit the schema
    Map<String, @Nullable Object> apply(
        Resource resource,
        Map<String, @Nullable Object> live,
        Map<String, @Nullable Object> configuration);
  }

  public MutatingPolicies(Catalog catalog, StoredRoleAuthorizer access, Merge merge) {
    this.catalog = catalog;
    this.access = access;
    this.merge = merge;
  }

  /// A policy with a binding and its params, for one request.
  private record Invocation(
      MutatingPolicy policy,
      PolicyBinding binding,
      Resource version,
      @Nullable Map<String, @Nullable Object> params) {
    String key() {
      return policy.name()
          + "/"
          + binding.name()
          + "/"
          + (params == null ? "" : TreeNode.view(params).at("metadata").text("name"));
    }
  }

  /// What is known of a write between the two rounds.
  private static final class Memory {
    private final Set<String> invoked = new HashSet<>(); // that can be invoked again
    private final Set<String> toInvoke = new HashSet<>();
    private @Nullable Map<String, @Nullable Object> output;

    void changed() {
      toInvoke.addAll(invoked);
      invoked.clear();
    }
  }

  /// @param reason empty for a policy that cannot be configured
  private record Problem(String message, String reason) {}

  @Override
  public void admit(Attempt attempt) {
    List<PolicySource.Bound<MutatingPolicy>> all = source.bound(attempt.stored());
    TreeNode object = attempt.object();
    if (all.isEmpty()
        || object == null
        || attempt.operation() == Operation.CONNECT
        || AdmissionWebhooks.isExempt(attempt)) {
      return;
    }
    RequestView request = new RequestView(attempt, catalog);
    List<Problem> problems = new ArrayList<>();
    List<Invocation> invocations = new ArrayList<>();
    all.forEach(bound -> collect(bound, request, invocations, problems));
    if (!invocations.isEmpty()) {
      invoke(invocations, request, object, problems);
    }
    if (!problems.isEmpty()) {
      throw error(attempt, problems);
    }
  }

  private void collect(
      PolicySource.Bound<MutatingPolicy> bound,
      RequestView request,
      List<Invocation> invocations,
      List<Problem> problems) {
    MutatingPolicy policy = bound.policy();
    Optional<Resource> version;
    Optional<Resource> paramKind;
    try {
      version = policy.matching().find(request);
      if (version.isEmpty()) {
        return;
      }
      paramKind = PolicyParams.resource(policy.paramKind(), catalog);
    } catch (ApiError | PolicyParams.Misconfigured e) {
      add(policy, "", "failed to configure policy: " + e.getMessage(), "", problems);
      return;
    }
    for (PolicyBinding binding : bound.bindings()) {
      try {
        if (binding.selects(request)) {
          for (Map<String, @Nullable Object> params :
              PolicyParams.of(paramKind, binding, request.attempt())) {
            invocations.add(new Invocation(policy, binding, version.get(), params));
          }
        }
      } catch (ApiError | PolicyParams.Misconfigured e) {
        add(policy, binding.name(), "failed to configure binding: " + e.getMessage(), "", problems);
      }
    }
  }

  private void invoke(
      List<Invocation> invocations, RequestView request, TreeNode object, List<Problem> problems) {
    Reinvocation rounds = request.attempt().reinvocation();
    Memory memory = rounds.memory(Memory.class, Memory::new);
    if (rounds.isSecondRound() && !object.map().equals(memory.output)) {
      memory.changed(); // by plug-ins that come before
    }
    for (Invocation invocation : invocations) {
      MutatingPolicy policy = invocation.policy;
      if (policy.problem().isPresent()) {
        add(policy, invocation.binding.name(), policy.problem().get(), "Invalid", problems);
        continue;
      }
      if (!isMeant(invocation, request, problems)
          || rounds.isSecondRound() && !memory.toInvoke.contains(invocation.key())) {
        continue;
      }
      boolean isChanged = false;
      for (MutatingPolicy.Mutation mutation : policy.mutations()) {
        try {
          isChanged |= mutate(invocation, mutation, request);
        } catch (MutatingPolicy.Failed e) {
          add(
              policy,
              invocation.binding.name(),
              String.valueOf(e.getMessage()),
              "Invalid",
              problems);
        }
      }
      if (isChanged) {
        memory.changed();
        rounds.request();
      }
      if (policy.isReinvocable()) {
        memory.invoked.add(invocation.key());
      }
    }
    memory.output = TreeNode.copyOf(object.map()).map();
  }

  private boolean isMeant(Invocation invocation, RequestView request, List<Problem> problems) {
    MatchConditions conditions = invocation.policy.conditions();
    if (conditions.isEmpty()) {
      return true;
    }
    Map<String, @Nullable Object> values = values(invocation, request);
    values.put("namespaceObject", null); // match conditions do not see it
    MatchConditions.Outcome outcome = conditions.evaluate(CelInput.of(values, Map.of()));
    outcome
        .error()
        .ifPresent(
            error -> add(invocation.policy, invocation.binding.name(), error, "Invalid", problems));
    return outcome.holds();
  }

  private Map<String, @Nullable Object> values(Invocation invocation, RequestView request) {
    Attempt attempt = request.attempt();
    Map<String, @Nullable Object> values =
        new HashMap<>(AdmissionVariables.of(request, invocation.version, access));
    values.put(
        "namespaceObject",
        attempt.kind().equals(NAMESPACE) ? null : AdmissionVariables.namespace(attempt));
    values.put("params", invocation.params);
    return values;
  }

  private boolean mutate(
      Invocation invocation, MutatingPolicy.Mutation mutation, RequestView request)
      throws MutatingPolicy.Failed {
    Map<String, @Nullable Object> before =
        Objects.requireNonNull(request.object(invocation.version));
    Object change = invocation.policy.evaluate(mutation, values(invocation, request));
    return request.change(
        invocation.version,
        mutation.isPatch() ? patched(before, change) : applied(invocation.version, before, change));
  }

  private static Map<String, @Nullable Object> patched(
      Map<String, @Nullable Object> before, @Nullable Object operations)
      throws MutatingPolicy.Failed {
    try {
      return JsonPatch.read(operations).apply(before);
    } catch (PatchException e) {
      String message = String.valueOf(e.getMessage());
      if (message.endsWith(": test failed")) {
        return before; // a test is a condition
      }
      throw new MutatingPolicy.Failed("JSON Patch: " + message);
    }
  }

  private Map<String, @Nullable Object> applied(
      Resource version, Map<String, @Nullable Object> before, @Nullable Object configuration)
      throws MutatingPolicy.Failed {
    TreeNode wanted =
        configuration instanceof Map<?, ?> map
            ? TreeNode.copyOf(TreeNode.view(map).map())
            : TreeNode.empty();
    wanted.set("apiVersion", version.gvk().apiVersion()).set("kind", version.gvk().kind());
    try {
      return merge.apply(version, before, wanted.map());
    } catch (ApiError e) {
      throw new MutatingPolicy.Failed("error applying patch: " + e.getMessage());
    }
  }

  private static void add(
      MutatingPolicy policy,
      String binding,
      String message,
      String reason,
      List<Problem> problems) {
    if (!policy.failsOpen()) {
      problems.add(
          new Problem(
              binding.isEmpty()
                  ? "policy " + GoText.quote(policy.name()) + " denied request: " + message
                  : "policy '%s' with binding '%s' denied request: %s"
                      .formatted(policy.name(), binding, message),
              reason));
    }
  }

  private static ApiError error(Attempt attempt, List<Problem> problems) {
    Status status =
        AdmissionPlugins.forbidden(attempt, "admission request denied by policy").status();
    StatusDetails details = Objects.requireNonNull(status.details());
    Problem first = problems.getFirst();
    List<StatusCause> causes =
        problems.stream().map(it -> StatusCause.builder().message(it.message).build()).toList();
    return ApiError.of(
        status.toBuilder()
            .message(first.message)
            .reason(first.reason.isEmpty() ? status.reason() : first.reason)
            .details(details.toBuilder().causes(causes).build())
            .build());
  }
}
