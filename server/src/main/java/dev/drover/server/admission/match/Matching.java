package dev.drover.server.admission.match;

import dev.drover.api.GroupResource;
import dev.drover.api.GroupVersionResource;
import dev.drover.api.Selector;
import dev.drover.schema.TreeNode;
import dev.drover.server.core.AdmissionPlugin.Attempt;
import dev.drover.server.core.AdmissionPlugin.Operation;
import dev.drover.server.core.ApiError;
import dev.drover.server.core.Resource;
import dev.drover.server.validation.LabelSelectorValidation;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The rules and selectors of a webhook or a policy.
///
/// In Go: `Webhook.ShouldCallHook` and `matching.Matcher`.
///
/// @param namespaces labels of the namespace
/// @param objects labels of the object, before or after the request
/// @param excluded requests that are not meant after all
/// @param isExact whether other versions of a resource do not count
/// @param needsRule whether without rules no request is meant; else all are
public record Matching(
    Selector namespaces,
    Selector objects,
    List<ResourceRule> rules,
    List<ResourceRule> excluded,
    boolean isExact,
    boolean needsRule) {

  /// Reads the rules of a webhook.
  public static Matching ofWebhook(TreeNode webhook) {
    return of(webhook, "rules", true);
  }

  /// Reads the `matchConstraints` of a policy or the `matchResources` of a binding.
  public static Matching ofPolicy(TreeNode matchResources) {
    return of(matchResources, "resourceRules", false);
  }

  private static Matching of(TreeNode tree, String rules, boolean needsRule) {
    return new Matching(
        LabelSelectorValidation.of(tree.at("namespaceSelector")),
        LabelSelectorValidation.of(tree.at("objectSelector")),
        tree.items(rules).stream().map(ResourceRule::of).toList(),
        tree.items("excludeResourceRules").stream().map(ResourceRule::of).toList(),
        tree.text("matchPolicy").equals("Exact"),
        needsRule);
  }

  /// The version of the resource by which a request is meant; empty if it is not.
  ///
  /// @throws ApiError when the namespace of a request that is meant is not there
  public Optional<Resource> find(RequestView request) {
    Attempt attempt = request.attempt();
    Optional<ApiError> noNamespace = Optional.empty();
    try {
      if (!isInNamespaces(request)) {
        return Optional.empty();
      }
    } catch (ApiError e) {
      noNamespace = Optional.of(e); // matters only if the request is meant
    }
    if (!hasLabels(request) || isExcluded(request)) {
      return Optional.empty();
    }
    Optional<Resource> found =
        rules.isEmpty() && !needsRule ? Optional.of(attempt.resource()) : match(request, rules);
    if (found.isPresent() && noNamespace.isPresent()) {
      throw noNamespace.get();
    }
    return found;
  }

  private boolean isExcluded(RequestView request) {
    return !excluded.isEmpty() && match(request, excluded).isPresent();
  }

  private Optional<Resource> match(RequestView request, List<ResourceRule> candidates) {
    Attempt attempt = request.attempt();
    GroupVersionResource asked = attempt.resource().gvr();
    if (candidates.stream().anyMatch(rule -> rule.matches(attempt, asked))) {
      return Optional.of(attempt.resource());
    }
    if (isExact) {
      return Optional.empty();
    }
    List<Resource> others = request.equivalents();
    for (ResourceRule rule : candidates) {
      for (Resource other : others) {
        if (rule.matches(attempt, other.gvr())) {
          return Optional.of(other);
        }
      }
    }
    return Optional.empty();
  }

  private boolean isInNamespaces(RequestView request) {
    Attempt attempt = request.attempt();
    boolean isNamespace = isNamespace(attempt);
    if (attempt.namespace().isEmpty() && !isNamespace || namespaces.isEverything()) {
      return true;
    }
    return namespaces.matches(namespaceLabels(request));
  }

  private static boolean isNamespace(Attempt attempt) {
    return attempt.resource().gvr().resource().equals("namespaces");
  }

  private static Map<String, String> namespaceLabels(RequestView request) {
    Attempt attempt = request.attempt();
    boolean isWritten =
        attempt.operation() == Operation.CREATE || attempt.operation() == Operation.UPDATE;
    if (isNamespace(attempt) && attempt.subresource().isEmpty() && isWritten) {
      return labels(Objects.requireNonNull(request.current()));
    }
    return attempt
        .stored()
        .get("/namespaces", "", attempt.namespace())
        .map(tree -> labels(TreeNode.view(tree)))
        .orElseThrow(
            () -> ApiError.notFound(new GroupResource("", "namespaces"), attempt.namespace()));
  }

  private boolean hasLabels(RequestView request) {
    return objects.isEverything()
        || isSelected(request.current())
        || isSelected(request.attempt().old());
  }

  private boolean isSelected(@Nullable TreeNode object) {
    return object != null && object.has("metadata") && objects.matches(labels(object));
  }

  private static Map<String, String> labels(TreeNode object) {
    return object.at("metadata").textMap("labels");
  }
}
