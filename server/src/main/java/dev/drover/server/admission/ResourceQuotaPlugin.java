package dev.drover.server.admission;

import dev.drover.api.Quantity;
import dev.drover.schema.TreeNode;
import dev.drover.server.core.AdmissionPlugin;
import dev.drover.server.core.ApiError;
import dev.drover.server.core.ApiObjects;
import dev.drover.server.core.Catalog;
import dev.drover.server.core.Resource;
import dev.drover.server.validation.ResourceLists;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/// Admits objects as long as the quotas of their namespace allow it, and counts them there.
///
/// The plug-in reads and writes `status` of a quota: `hard`, which in a cluster a controller copies
/// from `spec`, and `used`, which the same controller corrects after deletions.
///
/// In Go: the plug-in `ResourceQuota`.
public final class ResourceQuotaPlugin implements AdmissionPlugin {
  private static final String QUOTAS = "/resourcequotas";
  private static final String SERVER = "kube-apiserver"; // counts in its own name

  private final Supplier<? extends ApiObjects> objects;
  private final Catalog catalog;

  /// @param objects asked for only when something is counted
  public ResourceQuotaPlugin(Supplier<? extends ApiObjects> objects, Catalog catalog) {
    this.objects = objects;
    this.catalog = catalog;
  }

  @Override
  public void validate(Attempt attempt) {
    if (attempt.namespace().isEmpty() || !attempt.resource().namespaced()) {
      return;
    }
    QuotaUsage usage = QuotaUsage.of(attempt.resource());
    if (!usage.handles(attempt)) {
      return;
    }
    List<TreeNode> quotas =
        attempt.stored().list(QUOTAS, attempt.namespace()).stream().map(TreeNode::copyOf).toList();
    List<String> changed = new ArrayList<>();
    for (TreeNode quota : quotas) {
      Map<String, Quantity> used = ResourceLists.read(quota.at("status"), "used");
      if (!after(quota, usage, attempt).equals(used)) {
        changed.add(quota.at("metadata").text("name"));
      }
    }
    if (!attempt.dryRun()) {
      changed.forEach(name -> count(name, usage, attempt));
    }
  }

  private void count(String quota, QuotaUsage usage, Attempt attempt) {
    Resource resource =
        catalog
            .find("", "v1", "resourcequotas")
            .orElseThrow(() -> new IllegalStateException("quotas are built in"));
    try {
      objects
          .get()
          .update(
              resource,
              resource.strategy().status(),
              attempt.namespace(),
              quota,
              current -> {
                ResourceLists.write(
                    current.orCreate("status"), "used", after(current, usage, attempt));
                return current;
              },
              new ApiObjects.Write(attempt.user(), SERVER, "status", false, attempt.notes()));
    } catch (ApiError e) {
      if (e.status().code() != 404) { // a quota that is gone limits nothing
        throw e;
      }
    }
  }

  /// The usage after the write.
  ///
  /// @throws ApiError when a limit would be exceeded
  private static Map<String, Quantity> after(TreeNode quota, QuotaUsage usage, Attempt attempt) {
    TreeNode object = AdmissionPlugins.object(attempt);
    Map<String, Quantity> hard = ResourceLists.read(quota.at("status"), "hard");
    Map<String, Quantity> used = ResourceLists.read(quota.at("status"), "used");
    List<String> limited = usage.matching(hard.keySet());
    if (limited.isEmpty() || !usage.isInScopes(quota, object)) {
      return used;
    }
    String name = quota.at("metadata").text("name");
    usage
        .evaluator()
        .missing(limited, object)
        .ifPresent(
            missing -> {
              throw AdmissionPlugins.forbidden(
                  attempt, "failed quota: " + name + ": must specify " + missing);
            });
    if (!used.keySet().containsAll(limited)) {
      throw AdmissionPlugins.forbidden(
          attempt,
          "status unknown for quota: %s, resources: %s".formatted(name, String.join(",", limited)));
    }
    Map<String, Quantity> requested = requested(quota, usage, attempt);
    requested.keySet().retainAll(hard.keySet());
    Map<String, Quantity> sum = new TreeMap<>(used);
    ResourceLists.add(sum, requested);
    Set<String> exceeded =
        requested.keySet().stream()
            .filter(it -> isMore(sum, hard, it))
            .collect(Collectors.toCollection(TreeSet::new));
    if (!exceeded.isEmpty()) {
      throw AdmissionPlugins.forbidden(
          attempt,
          "exceeded quota: %s, requested: %s, used: %s, limited: %s"
              .formatted(
                  name, shown(requested, exceeded), shown(used, exceeded), shown(hard, exceeded)));
    }
    return sum;
  }

  private static boolean isMore(
      Map<String, Quantity> sum, Map<String, Quantity> hard, String name) {
    Quantity wanted = sum.get(name);
    Quantity limit = hard.get(name);
    return wanted != null && limit != null && wanted.compareTo(limit) > 0;
  }

  private static String shown(Map<String, Quantity> amounts, Set<String> names) {
    return amounts.entrySet().stream()
        .filter(amount -> names.contains(amount.getKey()))
        .map(amount -> amount.getKey() + "=" + amount.getValue().text())
        .collect(Collectors.joining(","));
  }

  /// How much more is taken: of a changed object, what it did not take before.
  private static Map<String, Quantity> requested(
      TreeNode quota, QuotaUsage usage, Attempt attempt) {
    Map<String, Quantity> now = new TreeMap<>(usage.of(AdmissionPlugins.object(attempt)));
    TreeNode old = AdmissionPlugins.old(attempt);
    if (attempt.operation() == Operation.UPDATE && usage.isInScopes(quota, old)) {
      usage
          .of(old)
          .forEach(
              (name, before) ->
                  now.computeIfPresent(
                      name,
                      (_, amount) ->
                          amount.compareTo(before) > 0
                              ? Quantity.of(
                                  amount.toBigDecimal().subtract(before.toBigDecimal()),
                                  amount.format())
                              : Quantity.parse("0")));
    }
    now.values().removeIf(Quantity::isZero);
    return now;
  }
}
