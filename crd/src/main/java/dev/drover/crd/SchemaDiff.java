package dev.drover.crd;

import dev.drover.crd.CrdDiff.Change;
import dev.drover.crd.CrdDiff.Impact;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// The changes between two schemas of one version.
final class SchemaDiff {
  private static final String KEEPS_UNKNOWN = "x-kubernetes-preserve-unknown-fields";
  private static final String EMBEDDED = "x-kubernetes-embedded-resource";
  private static final String INT_OR_STRING = "x-kubernetes-int-or-string";

  private final String version;
  private final List<Change> changes = new ArrayList<>();

  private SchemaDiff(String version) {
    this.version = version;
  }

  static List<Change> between(String version, Map<?, ?> old, Map<?, ?> next) {
    SchemaDiff diff = new SchemaDiff(version);
    diff.schema("", old, next);
    return diff.changes;
  }

  private void breaking(String path, String what, String remedy) {
    changes.add(new Change(Impact.BREAKING, version, path, what, remedy));
  }

  private void compatible(String path, String what) {
    changes.add(new Change(Impact.COMPATIBLE, version, path, what, ""));
  }

  private void schema(String path, Map<?, ?> old, Map<?, ?> next) {
    if (!type(path, old, next)) {
      return;
    }
    flags(path, old, next);
    values(path, old, next);
    for (String unit : List.of("Length", "Items", "Properties")) {
      bounds(path, "min" + unit, "max" + unit, old, next);
    }
    bounds(path, "minimum", "maximum", old, next);
    defaults(path, old, next);
    lists(path, old, next);
    rules(path, old, next);
    fields(path, old, next);
    nested(path + "[]", old.get("items"), next.get("items"));
    boolean isKept = isTrue(next, KEEPS_UNKNOWN) && next.get("additionalProperties") == null;
    if (!isKept) {
      nested(path + "{}", old.get("additionalProperties"), next.get("additionalProperties"));
    }
  }

  private void nested(String path, @Nullable Object old, @Nullable Object next) {
    if (old instanceof Map<?, ?> before && next instanceof Map<?, ?> after) {
      schema(path, before, after);
    } else if (old != null && next == null && !Boolean.FALSE.equals(old)) {
      breaking(path, "entries are no longer foreseen", "keep them: the server would prune them");
    } else if (Boolean.TRUE.equals(old) && next instanceof Map<?, ?>) {
      breaking(
          path,
          "entries have a schema now",
          "stored values may not match: allow any, or make a new version");
    }
  }

  /// Whether the types are comparable.
  private boolean type(String path, Map<?, ?> old, Map<?, ?> next) {
    String before = type(old);
    String after = type(next);
    if (before.equals(after)) {
      return true;
    }
    boolean isWider =
        after.equals("any")
            || after.equals("number") && before.equals("integer")
            || after.equals("integer or string")
                && (before.equals("integer") || before.equals("string"));
    if (isWider) {
      compatible(path, "the type is %s, was %s".formatted(after, before));
    } else {
      breaking(
          path,
          "the type is %s, was %s".formatted(after, before),
          "keep the field as it is and add another, or make a new version with a conversion");
    }
    return isWider;
  }

  private static String type(Map<?, ?> schema) {
    if (Boolean.TRUE.equals(schema.get(INT_OR_STRING))) {
      return "integer or string";
    }
    return schema.get("type") instanceof String type ? type : "any";
  }

  private void flags(String path, Map<?, ?> old, Map<?, ?> next) {
    if (isTrue(old, "nullable") && !isTrue(next, "nullable")) {
      breaking(path, "null is no longer allowed", "keep @AllowNull");
    }
    if (isTrue(old, KEEPS_UNKNOWN) && !isTrue(next, KEEPS_UNKNOWN)) {
      breaking(path, "unknown fields are pruned now", "keep @PreserveUnknownFields");
    }
    if (!isTrue(old, EMBEDDED) && isTrue(next, EMBEDDED)) {
      breaking(
          path,
          "the object must have apiVersion and kind now",
          "stored values may have none: leave it as it is, or make a new version");
    }
    for (String keyword :
        List.of("pattern", "format", "multipleOf", "not", "oneOf", "anyOf", "allOf")) {
      Object before = old.get(keyword);
      Object after = next.get(keyword);
      if (keyword.equals("format") && isWiderFormat(before, after)) {
        compatible(path, "format is %s, was %s".formatted(after, before));
      } else if (after != null && !after.equals(before)) {
        breaking(
            path,
            before == null
                ? "%s %s is new".formatted(keyword, after)
                : "%s is %s, was %s".formatted(keyword, after, before),
            "stored values may not match: leave it as it is, or make a new version");
      } else if (after == null && before != null) {
        compatible(path, keyword + " is gone");
      }
    }
  }

  private static boolean isWiderFormat(@Nullable Object before, @Nullable Object after) {
    return "int32".equals(before) && "int64".equals(after)
        || "float".equals(before) && "double".equals(after);
  }

  private static boolean isTrue(Map<?, ?> schema, String keyword) {
    return Boolean.TRUE.equals(schema.get(keyword));
  }

  private void values(String path, Map<?, ?> old, Map<?, ?> next) {
    if (!(next.get("enum") instanceof List<?> after)) {
      if (old.get("enum") != null) {
        compatible(path, "any value is allowed now");
      }
      return;
    }
    if (!(old.get("enum") instanceof List<?> before)) {
      breaking(
          path,
          "only " + after + " are allowed now",
          "stored values may be others: allow them, or make a new version");
      return;
    }
    List<Object> gone = new ArrayList<>(before);
    gone.removeAll(after);
    if (!gone.isEmpty()) {
      breaking(
          path,
          "the values " + gone + " are no longer allowed",
          "keep them until no object has them");
    }
    List<Object> added = new ArrayList<>(after);
    added.removeAll(before);
    if (!added.isEmpty()) {
      compatible(path, "the values " + added + " are new");
    }
  }

  private void bounds(String path, String lower, String upper, Map<?, ?> old, Map<?, ?> next) {
    bound(path, lower, "exclusiveMinimum", old, next, true);
    bound(path, upper, "exclusiveMaximum", old, next, false);
  }

  private void bound(
      String path, String name, String exclusive, Map<?, ?> old, Map<?, ?> next, boolean isLower) {
    Double before = number(old.get(name));
    Double after = number(next.get(name));
    boolean isNumeric = name.endsWith("imum");
    boolean isNowExclusive = isNumeric && isTrue(next, exclusive) && !isTrue(old, exclusive);
    if (Objects.equals(before, after)) {
      if (after != null && isNowExclusive) {
        breaking(path, name + " is exclusive now", "leave it as it is, or make a new version");
      }
      return;
    }
    boolean isNarrower =
        after != null && (before == null || (isLower ? after > before : after < before));
    String what = "%s is %s, was %s".formatted(name, shown(next.get(name)), shown(old.get(name)));
    if (isNarrower) {
      breaking(path, what, "stored values may be beyond it: leave it, or make a new version");
    } else {
      compatible(path, what);
    }
  }

  private static String shown(@Nullable Object bound) {
    return bound == null ? "absent" : bound.toString();
  }

  private static @Nullable Double number(@Nullable Object value) {
    return value instanceof Number number ? number.doubleValue() : null;
  }

  private void defaults(String path, Map<?, ?> old, Map<?, ?> next) {
    Object before = old.get("default");
    Object after = next.get("default");
    if (before != null && !before.equals(after)) {
      breaking(
          path,
          after == null
              ? "the default %s is gone".formatted(before)
              : "the default is %s, was %s".formatted(after, before),
          "objects without the field change their meaning: keep it, or make a new version");
    } else if (before == null && after != null) {
      compatible(path, "the default %s is new".formatted(after));
    }
  }

  private void lists(String path, Map<?, ?> old, Map<?, ?> next) {
    String before = listType(old);
    String after = listType(next);
    if (!before.equals(after)) {
      breaking(
          path,
          "the list is %s, was %s".formatted(after, before),
          "owners of fields and duplicates in stored lists would not fit: keep it");
    }
  }

  private static String listType(Map<?, ?> schema) {
    Object type = Objects.requireNonNullElse(schema.get("x-kubernetes-list-type"), "atomic");
    Object keys = schema.get("x-kubernetes-list-map-keys");
    return keys == null ? type.toString() : type + " by " + keys;
  }

  private void rules(String path, Map<?, ?> old, Map<?, ?> next) {
    Set<String> before = rules(old);
    Set<String> added = new TreeSet<>(rules(next));
    added.removeAll(before);
    for (String rule : added) {
      breaking(
          path,
          "the rule is new: " + rule,
          "objects that break it cannot be changed there any more: allow what was allowed before,"
              + " such as with oldSelf");
    }
    Set<String> gone = new TreeSet<>(before);
    gone.removeAll(rules(next));
    gone.forEach(rule -> compatible(path, "the rule is gone: " + rule));
  }

  private static Set<String> rules(Map<?, ?> schema) {
    Set<String> rules = new TreeSet<>();
    if (schema.get("x-kubernetes-validations") instanceof List<?> list) {
      for (Object rule : list) {
        if (rule instanceof Map<?, ?> map) {
          rules.add(String.valueOf(map.get("rule")));
        }
      }
    }
    return rules;
  }

  private void fields(String path, Map<?, ?> old, Map<?, ?> next) {
    Map<?, ?> before = properties(old);
    Map<?, ?> after = properties(next);
    before.forEach(
        (name, schema) -> {
          String field = path.isEmpty() ? name.toString() : path + "." + name;
          if (after.get(name) instanceof Map<?, ?> changed && schema instanceof Map<?, ?> was) {
            schema(field, was, changed);
          } else if (!isTrue(next, KEEPS_UNKNOWN) && next.get("additionalProperties") == null) {
            breaking(
                field,
                "the field is gone: the server prunes it from stored objects",
                "keep it, and say in its description that it is not used");
          }
        });
    Set<String> required = new TreeSet<>(required(next));
    required.removeAll(required(old));
    Set<String> names = new LinkedHashSet<>(required);
    after.keySet().forEach(name -> names.add(name.toString()));
    for (String name : names) {
      String field = path.isEmpty() ? name : path + "." + name;
      Map<?, ?> schema = after.get(name) instanceof Map<?, ?> map ? map : Map.of();
      if (required.contains(name) && schema.get("default") == null) {
        breaking(field, "the field is required now", "give it a @Default, or make it @Nullable");
      } else if (!before.containsKey(name) && isTrue(old, KEEPS_UNKNOWN)) {
        breaking(
            field,
            "the field has a schema now",
            "unknown fields were kept, so stored values may not match: allow any, or make a new"
                + " version");
      } else if (!before.containsKey(name)) {
        compatible(field, "the field is new");
      }
    }
    Set<String> optional = new TreeSet<>(required(old));
    optional.removeAll(required(next));
    for (String name : optional) {
      if (after.containsKey(name)) {
        compatible(path.isEmpty() ? name : path + "." + name, "the field is no longer required");
      }
    }
  }

  private static Map<?, ?> properties(Map<?, ?> schema) {
    return schema.get("properties") instanceof Map<?, ?> map ? map : Map.of();
  }

  private static List<String> required(Map<?, ?> schema) {
    return schema.get("required") instanceof List<?> list
        ? list.stream().map(String::valueOf).toList()
        : List.of();
  }
}
