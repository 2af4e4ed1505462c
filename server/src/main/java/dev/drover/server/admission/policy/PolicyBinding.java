package dev.drover.server.admission.policy;

import dev.drover.schema.TreeNode;
import dev.drover.server.admission.match.Matching;
import dev.drover.server.admission.match.RequestView;
import java.util.List;
import java.util.Optional;

/// A binding of an admission policy, parsed.
///
/// @param matching which of the requests that the policy is about; empty for all of them
/// @param paramRef which objects are its `params`; empty for none
/// @param actions what happens to a request that the policy refuses: `Deny`, `Warn`, `Audit`
record PolicyBinding(
    String name,
    String policy,
    Optional<Matching> matching,
    Optional<TreeNode> paramRef,
    List<String> actions) {
  static PolicyBinding of(TreeNode binding) {
    TreeNode spec = binding.at("spec");
    return new PolicyBinding(
        binding.at("metadata").text("name"),
        spec.text("policyName"),
        spec.child("matchResources").map(Matching::ofPolicy),
        spec.child("paramRef"),
        spec.texts("validationActions"));
  }

  /// Whether it binds the policy to a request that the policy is about.
  boolean selects(RequestView request) {
    return matching.isEmpty() || matching.get().find(request).isPresent();
  }
}
