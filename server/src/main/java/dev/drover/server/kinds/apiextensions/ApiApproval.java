package dev.drover.server.kinds.apiextensions;

import dev.drover.schema.TreeNode;
import dev.drover.server.custom.Condition;
import dev.drover.server.custom.Definition;
import dev.drover.server.validation.FieldValidator;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Validates the approval annotation of definitions in the groups of the Kubernetes community.
///
/// In Go: `apihelpers.GetAPIApprovalState` and the controller of its condition.
public final class ApiApproval {
  private static final String ANNOTATION = "api-approved.kubernetes.io";
  private static final String CONDITION = "KubernetesAPIApprovalPolicyConformant";
  private static final String SEE = ", see https://github.com/kubernetes/enhancements/pull/1111";

  private enum State {
    APPROVED,
    BYPASSED,
    MISSING,
    INVALID
  }

  private ApiApproval() {}

  private static boolean isProtected(String group) {
    return ("." + group).endsWith(".k8s.io") || ("." + group).endsWith(".kubernetes.io");
  }

  private static State state(String annotation) {
    if (annotation.isEmpty()) {
      return State.MISSING;
    }
    if (annotation.startsWith("unapproved")) {
      return State.BYPASSED;
    }
    return isUrl(annotation) ? State.APPROVED : State.INVALID;
  }

  private static boolean isUrl(String text) {
    try {
      URI uri = new URI(text);
      return uri.getScheme() != null && uri.getHost() != null;
    } catch (URISyntaxException e) {
      return false;
    }
  }

  private static String reason(State state, String annotation) {
    return switch (state) {
      case MISSING -> "protected groups must have approval annotation \"" + ANNOTATION + "\"" + SEE;
      case BYPASSED -> "not approved: \"" + annotation + "\"";
      case APPROVED -> "approved in " + annotation;
      case INVALID ->
          "protected groups must have approval annotation \""
              + ANNOTATION
              + "\" with either a URL or a reason starting with \"unapproved\""
              + SEE;
    };
  }

  /// @param old null for a new definition; what was so before may stay
  static void check(FieldValidator definition, @Nullable TreeNode old) {
    if (!isProtected(definition.child("spec", "group").text())) {
      return;
    }
    FieldValidator annotation = definition.child("metadata", "annotations").entry(ANNOTATION);
    State state = state(annotation.text());
    if (old != null && state == state(annotation(new Definition(old)))) {
      return;
    }
    switch (state) {
      case MISSING -> annotation.required(reason(state, ""));
      case INVALID -> annotation.invalid(reason(state, annotation.text()));
      case APPROVED, BYPASSED -> {}
    }
  }

  private static String annotation(Definition definition) {
    return definition.node().at("metadata").at("annotations").text(ANNOTATION);
  }

  /// What the status says about it; nothing for groups that are free.
  public static Optional<Condition> condition(Definition definition) {
    if (!isProtected(definition.group())) {
      return Optional.empty();
    }
    String annotation = annotation(definition);
    State state = state(annotation);
    String reason = reason(state, annotation);
    return Optional.of(
        switch (state) {
          case INVALID -> Condition.isFalse(CONDITION, "InvalidAnnotation", reason);
          case MISSING -> Condition.isFalse(CONDITION, "MissingAnnotation", reason);
          case APPROVED -> Condition.isTrue(CONDITION, "ApprovedAnnotation", reason);
          case BYPASSED -> Condition.isFalse(CONDITION, "UnapprovedAnnotation", reason);
        });
  }
}
