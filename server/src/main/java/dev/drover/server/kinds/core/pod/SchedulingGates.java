package dev.drover.server.kinds.core.pod;

import dev.drover.schema.FieldPath;
import dev.drover.schema.TreeNode;
import dev.drover.server.validation.FieldValidator;
import dev.drover.server.validation.InternalForm;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Updates of gated pods: while a pod has scheduling gates, its node constraints may become
/// stricter.
final class SchedulingGates {
  private static final String REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";

  private SchedulingGates() {}

  /// Checks changes about nodes, and undoes them.
  ///
  /// @param restored a copy of the new spec, to be made like the old one
  static void check(FieldValidator spec, TreeNode restored, TreeNode was) {
    Map<String, String> selector = restored.textMap("nodeSelector");
    if (!selector.entrySet().containsAll(was.textMap("nodeSelector").entrySet())) {
      spec.child("nodeSelector")
          .invalid(
              selector.isEmpty() ? null : selector,
              "only additions to spec.nodeSelector are allowed (no mutations or deletions)");
    }
    PodUpdateValidation.restore(restored, was, "nodeSelector");
    checkAffinity(spec, was.at("affinity").at("nodeAffinity"));
    restoreAffinity(restored, was);
  }

  private static void checkAffinity(FieldValidator spec, TreeNode before) {
    List<TreeNode> oldTerms = before.at(REQUIRED).items("nodeSelectorTerms");
    if (oldTerms.isEmpty()) {
      return;
    }
    FieldValidator terms = spec.child("affinity", "nodeAffinity", REQUIRED, "nodeSelectorTerms");
    if (terms.size() != oldTerms.size()) {
      List<@Nullable Object> shown = new ArrayList<>();
      terms.each(term -> shown.add(shown(term.node())));
      terms.invalid(
          shown.isEmpty() ? null : shown,
          "no additions/deletions to non-empty NodeSelectorTerms list are allowed");
      return;
    }
    FieldPath path = terms.path();
    for (int i = 0; i < oldTerms.size(); i++) {
      TreeNode term = terms.items().get(i).node();
      if (!hasOnlyAdditions(term, oldTerms.get(i))) {
        terms
            .as(path.index(i))
            .invalid(shown(term), "only additions are allowed (no mutations or deletions)");
      }
    }
  }

  private static Map<String, @Nullable Object> shown(TreeNode term) {
    return InternalForm.of("core/v1.NodeSelectorTerm", term);
  }

  private static boolean hasOnlyAdditions(TreeNode term, TreeNode was) {
    boolean wasEmpty = was.list("matchExpressions").isEmpty() && was.list("matchFields").isEmpty();
    boolean isEmpty = term.list("matchExpressions").isEmpty() && term.list("matchFields").isEmpty();
    return (!wasEmpty || isEmpty)
        && startsWith(term.list("matchExpressions"), was.list("matchExpressions"))
        && startsWith(term.list("matchFields"), was.list("matchFields"));
  }

  private static boolean startsWith(List<@Nullable Object> list, List<@Nullable Object> beginning) {
    return list.size() >= beginning.size() && list.subList(0, beginning.size()).equals(beginning);
  }

  private static void restoreAffinity(TreeNode restored, TreeNode was) {
    TreeNode before = was.at("affinity");
    if (!restored.has("affinity") && before.has("nodeAffinity")) {
      restored.orCreate("affinity");
    }
    restored
        .child("affinity")
        .ifPresent(affinity -> PodUpdateValidation.restore(affinity, before, "nodeAffinity"));
    if (!was.has("affinity") && restored.at("affinity").map().isEmpty()) {
      restored.remove("affinity");
    }
  }
}
