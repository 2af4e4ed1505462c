package dev.drover.cel.library;

import dev.drover.cel.types.CelError;
import dev.drover.cel.types.LibraryValue;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Semantic versions as `blang/semver` reads them.
final class Semver {
  private static final String DIGITS = "0123456789";
  private static final String WORD =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-" + DIGITS;

  private Semver() {}

  /// A version as a value of CEL.
  record Value(List<Long> numbers, List<String> pre, List<String> build) implements LibraryValue {
    @Override
    public String typeName() {
      return "kubernetes.Semver";
    }

    @Override
    public Object isEqualTo(Object other) {
      return other instanceof Value value && compare(this, value) == 0;
    }

    @Override
    public String toString() {
      String text = numbers.get(0) + "." + numbers.get(1) + "." + numbers.get(2);
      text += pre.isEmpty() ? "" : "-" + String.join(".", pre);
      return build.isEmpty() ? text : text + "+" + String.join(".", build);
    }
  }

  private interface Comparison {
    Object of(int order);
  }

  static void register(Map<String, Functions.Body> all) {
    all.put("semver", Semver::parse);
    all.put(
        "isSemver",
        args -> {
          Object parsed = parse(args);
          return parsed == null ? null : (Object) (parsed instanceof Value);
        });
    all.put("major", args -> args[0] instanceof Value v ? v.numbers().get(0) : null);
    all.put("minor", args -> args[0] instanceof Value v ? v.numbers().get(1) : null);
    all.put("patch", args -> args[0] instanceof Value v ? v.numbers().get(2) : null);
    all.put("semver_is_greater_than", args -> compare(args, order -> order > 0));
    all.put("semver_is_less_than", args -> compare(args, order -> order < 0));
    all.put("semver_compare_to", args -> compare(args, order -> (long) order));
    dispatch(all, "isGreaterThan", "is_greater_than");
    dispatch(all, "isLessThan", "is_less_than");
    dispatch(all, "compareTo", "compare_to");
  }

  /// What the types of the arguments decide, as quantities have these functions too.
  private static void dispatch(Map<String, Functions.Body> all, String name, String suffix) {
    Functions.Body versions = all.get("semver_" + suffix);
    Functions.Body quantities = all.get("quantity_" + suffix);
    all.put(
        name,
        args -> {
          Functions.Body body = args[0] instanceof Value ? versions : quantities;
          return body == null ? null : body.call(args);
        });
  }

  private static @Nullable Object parse(Object[] args) {
    if (!(args[0] instanceof String text)) {
      return null;
    }
    boolean normalize = args.length > 1 && args[1].equals(true);
    try {
      return read(normalize ? normalized(text) : text);
    } catch (IllegalArgumentException e) {
      return new CelError(String.valueOf(e.getMessage()));
    }
  }

  private static String normalized(String text) {
    String[] parts = (text.startsWith("v") ? text.substring(1) : text).split("\\.", 3);
    for (int i = 0; i < parts.length; i++) {
      if (parts[i].length() > 1) {
        String trimmed = parts[i].replaceFirst("^0+", "");
        boolean needsZero = trimmed.isEmpty() || DIGITS.indexOf(trimmed.charAt(0)) < 0;
        parts[i] = needsZero ? "0" + trimmed : trimmed;
      }
    }
    String joined = String.join(".", parts);
    if (parts.length < 3) {
      String last = parts[parts.length - 1];
      if (last.indexOf('+') >= 0 || last.indexOf('-') >= 0) {
        throw new IllegalArgumentException(
            "short version cannot contain PreRelease/Build meta data");
      }
      joined += ".0".repeat(3 - parts.length);
    }
    return joined;
  }

  private static Value read(String text) {
    if (text.isEmpty()) {
      throw new IllegalArgumentException("Version string empty");
    }
    String[] parts = text.split("\\.", 3);
    if (parts.length != 3) {
      throw new IllegalArgumentException("No Major.Minor.Patch elements found");
    }
    long major = number(parts[0], "Major");
    long minor = number(parts[1], "Minor");
    String patch = parts[2];
    List<String> build = List.of();
    List<String> pre = List.of();
    int plus = patch.indexOf('+');
    if (plus >= 0) {
      build = List.of(patch.substring(plus + 1).split("\\.", -1));
      patch = patch.substring(0, plus);
    }
    int dash = patch.indexOf('-');
    if (dash >= 0) {
      pre = List.of(patch.substring(dash + 1).split("\\.", -1));
      patch = patch.substring(0, dash);
    }
    long patchNumber = number(patch, "Patch");
    pre.forEach(Semver::checkPre);
    build.forEach(Semver::checkBuild);
    return new Value(List.of(major, minor, patchNumber), pre, build);
  }

  private static long number(String text, String what) {
    if (!consistsOf(text, DIGITS)) {
      throw new IllegalArgumentException(
          "Invalid character(s) found in "
              + what.toLowerCase(java.util.Locale.ROOT)
              + " number \""
              + text
              + "\"");
    }
    if (text.length() > 1 && text.startsWith("0")) {
      throw new IllegalArgumentException(
          what + " number must not contain leading zeroes \"" + text + "\"");
    }
    try {
      return Long.parseUnsignedLong(text);
    } catch (NumberFormatException e) {
      String why = text.isEmpty() ? "invalid syntax" : "value out of range";
      throw new IllegalArgumentException("strconv.ParseUint: parsing \"" + text + "\": " + why, e);
    }
  }

  private static void checkPre(String part) {
    if (part.isEmpty()) {
      throw new IllegalArgumentException("Prerelease is empty");
    }
    if (consistsOf(part, DIGITS)) {
      if (part.length() > 1 && part.startsWith("0")) {
        throw new IllegalArgumentException(
            "Numeric PreRelease version must not contain leading zeroes \"" + part + "\"");
      }
    } else if (!consistsOf(part, WORD)) {
      throw new IllegalArgumentException(
          "Invalid character(s) found in prerelease \"" + part + "\"");
    }
  }

  private static void checkBuild(String part) {
    if (part.isEmpty()) {
      throw new IllegalArgumentException("Build meta data is empty");
    }
    if (!consistsOf(part, WORD)) {
      throw new IllegalArgumentException(
          "Invalid character(s) found in build meta data \"" + part + "\"");
    }
  }

  private static boolean consistsOf(String text, String characters) {
    return text.chars().allMatch(c -> characters.indexOf(c) >= 0);
  }

  private static @Nullable Object compare(Object[] args, Comparison comparison) {
    return args[0] instanceof Value a && args[1] instanceof Value b
        ? comparison.of(compare(a, b))
        : null;
  }

  private static int compare(Value a, Value b) {
    for (int i = 0; i < 3; i++) {
      int order = Long.compareUnsigned(a.numbers().get(i), b.numbers().get(i));
      if (order != 0) {
        return Integer.signum(order);
      }
    }
    if (a.pre().isEmpty() || b.pre().isEmpty()) {
      return Boolean.compare(a.pre().isEmpty(), b.pre().isEmpty());
    }
    int n = Math.min(a.pre().size(), b.pre().size());
    for (int i = 0; i < n; i++) {
      int order = comparePre(a.pre().get(i), b.pre().get(i));
      if (order != 0) {
        return order;
      }
    }
    return Integer.compare(a.pre().size(), b.pre().size());
  }

  private static int comparePre(String a, String b) {
    boolean aNumber = consistsOf(a, DIGITS);
    boolean bNumber = consistsOf(b, DIGITS);
    if (aNumber != bNumber) {
      return aNumber ? -1 : 1;
    }
    if (aNumber && a.length() != b.length()) {
      return Integer.compare(a.length(), b.length());
    }
    return Integer.signum(a.compareTo(b));
  }
}
