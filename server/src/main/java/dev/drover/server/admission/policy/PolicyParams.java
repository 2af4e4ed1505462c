package dev.drover.server.admission.policy;

import dev.drover.api.GroupVersionKind;
import dev.drover.api.Selector;
import dev.drover.schema.TreeNode;
import dev.drover.server.core.AdmissionPlugin.Attempt;
import dev.drover.server.core.Catalog;
import dev.drover.server.core.Resource;
import dev.drover.server.validation.LabelSelectorValidation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Finds the objects that are the `params` of a policy.
///
/// In Go: `generic.CollectParams`.
final class PolicyParams {
  private PolicyParams() {}

  /// A policy or binding that cannot be applied.
  static final class Misconfigured extends Exception {
    private static final long serialVersionUID = 1;

    Misconfigured(String message) {
      super(message, null, false, false); // an answer, not a defect
    }

    String reason() {
      return String.valueOf(getMessage());
    }
  }

  /// The resource of a policy's `paramKind`; empty if it has none.
  static Optional<Resource> resource(Optional<TreeNode> paramKind, Catalog catalog)
      throws Misconfigured {
    return paramKind.isEmpty() ? Optional.empty() : Optional.of(found(paramKind.get(), catalog));
  }

  private static Resource found(TreeNode paramKind, Catalog catalog) throws Misconfigured {
    GroupVersionKind kind =
        GroupVersionKind.parse(paramKind.text("apiVersion"), paramKind.text("kind"));
    return catalog.snapshot().resources().stream()
        .filter(resource -> resource.gvk().equals(kind))
        .findFirst()
        .orElseThrow(
            () ->
                new Misconfigured(
                    "failed to find resource referenced by paramKind: '"
                        + kind.group()
                        + "/"
                        + kind.version()
                        + ", Kind="
                        + kind.kind()
                        + "'"));
  }

  /// The params of a binding: one null where the policy has none.
  ///
  /// @param kind the resource of the policy's `paramKind`; empty if it has none
  static List<@Nullable Map<String, @Nullable Object>> of(
      Optional<Resource> kind, PolicyBinding binding, Attempt attempt) throws Misconfigured {
    List<@Nullable Map<String, @Nullable Object>> params = new ArrayList<>();
    if (kind.isEmpty() || binding.paramRef().isEmpty()) {
      params.add(null);
      return params;
    }
    Resource resource = kind.get();
    TreeNode ref = binding.paramRef().get();
    String namespace = namespace(resource, ref, attempt);
    if (!ref.text("name").isEmpty()) {
      attempt
          .stored()
          .get(resource.storage().name(), namespace, ref.text("name"))
          .ifPresent(tree -> params.add(resource.storage().fromStored().apply(tree)));
    } else {
      Selector selector = LabelSelectorValidation.of(ref.at("selector"));
      for (Map<String, @Nullable Object> tree :
          attempt.stored().list(resource.storage().name(), namespace)) {
        if (selector.matches(TreeNode.view(tree).at("metadata").textMap("labels"))) {
          params.add(resource.storage().fromStored().apply(tree));
        }
      }
    }
    if (params.isEmpty() && ref.text("parameterNotFoundAction").equals("Deny")) {
      throw new Misconfigured(
          "no params found for policy binding with `Deny` parameterNotFoundAction");
    }
    return params;
  }

  private static String namespace(Resource resource, TreeNode ref, Attempt attempt)
      throws Misconfigured {
    String given = ref.text("namespace");
    if (!resource.namespaced()) {
      if (!given.isEmpty()) {
        throw new Misconfigured(
            "paramRef.namespace must not be provided for a cluster-scoped `paramKind`");
      }
      return "";
    }
    String namespace = given.isEmpty() ? attempt.namespace() : given;
    if (namespace.isEmpty()) {
      throw new Misconfigured(
          "cannot use namespaced paramRef in policy binding that matches cluster-scoped resources");
    }
    return namespace;
  }
}
