package dev.drover.server.kinds.admissionregistration;

import static dev.drover.server.table.Columns.age;
import static dev.drover.server.table.Columns.integer;
import static dev.drover.server.table.Columns.name;
import static dev.drover.server.table.Columns.text;

import dev.drover.schema.TreeNode;
import dev.drover.server.table.Cells;
import dev.drover.server.table.Column;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// Printer columns of webhook configurations and admission policies.
final class AdmissionColumns {
  private AdmissionColumns() {}

  static List<Column> webhooks() {
    return List.of(name(), integer("Webhooks", Cells.size("webhooks")), age());
  }

  static List<Column> admissionPolicy(String rules, String path) {
    return List.of(
        name(),
        integer(rules, Cells.size(path)),
        text("ParamKind", AdmissionColumns::parameterKind),
        age());
  }

  private static String parameterKind(TreeNode policy) {
    return policy
        .at("spec")
        .child("paramKind")
        .map(kind -> kind.text("apiVersion") + "/" + kind.text("kind"))
        .orElse(Cells.UNSET);
  }

  static List<Column> policyBinding() {
    return List.of(
        name(),
        text("PolicyName", Cells.text("spec.policyName")),
        text("ParamRef", AdmissionColumns::parameter),
        age());
  }

  private static String parameter(TreeNode binding) {
    TreeNode reference = Cells.at(binding, "spec.paramRef");
    String name = reference.text("name");
    String namespace = reference.text("namespace");
    if (!name.isEmpty()) {
      return (namespace.isEmpty() ? "*" : namespace) + "/" + name;
    }
    return reference.child("selector").map(AdmissionColumns::goText).orElse(Cells.UNSET);
  }

  /// A selector as Go prints its type.
  private static String goText(TreeNode selector) {
    String labels =
        selector.textMap("matchLabels").entrySet().stream()
            .sorted(Map.Entry.comparingByKey())
            .map(label -> label.getKey() + ": " + label.getValue() + ",")
            .collect(Collectors.joining());
    String expressions =
        selector.items("matchExpressions").stream()
            .map(
                expression ->
                    "LabelSelectorRequirement{Key:%s,Operator:%s,Values:[%s],},"
                        .formatted(
                            expression.text("key"),
                            expression.text("operator"),
                            String.join(" ", expression.texts("values"))))
            .collect(Collectors.joining());
    return "&LabelSelector{MatchLabels:map[string]string{"
        + labels
        + "},MatchExpressions:[]LabelSelectorRequirement{"
        + expressions
        + "},}";
  }
}
