package dev.drover.crd.engine;

import dev.drover.cel.CelProgram;
import dev.drover.cel.CelSchema;
import dev.drover.schema.FieldError;
import dev.drover.schema.FieldPath;
import dev.drover.schema.TreeNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Enforces the rules in a schema, which are compiled once.
///
/// In Go: `cel.Validator`.
final class RuleValidator {
  private final TreeNode schema;
  private final List<CompiledRule> rules;
  private final @Nullable RuleValidator items;
  private final @Nullable RuleValidator additional;
  private final Map<String, RuleValidator> properties;
  private final List<RuleValidator> allOf;

  private RuleValidator(
      TreeNode schema,
      List<CompiledRule> rules,
      @Nullable RuleValidator items,
      @Nullable RuleValidator additional,
      Map<String, RuleValidator> properties,
      List<RuleValidator> allOf) {
    this.schema = schema;
    this.rules = rules;
    this.items = items;
    this.additional = additional;
    this.properties = properties;
    this.allOf = allOf;
  }

  /// The rules of the schema of a custom kind; empty where it has none.
  static Optional<RuleValidator> of(Map<String, @Nullable Object> openApiV3Schema) {
    TreeNode schema = TreeNode.view(openApiV3Schema);
    return Optional.ofNullable(compile(schema, schema, true));
  }

  /// @param rules what has the rules: the schema itself or a part of its `allOf`
  private static @Nullable RuleValidator compile(
      TreeNode rules, TreeNode schema, boolean resource) {
    CelSchema types = CelSchema.of(schema.map(), resource).orElse(null);
    List<CompiledRule> compiled = new ArrayList<>();
    if (types != null) {
      for (TreeNode rule : rules.items("x-kubernetes-validations")) {
        compiled.add(CompiledRule.of(rule, types));
      }
    }
    RuleValidator items = nested(rules, schema, "items");
    RuleValidator additional = nested(rules, schema, "additionalProperties");
    Map<String, RuleValidator> properties = new LinkedHashMap<>();
    for (String name : rules.at("properties").map().keySet()) {
      RuleValidator property = nested(rules.at("properties"), schema.at("properties"), name);
      if (property != null) {
        properties.put(name, property);
      }
    }
    List<RuleValidator> allOf = new ArrayList<>();
    for (TreeNode part : rules.items("allOf")) {
      RuleValidator nested = compile(part, schema, resource);
      if (nested != null) {
        allOf.add(nested);
      }
    }
    boolean empty =
        compiled.isEmpty()
            && items == null
            && additional == null
            && properties.isEmpty()
            && allOf.isEmpty();
    return empty ? null : new RuleValidator(schema, compiled, items, additional, properties, allOf);
  }

  private static @Nullable RuleValidator nested(TreeNode rules, TreeNode schema, String name) {
    TreeNode part = rules.child(name).orElse(null);
    TreeNode of = schema.child(name).orElse(null);
    return part == null || of == null
        ? null
        : compile(part, of, of.isTrue("x-kubernetes-embedded-resource"));
  }

  /// What an object breaks, and what it may break because it did so before.
  record Findings(List<FieldError> errors, List<String> warnings) {}

  /// Checks an object.
  ///
  /// @param old the object before a change, or null
  Findings check(
      Map<String, @Nullable Object> object, @Nullable Map<String, @Nullable Object> old) {
    RuleRun run = new RuleRun(CelProgram.COST_PER_OBJECT);
    Correlation correlation = old == null ? null : new Correlation(object, old, schema);
    validate(run, FieldPath.ROOT, object, old, new Ratchet(correlation, null));
    return new Findings(run.errors(), run.warnings());
  }

  /// What of the object before a value can be compared with.
  ///
  /// @param current the value itself, or null
  /// @param nearest the nearest part around it, or null
  record Ratchet(@Nullable Correlation current, @Nullable Correlation nearest) {
    boolean forgives() {
      Correlation compared = current == null ? nearest : current;
      return compared != null && compared.isUnchanged();
    }

    Ratchet key(String field) {
      if (current == null) {
        return this;
      }
      if (nearest == null && (field.equals("apiVersion") || field.equals("kind"))) {
        return new Ratchet(null, null);
      }
      return new Ratchet(current.key(field), current);
    }

    Ratchet index(int index) {
      return current == null ? this : new Ratchet(current.index(index), current);
    }
  }

  private void validate(
      RuleRun run, FieldPath path, @Nullable Object value, @Nullable Object old, Ratchet ratchet) {
    if (value == null || run.isOver()) {
      return;
    }
    run.evaluate(rules, schema, path, value, old, ratchet);
    for (RuleValidator part : allOf) {
      part.validate(run, path, value, old, new Ratchet(null, ratchet.nearest()));
    }
    switch (value) {
      case List<?> list -> validateItems(run, path, list, old, ratchet);
      case Map<?, ?> map -> validateFields(run, path, map, old, ratchet);
      default -> {}
    }
  }

  private void validateItems(
      RuleRun run, FieldPath path, List<?> list, @Nullable Object old, Ratchet ratchet) {
    if (items == null) {
      return;
    }
    List<?> before = old instanceof List<?> known ? known : List.of();
    for (int i = 0; i < list.size(); i++) {
      Object counterpart = Correlation.counterpart(list.get(i), before, schema);
      items.validate(run, path.index(i), list.get(i), counterpart, ratchet.index(i));
    }
  }

  private void validateFields(
      RuleRun run, FieldPath path, Map<?, ?> map, @Nullable Object old, Ratchet ratchet) {
    Map<?, ?> before = old instanceof Map<?, ?> known ? known : Map.of();
    map.forEach(
        (key, value) -> {
          String name = String.valueOf(key);
          if (additional != null) {
            additional.validate(run, path.key(name), value, before.get(name), ratchet.key(name));
          }
          RuleValidator property = properties.get(name);
          if (property != null) {
            property.validate(run, path.child(name), value, before.get(name), ratchet.key(name));
          }
        });
  }
}
