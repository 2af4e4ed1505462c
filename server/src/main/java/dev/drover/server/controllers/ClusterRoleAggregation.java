package dev.drover.server.controllers;

import dev.drover.schema.TreeNode;
import dev.drover.server.controllers.core.ClusterPass;
import dev.drover.server.controllers.core.Controller;
import dev.drover.server.controllers.core.Item;
import dev.drover.server.validation.LabelSelectorValidation;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Fills cluster roles that have an `aggregationRule` with the rules of the roles it selects.
final class ClusterRoleAggregation implements Controller {
  private static final String ROLES = "rbac.authorization.k8s.io/clusterroles";

  @Override
  public void pass(ClusterPass cluster) {
    List<Item> roles = cluster.of(ROLES);
    cluster.forEach(roles, role -> aggregate(cluster, role, roles));
  }

  private static void aggregate(ClusterPass cluster, Item role, List<Item> roles) {
    List<TreeNode> selectors = role.object().at("aggregationRule").items("clusterRoleSelectors");
    if (!selectors.isEmpty()) {
      List<@Nullable Object> rules = rules(role, selectors, roles);
      if (!rules.equals(role.object().list("rules"))) {
        cluster.update(role, object -> object.set("rules", rules));
      }
    }
  }

  /// The rules of all selected roles in the order of their names, each once.
  private static List<@Nullable Object> rules(
      Item role, List<TreeNode> selectors, List<Item> roles) {
    List<@Nullable Object> rules = new ArrayList<>();
    for (TreeNode selector : selectors) {
      for (Item other : roles) {
        if (!other.name().equals(role.name()) && selects(selector, other)) {
          for (Object rule : other.object().list("rules")) {
            if (!rules.contains(rule)) {
              rules.add(rule);
            }
          }
        }
      }
    }
    return rules;
  }

  private static boolean selects(TreeNode selector, Item role) {
    return LabelSelectorValidation.of(selector).matches(role.metadata().textMap("labels"));
  }
}
