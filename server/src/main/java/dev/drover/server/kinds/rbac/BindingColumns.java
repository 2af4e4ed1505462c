package dev.drover.server.kinds.rbac;

import static dev.drover.server.table.Columns.age;
import static dev.drover.server.table.Columns.name;
import static dev.drover.server.table.Columns.text;

import dev.drover.schema.TreeNode;
import dev.drover.server.table.Column;
import java.util.List;
import java.util.stream.Collectors;

/// Printer columns of role bindings.
final class BindingColumns {
  private BindingColumns() {}

  static List<Column> binding() {
    return List.of(
        name(),
        text(
            "Role",
            binding ->
                binding.at("roleRef").text("kind") + "/" + binding.at("roleRef").text("name")),
        age(),
        text("Users", binding -> subjects(binding, "User")).wide(),
        text("Groups", binding -> subjects(binding, "Group")).wide(),
        text("ServiceAccounts", binding -> subjects(binding, "ServiceAccount")).wide());
  }

  private static String subjects(TreeNode binding, String kind) {
    return binding.items("subjects").stream()
        .filter(subject -> subject.text("kind").equals(kind))
        .map(
            subject ->
                (kind.equals("ServiceAccount") ? subject.text("namespace") + "/" : "")
                    + subject.text("name"))
        .collect(Collectors.joining(", "));
  }
}
