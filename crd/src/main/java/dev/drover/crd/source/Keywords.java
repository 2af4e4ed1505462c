package dev.drover.crd.source;

import dev.drover.api.RawExtension;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Writes the keywords of a schema as annotations.
///
/// It starts with the difference between the schema and what the Java type says already. Each
/// annotation takes keywords out of it; what is left is one `@SchemaPart`, so nothing is lost.
final class Keywords {
  private static final Pattern RULE_PATH = Pattern.compile("[.\\[].*", Pattern.DOTALL);

  /// Lookarounds and back-references: `@Pattern` refuses them, and so does the server.
  private static final Pattern NOT_IN_RE2 =
      Pattern.compile("\\(\\?(?:[=!]|<[=!]|>)|(?<!\\\\)(?:\\\\\\\\)*\\\\[1-9]");

  private static final Set<String> RULE_PARTS =
      Set.of("rule", "message", "messageExpression", "reason", "fieldPath", "optionalOldSelf");

  private static final Map<String, String> REASONS =
      Map.of(
          "FieldValueInvalid", "INVALID",
          "FieldValueForbidden", "FORBIDDEN",
          "FieldValueRequired", "REQUIRED",
          "FieldValueDuplicate", "DUPLICATE");

  private final Map<String, @Nullable Object> rest = new LinkedHashMap<>();
  private final String type; // the type keyword of the Java type, empty if it has none
  private final List<String> written = new ArrayList<>();
  private final Imports imports;
  private final String indent;

  private Keywords(String type, Imports imports, String indent) {
    this.type = type;
    this.imports = imports;
    this.indent = indent;
  }

  /// The annotations that make `wanted` of `base`.
  ///
  /// @param isComponent whether the place is a component, not a type argument
  /// @param lost receives what has no place in Java source
  static List<String> annotations(
      Map<String, @Nullable Object> wanted,
      Map<String, @Nullable Object> base,
      boolean isComponent,
      Imports imports,
      String indent,
      Consumer<String> lost) {
    Keywords keywords =
        new Keywords(base.get("type") instanceof String type ? type : "", imports, indent);
    wanted.forEach(
        (name, value) -> {
          if (!Objects.equals(value, base.get(name))) {
            keywords.rest.put(name, value);
          }
        });
    base.keySet().stream()
        .filter(name -> !wanted.containsKey(name))
        .forEach(name -> keywords.rest.put(name, null));
    return keywords.write(isComponent, lost);
  }

  private List<String> write(boolean isComponent, Consumer<String> lost) {
    if (rest.isEmpty()) {
      return written;
    }
    description(lost);
    if (!rest.containsKey("type")) { // else no annotation fits the Java type
      merging(isComponent);
      bounds();
      texts();
      rules();
      marker("nullable", "AllowNull");
      if (type.equals("object") || type.isEmpty()) {
        marker("x-kubernetes-preserve-unknown-fields", "PreserveUnknownFields");
        marker("x-kubernetes-embedded-resource", "EmbeddedResource");
      }
      defaultValue();
    }
    remaining(lost);
    return written;
  }

  private void add(String annotation, String... arguments) {
    imports.use("dev.drover.api.crd." + annotation);
    written.add(
        "@" + annotation + (arguments.length == 0 ? "" : "(" + String.join(", ", arguments) + ")"));
  }

  private String literal(String text) {
    return JavaText.literal(text, indent + "    ");
  }

  private void description(Consumer<String> lost) {
    if (rest.get("description") instanceof String text) {
      rest.remove("description");
      if (JavaText.fits(text)) {
        add("Description", literal(text));
      } else {
        lost.accept("its description is too long for a constant of Java");
      }
    }
  }

  private void marker(String keyword, String annotation) {
    if (Boolean.TRUE.equals(rest.get(keyword))) {
      rest.remove(keyword);
      add(annotation);
    }
  }

  private void merging(boolean isComponent) {
    if ("atomic".equals(rest.get("x-kubernetes-list-type")) && type.equals("array")) {
      rest.remove("x-kubernetes-list-type");
      add("Atomic");
    } else if ("atomic".equals(rest.get("x-kubernetes-map-type")) && type.equals("object")) {
      rest.remove("x-kubernetes-map-type");
      add("Atomic");
    } else if ("set".equals(rest.get("x-kubernetes-list-type")) && isComponent) {
      if (type.equals("array")) {
        rest.remove("x-kubernetes-list-type");
        add("ListSet");
      }
    }
  }

  private void bounds() {
    bound("minimum", "exclusiveMinimum", "Minimum");
    bound("maximum", "exclusiveMaximum", "Maximum");
    @Nullable String divisor = real(rest.get("multipleOf"));
    if (divisor != null && isNumber() && !divisor.startsWith("-") && !divisor.equals("0")) {
      rest.remove("multipleOf");
      add("MultipleOf", divisor);
    }
    String unit =
        switch (type) {
          case "string" -> "Length";
          case "array" -> "Items";
          case "object" -> "Properties";
          default -> "";
        };
    Long min = natural(rest.get("min" + unit));
    Long max = natural(rest.get("max" + unit));
    boolean isOrdered = min == null || max == null || min <= max;
    if (!unit.isEmpty() && isOrdered && (min != null && min > 0 || max != null)) {
      List<String> arguments = new ArrayList<>();
      if (min != null && min > 0) {
        rest.remove("min" + unit);
        arguments.add("min = " + number(min));
      }
      if (max != null) {
        rest.remove("max" + unit);
        arguments.add("max = " + number(max));
      }
      add("Size", arguments.toArray(String[]::new));
    }
  }

  private boolean isNumber() {
    return type.equals("integer") || type.equals("number");
  }

  private static String number(long value) {
    return value > Integer.MAX_VALUE ? value + "L" : Long.toString(value);
  }

  private static @Nullable Long natural(@Nullable Object value) {
    return value instanceof Long number && number >= 0 && number < Long.MAX_VALUE ? number : null;
  }

  private void bound(String keyword, String exclusive, String annotation) {
    @Nullable String limit = real(rest.get(keyword));
    if (limit == null || !isNumber()) {
      return;
    }
    rest.remove(keyword);
    if (Boolean.TRUE.equals(rest.get(exclusive))) {
      rest.remove(exclusive);
      add(annotation, "value = " + limit, "exclusive = true");
    } else {
      add(annotation, limit);
    }
  }

  /// A number that a `double` has exactly, as a literal.
  private static @Nullable String real(@Nullable Object value) {
    return switch (value) {
      case Long whole when (long) (double) whole == whole && whole != Long.MAX_VALUE ->
          whole == (int) (long) whole ? whole.toString() : whole + "L";
      case Double real when Double.isFinite(real) && real != Math.rint(real) -> real.toString();
      case null, default -> null;
    };
  }

  private void texts() {
    if (!type.equals("string")) {
      allowed();
      return;
    }
    if (rest.get("pattern") instanceof String pattern
        && !NOT_IN_RE2.matcher(pattern).find()
        && JavaText.fits(pattern)) {
      rest.remove("pattern");
      add("Pattern", literal(pattern));
    }
    if (rest.get("format") instanceof String format && JavaText.fits(format)) {
      rest.remove("format");
      add("StringFormat", literal(format));
    }
    allowed();
  }

  private void allowed() {
    boolean isText = type.equals("string");
    if (!(rest.get("enum") instanceof List<?> values) || values.isEmpty() || values.size() > 2000) {
      return;
    }
    List<String> literals = new ArrayList<>();
    for (Object value : values) {
      boolean isPlain = isText ? value instanceof String : isNumber() && value instanceof Long;
      if (!isPlain || !JavaText.fits(String.valueOf(value))) {
        return;
      }
      literals.add(literal(String.valueOf(value)));
    }
    rest.remove("enum");
    add(
        "AllowedValues",
        literals.size() == 1 ? literals.getFirst() : "{" + String.join(", ", literals) + "}");
  }

  private void rules() {
    if (!(rest.get("x-kubernetes-validations") instanceof List<?> rules)
        || !rules.stream().allMatch(Keywords::isPlainRule)
        || Set.copyOf(rules).size() < rules.size()) { // equal annotations count once
      return;
    }
    rest.remove("x-kubernetes-validations");
    for (Object rule : rules) {
      Map<?, ?> parts = (Map<?, ?>) Objects.requireNonNull(rule);
      List<String> arguments = new ArrayList<>();
      parts.forEach((name, value) -> arguments.add(ruleArgument(String.valueOf(name), value)));
      if (parts.containsKey("reason")) {
        imports.use("dev.drover.api.crd.Rule");
      }
      add("Rule", arguments.toArray(String[]::new));
    }
  }

  private String ruleArgument(String name, @Nullable Object value) {
    return switch (name) {
      case "rule" -> "value = " + literal(String.valueOf(value));
      case "reason" -> "reason = Rule.Reason." + REASONS.get(String.valueOf(value));
      case "optionalOldSelf" -> "optionalOldSelf = true";
      default -> name + " = " + literal(String.valueOf(value));
    };
  }

  private static boolean isPlainRule(@Nullable Object rule) {
    if (!(rule instanceof Map<?, ?> parts)
        || !(parts.get("rule") instanceof String expression)
        || expression.isBlank()
        || !RULE_PARTS.containsAll(parts.keySet())) {
      return false;
    }
    for (Map.Entry<?, ?> part : parts.entrySet()) {
      Object value = part.getValue();
      boolean isPlain =
          switch (String.valueOf(part.getKey())) {
            case "optionalOldSelf" -> Boolean.TRUE.equals(value);
            // INVALID is what nothing means, too.
            case "reason" ->
                REASONS.containsKey(String.valueOf(value)) && !"FieldValueInvalid".equals(value);
            case "fieldPath" -> value instanceof String path && RULE_PATH.matcher(path).matches();
            default -> value instanceof String text && !text.isEmpty();
          };
      if (!isPlain || !JavaText.fits(String.valueOf(value))) {
        return false;
      }
    }
    return true;
  }

  private void defaultValue() {
    Object value = rest.get("default");
    String text =
        switch (type) {
          case "string" -> value instanceof String plain ? plain : null;
          case "integer" -> value instanceof Long ? json(value) : null;
          case "number" -> value instanceof Number ? json(value) : null;
          case "boolean" -> value instanceof Boolean ? json(value) : null;
          case "array" -> value instanceof List ? json(value) : null;
          case "object" -> value instanceof Map ? json(value) : null;
          default -> null;
        };
    if (text != null && JavaText.fits(text)) {
      rest.remove("default");
      add("Default", literal(text));
    }
  }

  private void remaining(Consumer<String> lost) {
    if (rest.isEmpty()) {
      return;
    }
    String text = json(rest);
    if (JavaText.fits(text)) {
      add("SchemaPart", literal(text));
    } else {
      lost.accept(
          "its keywords %s are too long for a constant of Java"
              .formatted(String.join(", ", rest.keySet())));
    }
  }

  static String json(@Nullable Object tree) {
    return new String(RawExtension.ofTree(tree).raw().toByteArray(), StandardCharsets.UTF_8);
  }
}
