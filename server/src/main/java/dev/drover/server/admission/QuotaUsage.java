package dev.drover.server.admission;

import dev.drover.api.Quantity;
import dev.drover.schema.TreeNode;
import dev.drover.server.core.AdmissionPlugin;
import dev.drover.server.core.QuotaEvaluator;
import dev.drover.server.core.Resource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/// The usage of quotas by objects of one resource: their number, and what the kind adds.
///
/// @param counted the names under which objects are counted
/// @param evaluator what the kind adds
public record QuotaUsage(Set<String> counted, QuotaEvaluator evaluator) {
  private static final Quantity ONE = Quantity.parse("1");

  /// How objects of a resource are counted.
  public static QuotaUsage of(Resource resource) {
    String plural = resource.gvr().resource();
    String group = resource.gvr().group();
    QuotaEvaluator evaluator = resource.definition().quota();
    Set<String> names = new TreeSet<>();
    names.add("count/" + (group.isEmpty() ? plural : plural + "." + group));
    if (evaluator.countsPlural()) {
      names.add(plural);
    }
    return new QuotaUsage(names, evaluator);
  }

  /// Whether a write can change the usage.
  boolean handles(AdmissionPlugin.Attempt attempt) {
    return evaluator.handles(attempt);
  }

  /// The resources of a quota that objects use, sorted.
  public List<String> matching(Set<String> limited) {
    return limited.stream()
        .filter(name -> counted.contains(name) || evaluator.uses(name))
        .sorted()
        .toList();
  }

  /// The usage of an object.
  public Map<String, Quantity> of(TreeNode object) {
    Map<String, Quantity> usage = new TreeMap<>();
    counted.forEach(name -> usage.put(name, ONE));
    evaluator.addUsage(object, usage);
    return usage;
  }

  /// Whether an object matches all scopes of a quota.
  public boolean isInScopes(TreeNode quota, TreeNode object) {
    TreeNode spec = quota.at("spec");
    return spec.texts("scopes").stream()
            .allMatch(scope -> evaluator.isInScope(scope, "Exists", List.of(), object))
        && spec.at("scopeSelector").items("matchExpressions").stream()
            .allMatch(
                it ->
                    evaluator.isInScope(
                        it.text("scopeName"), it.text("operator"), it.texts("values"), object));
  }
}
