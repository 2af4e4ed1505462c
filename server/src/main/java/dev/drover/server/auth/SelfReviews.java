package dev.drover.server.auth;

import dev.drover.api.text.GoText;
import dev.drover.schema.TreeNode;
import dev.drover.server.auth.RbacPolicy.Granted;
import dev.drover.server.core.ApiError;
import dev.drover.server.core.Call;
import dev.drover.server.core.CreateOnlyResource;
import dev.drover.server.core.Resource;
import dev.drover.server.core.UserTree;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Answers callers with their own attributes.
final class SelfReviews {
  private SelfReviews() {}

  /// SelfSubjectReview: the identity of the caller.
  static CreateOnlyResource subjectReview(InstantSource clock) {
    return (Call call, Resource resource, TreeNode review) -> {
      TreeNode answer = answer(resource);
      answer
          .orCreate("metadata")
          .set("creationTimestamp", clock.instant().truncatedTo(ChronoUnit.SECONDS).toString());
      answer.orCreate("status").set("userInfo", UserTree.of(call.user()));
      return answer.map();
    };
  }

  /// SelfSubjectRulesReview: what the caller may do in a namespace.
  static CreateOnlyResource rules(Authorizer authorizer) {
    return (Call call, Resource resource, TreeNode review) -> {
      String namespace = review.at("spec").text("namespace");
      if (namespace.isEmpty()) {
        throw ApiError.badRequest("no namespace on request");
      }
      Granted granted = authorizer.policy().granted(call.user(), namespace);
      List<PolicyRule> rules = granted.rules();
      TreeNode answer = answer(resource);
      answer.orCreate("spec");
      TreeNode status = answer.orCreate("status");
      status.set(
          "resourceRules",
          rules.stream()
              .filter(r -> !r.resources().isEmpty())
              .map(SelfReviews::onResources)
              .toList());
      status.set(
          "nonResourceRules",
          rules.stream()
              .filter(r -> !r.nonResourceUrls().isEmpty())
              .map(SelfReviews::onPaths)
              .toList());
      status.set("incomplete", false);
      if (!granted.problems().isEmpty()) {
        status.set("evaluationError", GoText.aggregate(granted.problems()));
      }
      return answer.map();
    };
  }

  private static TreeNode answer(Resource resource) {
    TreeNode answer = TreeNode.empty();
    answer.set("apiVersion", resource.gvk().apiVersion());
    answer.set("kind", resource.gvk().kind());
    answer.orCreate("metadata");
    return answer;
  }

  private static Map<String, @Nullable Object> onResources(PolicyRule rule) {
    Map<String, @Nullable Object> tree = new LinkedHashMap<>();
    tree.put("verbs", rule.verbs());
    putUnlessEmpty(tree, "apiGroups", rule.apiGroups());
    putUnlessEmpty(tree, "resources", rule.resources());
    putUnlessEmpty(tree, "resourceNames", rule.resourceNames());
    return tree;
  }

  private static Map<String, @Nullable Object> onPaths(PolicyRule rule) {
    Map<String, @Nullable Object> tree = new LinkedHashMap<>();
    tree.put("verbs", rule.verbs());
    tree.put("nonResourceURLs", rule.nonResourceUrls());
    return tree;
  }

  private static void putUnlessEmpty(
      Map<String, @Nullable Object> tree, String name, List<String> values) {
    if (!values.isEmpty()) {
      tree.put(name, values);
    }
  }
}
