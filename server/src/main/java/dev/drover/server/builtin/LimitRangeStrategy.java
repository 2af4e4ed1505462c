package dev.drover.server.builtin;

import dev.drover.api.Quantity;
import dev.drover.schema.TreeNode;
import dev.drover.server.rules.DataStrategy;
import dev.drover.server.rules.ResourceLists;
import java.util.List;
import java.util.Map;

/// Limit ranges: limits of containers get defaults from each other.
final class LimitRangeStrategy implements DataStrategy {
  private static final List<String> AMOUNTS =
      List.of("max", "min", "default", "defaultRequest", "maxLimitRequestRatio");

  @Override
  public void setDefaults(TreeNode object) {
    for (TreeNode limit : object.at("spec").items("limits")) {
      AMOUNTS.forEach(name -> ResourceLists.setDefaults(limit, name));
      if (limit.text("type").equals("Container")) {
        fill(limit, "default", "max");
        fill(limit, "defaultRequest", "default");
        fill(limit, "defaultRequest", "min");
      }
    }
  }

  private static void fill(TreeNode limit, String field, String from) {
    Map<String, Quantity> amounts = ResourceLists.read(limit, field);
    ResourceLists.read(limit, from).forEach(amounts::putIfAbsent);
    if (!amounts.isEmpty()) {
      ResourceLists.write(limit, field, amounts);
    }
  }

  @Override
  public boolean createsOnUpdate() {
    return true;
  }
}
