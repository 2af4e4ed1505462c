package dev.drover.schema;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Validates an object by the schema of a custom kind, with the messages of kube-apiserver.
///
/// Errors in parts that an update leaves unchanged are ignored (ratcheting): a schema may become
/// stricter without blocking updates of existing objects. Parts are identified by the names of
/// fields, and by the keys of lists that have some.
///
/// In Go: `validate.SchemaValidator` and `RatchetingSchemaValidator`.
final class ValueCheck {
  private static final double LARGEST_WHOLE = 9007199254740991.0; // as JSON has it

  private final Complaints none;

  private ValueCheck(Complaints none) {
    this.none = none;
  }

  /// @param old null when nothing is forgiven
  /// @param root where the value stands
  static List<FieldError> errors(
      ValueSchema schema, @Nullable Object value, @Nullable Object old, FieldPath root) {
    return new ValueCheck(new Complaints(root))
        .check(schema, value, "", PreviousValue.of(old))
        .errors();
  }

  private Complaints check(
      ValueSchema schema, @Nullable Object value, String path, PreviousValue old) {
    Complaints result = none.fresh();
    if (value == null) {
      checkNull(schema, path, result);
    } else {
      checkValue(schema, value, path, old, result);
    }
    boolean isForgiven = old.isKnown() && !result.isEmpty() && Objects.equals(old.value(), value);
    if (isForgiven) {
      result.forgive();
    }
    return result;
  }

  private void checkNull(ValueSchema schema, String path, Complaints result) {
    if (!schema.types().isEmpty() && !schema.isNullable()) {
      result.wrongType(path, String.join(",", schema.types()), "null");
    } else {
      result.looked(1);
    }
    checkEnum(schema, null, path, result);
  }

  private void checkValue(
      ValueSchema schema, Object value, String path, PreviousValue old, Complaints result) {
    if (!schema.types().isEmpty() || !schema.format().isEmpty()) {
      checkType(schema, value, path, result);
      result.looked(1);
    }
    checkJunctors(schema.junctors(), value, path, result);
    result.looked(1);
    switch (value) {
      case String text -> checkText(schema, text, path, result);
      case Number number -> checkNumber(schema, number, path, result);
      case List<?> list -> checkList(schema, list, path, old, result);
      default -> {}
    }
    checkEnum(schema, value, path, result);
    result.looked(1);
    if (value instanceof Map<?, ?> map) {
      checkFields(schema, map, path, old, result);
      result.looked(1);
    }
    result.looked(1);
  }

  private void checkType(ValueSchema schema, Object value, String path, Complaints result) {
    String type = typeOf(value);
    String expected = String.join(",", schema.types());
    boolean isWhole =
        value instanceof Double real
            && real == Math.rint(real)
            && Math.abs(real) <= LARGEST_WHOLE
            && schema.isOf("integer");
    boolean isRight =
        schema.isOf(type) || isWhole || type.equals("integer") && schema.isOf("number");
    boolean isTextOrList = value instanceof String || value instanceof List<?>;
    boolean isOfNumbers = schema.isOf("number") || schema.isOf("integer");
    if (!isTextOrList && !schema.format().isEmpty() && !isRight) {
      result.wrongType(path, schema.format(), formatOf(value));
    } else if (!isRight && (schema.format().isEmpty() || !isTextOrList || isOfNumbers)) {
      result.wrongType(path, expected, type);
    } else {
      result.looked(1);
    }
  }

  private static String typeOf(Object value) {
    return switch (value) {
      case Boolean _ -> "boolean";
      case String _ -> "string";
      case Double _ -> "number";
      case Number _ -> "integer";
      case List<?> _ -> "array";
      default -> "object";
    };
  }

  private static String formatOf(Object value) {
    return value instanceof Double ? "float64" : value instanceof Number ? "int64" : "";
  }

  private void checkText(ValueSchema schema, String text, String path, Complaints result) {
    textProblem(schema.text(), text, path, result);
    result.looked(1);
    schema
        .textFormat()
        .ifPresent(
            format -> {
              if (!format.test(text)) {
                result.wrongType(path, schema.format(), text);
              }
              result.looked(1);
            });
  }

  /// The first thing that is wrong with a text.
  private void textProblem(ValueSchema.Text wanted, String text, String path, Complaints result) {
    Long most = wanted.length().max();
    Long least = wanted.length().min();
    long length = text.codePointCount(0, text.length());
    if (most != null && length > most) {
      result.add(
          path,
          "should be at most " + most + " chars long",
          FieldError.tooLong(result.at(path), most.intValue()));
    } else if (least != null && length < least) {
      result.invalid(path, text, "should be at least " + least + " chars long");
    } else if (!wanted.problem().isEmpty()) {
      String problem = wanted.pattern() + ", but pattern is invalid: " + wanted.problem();
      result.invalid(path, text, "should match '" + problem + "'");
    } else if (wanted.matcher() != null && !wanted.matcher().isFoundIn(text)) {
      result.invalid(path, text, "should match '" + wanted.pattern() + "'");
    }
  }

  private void checkNumber(ValueSchema schema, Number number, String path, Complaints result) {
    outOfRange(schema, number, "Checked", path, result);
    ValueSchema.Range range = schema.number();
    boolean isWhole = number instanceof Long;
    double value = number.doubleValue();
    if (range.multipleOf() != null) {
      checkMultiple(number, range.multipleOf(), path, result);
    }
    if (range.min() != null) {
      double min = isWhole ? (double) (long) (double) range.min() : range.min();
      if (range.isAbove() ? value <= min : value < min) {
        String relation = range.isAbove() ? "greater than " : "greater than or equal to ";
        result.invalid(path, number, "should be " + relation + shown(range.min(), isWhole));
      }
    }
    if (range.max() != null) {
      double max = isWhole ? (double) (long) (double) range.max() : range.max();
      if (range.isBelow() ? value >= max : value > max) {
        String relation = range.isBelow() ? "less than " : "less than or equal to ";
        result.invalid(path, number, "should be " + relation + shown(range.max(), isWhole));
      }
    }
    result.looked(2);
  }

  private static void checkMultiple(Number number, double factor, String path, Complaints result) {
    boolean isWhole = number instanceof Long;
    double used = isWhole ? (double) (long) factor : factor;
    String shown = shown(factor, isWhole);
    if (used <= 0) {
      Object value = isWhole ? (Object) (long) factor : (Object) factor;
      result.complaint(
          path, value, "factor MultipleOf declared for " + path + " must be positive: " + shown);
      return;
    }
    double times = used < 1 ? 1 / used * number.doubleValue() : number.doubleValue() / used;
    boolean isMultiple =
        number instanceof Long whole
            ? whole % (long) used == 0
            : times == Math.rint(times) && Math.abs(times) <= LARGEST_WHOLE;
    if (!isMultiple) {
      result.invalid(path, number, "should be a multiple of " + shown);
    }
  }

  private static String shown(double limit, boolean isWhole) {
    return isWhole ? Long.toString((long) limit) : GoFormat.value(limit);
  }

  /// Numbers that do not fit into what the type and format stand for.
  private void outOfRange(
      ValueSchema schema, Number number, String what, String path, Complaints result) {
    if (schema.types().size() != 1) {
      return;
    }
    String type = schema.types().getFirst();
    boolean fits =
        switch (type) {
          case "integer" ->
              number instanceof Long whole
                  && (!schema.format().equals("int32") || whole == whole.intValue());
          case "number" ->
              !schema.format().equals("float") || !Float.isInfinite(number.floatValue());
          default -> true;
        };
    if (!fits) {
      String named =
          schema.format().isEmpty() ? " (default format)" : " with format " + schema.format();
      result.composite(what + " value must be of type " + type + named + " in " + path);
    }
  }

  private void checkList(
      ValueSchema schema, List<?> list, String path, PreviousValue old, Complaints result) {
    ValueSchema.Items items = schema.items();
    if (items.schema() != null) {
      for (int i = 0; i < list.size(); i++) {
        Object item = list.get(i);
        result.merge(
            check(items.schema(), item, path + "[" + i + "]", old.item(item, items.keys())));
      }
    }
    Long least = items.count().min();
    Long most = items.count().max();
    if (least != null && list.size() < least) {
      result.invalid(path, (long) list.size(), "should have at least " + least + " items");
    }
    if (most != null && list.size() > most) {
      result.add(
          path,
          "should have at most " + most + " items",
          FieldError.tooMany(result.at(path), list.size(), most.intValue()));
    }
    if (items.isUnique() && hasDuplicates(list)) {
      result.invalid(path, "", "shouldn't contain duplicates");
    }
    result.looked(2);
  }

  private static boolean hasDuplicates(List<?> list) {
    Set<@Nullable Object> seen = new HashSet<>();
    return !list.stream().allMatch(seen::add);
  }

  private void checkEnum(
      ValueSchema schema, @Nullable Object value, String path, Complaints result) {
    if (schema.values().isEmpty() || schema.values().stream().anyMatch(v -> isSame(value, v))) {
      return;
    }
    List<String> allowed =
        schema.values().stream().map(v -> v instanceof String s ? s : GoFormat.json(v)).toList();
    result.add(
        path,
        "should be one of " + GoFormat.value(schema.values()),
        FieldError.notSupported(result.at(path), value, allowed));
  }

  /// Go converts the value to the type of the allowed one first: 1.5 is one of the integers 1, 2.
  private static boolean isSame(@Nullable Object value, @Nullable Object allowed) {
    return switch (allowed) {
      case Long whole when value instanceof Number number -> number.longValue() == whole;
      case Number real when value instanceof Number number ->
          number.doubleValue() == real.doubleValue();
      case null, default -> value != null && value.equals(allowed);
    };
  }

  private void checkFields(
      ValueSchema schema, Map<?, ?> map, String path, PreviousValue old, Complaints result) {
    Long least = schema.fields().min();
    Long most = schema.fields().max();
    if (least != null && map.size() < least) {
      result.invalid(path, (long) map.size(), "should have at least " + least + " properties");
    }
    if (most != null && map.size() > most) {
      result.add(
          path,
          "should have at most " + most + " properties",
          FieldError.tooMany(result.at(path), map.size(), most.intValue()));
    }
    new TreeMap<>(map)
        .forEach((name, value) -> checkField(schema, (String) name, value, path, old, result));
    for (String name : schema.required()) {
      if (!map.containsKey(name)) {
        String place = path + "." + name;
        result.add(place, "is required", FieldError.required(result.at(place), ""));
      }
    }
  }

  private void checkField(
      ValueSchema schema,
      String name,
      @Nullable Object value,
      String path,
      PreviousValue old,
      Complaints result) {
    ValueSchema property = schema.properties().get(name);
    boolean isType = path.isEmpty() && (name.equals("kind") || name.equals("apiVersion"));
    PreviousValue before = isType ? PreviousValue.UNKNOWN : old.field(name);
    if (property != null) {
      result.merge(check(property, value, path.isEmpty() ? name : path + "." + name, before));
    } else if (!schema.allowsAdditional()) {
      String message = path + "." + name + " in body is a forbidden property";
      result.complaint(path, name, message);
    } else if (schema.additional() != null) {
      result.merge(check(schema.additional(), value, path + "." + name, before));
    }
  }

  private void checkJunctors(
      ValueSchema.Junctors junctors, Object value, String path, Complaints result) {
    if (!junctors.any().isEmpty()) {
      checkAny(junctors.any(), value, path, result);
    }
    if (!junctors.one().isEmpty()) {
      checkOne(junctors.one(), value, path, result);
    }
    if (!junctors.all().isEmpty()) {
      checkAll(junctors.all(), value, path, result);
    }
    if (junctors.not() != null
        && check(junctors.not(), value, path, PreviousValue.UNKNOWN).isEmpty()) {
      result.composite(GoQuoting.quote(path) + " must not validate the schema (not)");
    }
    result.looked(1);
  }

  private void checkAny(List<ValueSchema> schemas, Object value, String path, Complaints result) {
    Complaints best = null;
    for (ValueSchema schema : schemas) {
      Complaints each = check(schema, value, path, PreviousValue.UNKNOWN);
      if (each.isEmpty()) {
        result.merge(each);
        return;
      }
      best = best == null || each.fitsBetterThan(best) ? each : best;
    }
    result.composite(GoQuoting.quote(path) + " must validate at least one schema (anyOf)");
    result.merge(Objects.requireNonNull(best));
  }

  private void checkOne(List<ValueSchema> schemas, Object value, String path, Complaints result) {
    Complaints best = null;
    List<Complaints> valid = new ArrayList<>();
    for (ValueSchema schema : schemas) {
      Complaints each = check(schema, value, path, PreviousValue.UNKNOWN);
      if (each.isEmpty()) {
        valid.add(each);
      } else if (best == null || each.fitsBetterThan(best)) {
        best = each;
      }
    }
    if (valid.size() == 1) {
      result.merge(valid.getFirst());
      return;
    }
    String found =
        valid.isEmpty() ? "Found none valid" : "Found " + valid.size() + " valid alternatives";
    result.composite(
        GoQuoting.quote(path) + " must validate one and only one schema (oneOf). " + found);
    if (valid.isEmpty() && best != null) {
      result.merge(best);
    }
  }

  private void checkAll(List<ValueSchema> schemas, Object value, String path, Complaints result) {
    int valid = 0;
    for (ValueSchema schema : schemas) {
      Complaints each = check(schema, value, path, PreviousValue.UNKNOWN);
      valid += each.isEmpty() ? 1 : 0;
      result.merge(each);
    }
    if (valid < schemas.size()) {
      result.composite(
          GoQuoting.quote(path)
              + " must validate all the schemas (allOf)"
              + (valid == 0 ? ". None validated" : ""));
    }
  }
}
