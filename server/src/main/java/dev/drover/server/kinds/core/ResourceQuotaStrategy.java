package dev.drover.server.kinds.core;

import dev.drover.api.Quantity;
import dev.drover.schema.FieldError;
import dev.drover.schema.TreeNode;
import dev.drover.server.strategy.Deletion;
import dev.drover.server.strategy.Generation;
import dev.drover.server.strategy.StatusStrategy;
import dev.drover.server.strategy.UpdateStrategy;
import dev.drover.server.validation.FieldValidator;
import dev.drover.server.validation.InternalForm;
import dev.drover.server.validation.ResourceLists;
import dev.drover.server.validation.ResourceNames;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Prepares and validates resource quotas.
public final class ResourceQuotaStrategy implements StatusStrategy {
  private static final String CROSS_NAMESPACE = "CrossNamespacePodAffinity";
  private static final Set<String> FLAGS =
      Set.of("BestEffort", "NotBestEffort", "Terminating", "NotTerminating", CROSS_NAMESPACE);
  private static final List<Set<String>> EXCLUSIVE =
      List.of(Set.of("BestEffort", "NotBestEffort"), Set.of("Terminating", "NotTerminating"));
  private static final List<String> AMOUNTS =
      List.of("cpu", "memory", "storage", "ephemeral-storage");
  private static final Set<String> OF_PODS =
      Set.of(
          "pods",
          "cpu",
          "memory",
          "requests.cpu",
          "requests.memory",
          "limits.cpu",
          "limits.memory");

  @Override
  public void setDefaults(TreeNode object) {
    ResourceLists.setDefaults(object.at("spec"), "hard");
    ResourceLists.setDefaults(object.at("status"), "hard");
    ResourceLists.setDefaults(object.at("status"), "used");
  }

  @Override
  public List<FieldError> validate(TreeNode object) {
    FieldValidator spec = FieldValidator.root(object).child("spec");
    check(spec);
    return spec.errors();
  }

  @Override
  public List<FieldError> validateUpdate(TreeNode object, TreeNode old) {
    FieldValidator spec = FieldValidator.root(object).child("spec");
    check(spec);
    FieldValidator scopes = spec.child("scopes");
    if (!new HashSet<>(spec.node().texts("scopes"))
        .equals(new HashSet<>(old.at("spec").texts("scopes")))) {
      scopes.invalid(scopes.value(), FieldValidator.IMMUTABLE);
    }
    return spec.errors();
  }

  @Override
  public UpdateStrategy status() {
    return UpdateStrategy.STATUS.validating((object, _) -> validateStatus(object));
  }

  private List<FieldError> validateStatus(TreeNode object) {
    FieldValidator status = FieldValidator.root(object).child("status");
    checkAmounts(status.child("hard"));
    checkAmounts(status.child("used"));
    return status.errors();
  }

  private static void check(FieldValidator spec) {
    checkAmounts(spec.child("hard"));
    checkScopes(spec);
    if (spec.has("scopeSelector")) {
      checkSelector(spec);
    }
  }

  private static void checkAmounts(FieldValidator amounts) {
    amounts
        .entries()
        .forEach(
            (name, amount) -> {
              ResourceNames.checkQuotaName(amount, name);
              ResourceNames.checkAmount(amount, name);
            });
  }

  private static void checkScopes(FieldValidator spec) {
    FieldValidator scopes = spec.child("scopes");
    for (FieldValidator scope : scopes.items()) {
      if (!isKnown(scope.text())) {
        scopes.invalid("unsupported scope");
      }
      unfit(spec, scope.text())
          .forEach(_ -> scopes.invalid("unsupported scope applied to resource"));
    }
    checkExclusive(new HashSet<>(spec.node().texts("scopes")), scopes, scopes);
  }

  private static boolean isKnown(String scope) {
    return FLAGS.contains(scope)
        || scope.equals("PriorityClass")
        || scope.equals("VolumeAttributesClass");
  }

  /// The resources to which a scope does not apply.
  private static List<String> unfit(FieldValidator spec, String scope) {
    return new TreeSet<>(spec.child("hard").keys())
        .stream().filter(ResourceNames::isQuotaName).filter(name -> !fits(scope, name)).toList();
  }

  private static boolean fits(String scope, String name) {
    return switch (scope) {
      case "Terminating", "NotTerminating", "NotBestEffort", "PriorityClass", CROSS_NAMESPACE ->
          OF_PODS.contains(name);
      case "BestEffort" -> name.equals("pods");
      case "VolumeAttributesClass" ->
          name.equals("persistentvolumeclaims") || name.equals("requests.storage");
      default -> true;
    };
  }

  private static void checkExclusive(
      Set<String> given, FieldValidator where, FieldValidator shown) {
    for (Set<String> pair : EXCLUSIVE) {
      if (given.containsAll(pair)) {
        where.invalid(shown.value(), "conflicting scopes");
      }
    }
  }

  private static void checkSelector(FieldValidator spec) {
    FieldValidator selector = spec.child("scopeSelector");
    FieldValidator expressions = selector.child("matchExpressions");
    Set<String> given = new HashSet<>();
    for (FieldValidator expression : expressions.items()) {
      // Complaints do not tell which of the expressions is wrong.
      FieldValidator requirement = expression.as(expressions.path());
      FieldValidator scope = requirement.child("scopeName");
      if (!isKnown(scope.text())) {
        scope.invalidTyped("unsupported scope");
      }
      unfit(spec, scope.text())
          .forEach(
              _ ->
                  expressions.invalid(
                      InternalForm.of("core/v1.ScopeSelector", selector.node()),
                      "unsupported scope applied to resource"));
      checkRequirement(requirement, scope.text());
      given.add(scope.text());
    }
    checkExclusive(given, expressions, spec.child("scopes"));
  }

  private static void checkRequirement(FieldValidator requirement, String scope) {
    FieldValidator operator = requirement.child("operator");
    FieldValidator values = requirement.child("values");
    if (FLAGS.contains(scope) && !operator.text().equals("Exists")) {
      operator.invalidTyped(
          "must be 'Exists' when scope is any of ResourceQuotaScopeTerminating,"
              + " ResourceQuotaScopeNotTerminating, ResourceQuotaScopeBestEffort,"
              + " ResourceQuotaScopeNotBestEffort or ResourceQuotaScopeCrossNamespacePodAffinity");
    }
    switch (operator.text()) {
      case "In", "NotIn" -> {
        if (values.size() == 0) {
          values.required(
              "must be at least one value when `operator` is 'In' or 'NotIn' for scope selector");
        }
      }
      case "Exists", "DoesNotExist" -> {
        if (values.size() > 0) {
          values.invalid(
              "must be no value when `operator` is 'Exist' or 'DoesNotExist' for scope selector");
        }
      }
      default -> operator.invalidTyped("not a valid selector operator");
    }
  }

  @Override
  public List<String> warnings(TreeNode object, @Nullable TreeNode old) {
    if (old != null) {
      return List.of();
    }
    List<String> warnings = new ArrayList<>();
    Map<String, Quantity> hard = ResourceLists.read(object.at("spec"), "hard");
    for (String name : AMOUNTS) {
      boolean isShort =
          !hard.containsKey("requests." + name)
              && (name.equals("cpu") || name.equals("memory"))
              && hard.containsKey(name);
      String requestName = isShort ? name : "requests." + name;
      Quantity request = hard.get(requestName);
      Quantity limit = hard.get("limits." + name);
      if (request != null && limit != null && request.compareTo(limit) > 0) {
        warnings.add(
            "ResourceQuota %s (%s) should be less than limits.%s (%s)"
                .formatted(requestName, request.text(), name, limit.text()));
      }
    }
    return warnings;
  }

  @Override
  public Generation generation() {
    return Generation.NONE;
  }

  @Override
  public Deletion deletion() {
    return Deletion.RETURNS_OBJECT;
  }
}
