package dev.drover.server.controllers.policy;

import dev.drover.schema.TreeNode;
import dev.drover.server.controllers.core.ClusterPass;
import dev.drover.server.controllers.core.Controller;
import dev.drover.server.controllers.core.Item;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Checks the types of the expressions of validating admission policies and writes the result into
/// their status: once for each generation, so that a kind which is installed later does not change
/// the status.
///
/// In Go: `validatingadmissionpolicystatus.Controller`.
public final class PolicyStatusController implements Controller {
  private static final String POLICIES = "admissionregistration.k8s.io/validatingadmissionpolicies";
  private static final String MANAGER = "validatingadmissionpolicy-status";

  @Override
  public void pass(ClusterPass cluster) {
    cluster.forEach(
        cluster.of(POLICIES),
        policy -> {
          if (policy.generation() > policy.status().number("observedGeneration", 0)) {
            cluster.applyStatus(policy, MANAGER, status(policy, cluster));
          }
        });
  }

  private static Map<String, @Nullable Object> status(Item policy, ClusterPass cluster) {
    List<Map<String, @Nullable Object>> warnings =
        PolicyTypeCheck.warnings(policy.object(), cluster.served());
    TreeNode status = TreeNode.empty();
    status.set("observedGeneration", policy.generation());
    Map<String, @Nullable Object> types = new LinkedHashMap<>();
    if (!warnings.isEmpty()) {
      types.put("expressionWarnings", warnings);
    }
    status.set("typeChecking", types);
    return status.map();
  }
}
