package dev.drover.server.auth;

import dev.drover.api.GroupKind;
import dev.drover.schema.FieldError;
import dev.drover.schema.FieldPath;
import dev.drover.schema.TreeNode;
import dev.drover.server.auth.Authorizer.Decision;
import dev.drover.server.core.ApiError;
import dev.drover.server.core.Call;
import dev.drover.server.core.CreateOnlyResource;
import dev.drover.server.core.RequestInfo;
import dev.drover.server.core.Resource;
import dev.drover.server.core.UserInfo;
import dev.drover.server.validation.FieldValidator;
import dev.drover.server.validation.InternalForm;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// SubjectAccessReview, LocalSubjectAccessReview and SelfSubjectAccessReview.
final class AccessReviews implements CreateOnlyResource {
  /// About whom, and where.
  enum Scope {
    /// Anyone, anywhere.
    SUBJECT("must be empty"),
    /// Anyone, in the namespace of the review.
    LOCAL("must be empty except for namespace"),
    /// The caller.
    SELF("must be empty");

    private final String aboutMetadata;

    Scope(String aboutMetadata) {
      this.aboutMetadata = aboutMetadata;
    }
  }

  private final Scope scope;
  private final Authorizer authorizer;

  AccessReviews(Scope scope, Authorizer authorizer) {
    this.scope = scope;
    this.authorizer = authorizer;
  }

  @Override
  public Map<String, @Nullable Object> create(Call call, Resource resource, TreeNode review) {
    List<FieldError> errors = errors(review);
    if (!errors.isEmpty()) {
      // Kubernetes names no kind here, by mistake.
      throw ApiError.invalid(new GroupKind(resource.gvk().group(), ""), "", errors);
    }
    TreeNode spec = review.at("spec");
    UserInfo user = scope == Scope.SELF ? call.user() : subject(spec);
    Decision decision = authorizer.decide(user, question(spec));
    review.remove("status");
    TreeNode status = review.orCreate("status").set("allowed", decision.isAllowed());
    if (!decision.reason().isEmpty()) {
      status.set("reason", decision.reason());
    }
    String problems = SelectorAttributes.problems(spec.at("resourceAttributes"));
    if (!problems.isEmpty()) {
      status.set("evaluationError", problems);
    }
    return review.map();
  }

  private static UserInfo subject(TreeNode spec) {
    Map<String, List<String>> extra = new TreeMap<>();
    TreeNode given = spec.at("extra");
    given.map().keySet().forEach(key -> extra.put(key, given.texts(key)));
    return new UserInfo(spec.text("user"), spec.text("uid"), spec.texts("groups"), extra);
  }

  private static RequestInfo question(TreeNode spec) {
    if (spec.has("resourceAttributes")) {
      TreeNode asked = spec.at("resourceAttributes");
      return RequestInfo.onResource(
          asked.text("verb"),
          asked.text("group"),
          asked.text("version").isEmpty() ? PolicyRule.ALL : asked.text("version"),
          asked.text("namespace"),
          asked.text("resource"),
          asked.text("subresource"),
          asked.text("name"));
    }
    TreeNode asked = spec.at("nonResourceAttributes");
    return RequestInfo.onPath(asked.text("verb"), asked.text("path"));
  }

  private List<FieldError> errors(TreeNode review) {
    FieldValidator spec = FieldValidator.root(review).child("spec");
    FieldValidator onResource = spec.child("resourceAttributes");
    FieldValidator onPath = spec.child("nonResourceAttributes");
    if (onResource.isPresent() && onPath.isPresent()) {
      onPath.invalid(shown(onPath), "cannot be specified in combination with resourceAttributes");
    }
    if (!onResource.isPresent() && !onPath.isPresent()) {
      onResource.invalid(
          null, "exactly one of nonResourceAttributes or resourceAttributes must be specified");
    }
    if (scope != Scope.SELF && spec.child("user").isBlank() && spec.child("groups").size() == 0) {
      spec.child("user").invalid("", "at least one of user or group must be specified");
    }
    SelectorAttributes.check(onResource);
    checkMetadata(review, spec);
    if (scope == Scope.LOCAL) {
      FieldValidator namespace = onResource.child("namespace");
      if (onResource.isPresent()
          && !namespace.text().equals(review.at("metadata").text("namespace"))) {
        namespace.invalid(namespace.text(), "must match metadata.namespace");
      }
      if (onPath.isPresent()) {
        onPath.invalid(shown(onPath), "disallowed on this kind of request");
      }
    }
    return spec.errors();
  }

  private void checkMetadata(TreeNode review, FieldValidator complaints) {
    TreeNode metadata = review.at("metadata");
    Set<String> given = new HashSet<>(metadata.map().keySet());
    given.remove("managedFields");
    if (scope == Scope.LOCAL) {
      given.remove("namespace");
    }
    if (!given.isEmpty()) {
      complaints.as(FieldPath.of("metadata")).invalid(metadata.map(), scope.aboutMetadata);
    }
  }

  private static Map<String, @Nullable Object> shown(FieldValidator onPath) {
    return InternalForm.of("authorization/v1.NonResourceAttributes", onPath.node());
  }
}
