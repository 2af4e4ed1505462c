package dev.drover.server.admission.policy;

import dev.drover.schema.TreeNode;
import dev.drover.server.strategy.StoredObjects;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// All policies that have bindings, by name.
///
/// They count from the moment they are stored, and are compiled once. Safe for any number of
/// threads.
///
/// @param <P> what is made of a policy
final class PolicySource<P> {
  private static final String GROUP = "admissionregistration.k8s.io/";

  private final String policies;
  private final String bindings;
  private final Function<TreeNode, P> compiler;
  private final AtomicReference<Known<P>> known =
      new AtomicReference<>(new Known<>(List.of(), List.of(), Map.of(), List.of()));

  /// A policy with its bindings.
  record Bound<P>(P policy, List<PolicyBinding> bindings) {}

  /// What was read last, and what was made of it.
  private record Known<P>(
      List<Map<String, @Nullable Object>> policies,
      List<Map<String, @Nullable Object>> bindings,
      Map<String, Compiled<P>> compiled,
      List<Bound<P>> bound) {}

  private record Compiled<P>(Map<String, @Nullable Object> tree, P policy) {}

  /// @param policies the plural of the policies
  /// @param bindings the plural of the bindings
  PolicySource(String policies, String bindings, Function<TreeNode, P> compiler) {
    this.policies = GROUP + policies;
    this.bindings = GROUP + bindings;
    this.compiler = compiler;
  }

  List<Bound<P>> bound(StoredObjects stored) {
    List<Map<String, @Nullable Object>> bindingTrees = stored.list(bindings, "");
    if (bindingTrees.isEmpty()) {
      return List.of();
    }
    List<Map<String, @Nullable Object>> policyTrees = stored.list(policies, "");
    Known<P> last = known.get();
    if (isSame(policyTrees, last.policies) && isSame(bindingTrees, last.bindings)) {
      return last.bound;
    }
    Map<String, Compiled<P>> compiled = new HashMap<>();
    for (Map<String, @Nullable Object> tree : policyTrees) {
      String name = TreeNode.view(tree).at("metadata").text("name");
      compiled.put(name, compiled(tree, last.compiled.get(name)));
    }
    List<PolicyBinding> all =
        bindingTrees.stream()
            .map(tree -> PolicyBinding.of(TreeNode.view(tree)))
            .sorted(Comparator.comparing(PolicyBinding::name))
            .toList();
    List<Bound<P>> bound =
        compiled.entrySet().stream()
            .sorted(Map.Entry.comparingByKey())
            .map(
                entry ->
                    new Bound<>(
                        entry.getValue().policy,
                        all.stream().filter(it -> it.policy().equals(entry.getKey())).toList()))
            .filter(it -> !it.bindings.isEmpty())
            .toList();
    known.set(new Known<>(List.copyOf(policyTrees), List.copyOf(bindingTrees), compiled, bound));
    return bound;
  }

  @SuppressWarnings("ReferenceEquality") // stored trees never change
  private Compiled<P> compiled(Map<String, @Nullable Object> tree, @Nullable Compiled<P> before) {
    return before != null && before.tree == tree
        ? before
        : new Compiled<>(tree, compiler.apply(TreeNode.view(tree)));
  }

  @SuppressWarnings("ReferenceEquality") // stored trees never change
  private static boolean isSame(List<?> trees, List<?> others) {
    if (trees.size() != others.size()) {
      return false;
    }
    for (int i = 0; i < trees.size(); i++) {
      if (trees.get(i) != others.get(i)) {
        return false;
      }
    }
    return true;
  }
}
