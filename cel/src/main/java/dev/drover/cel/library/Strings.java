package dev.drover.cel.library;

import dev.drover.cel.types.CelError;
import dev.drover.cel.types.CelList;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Functions of strings. Positions are those of code points.
final class Strings {
  private Strings() {}

  private interface Binary {
    Object apply(String left, String right);
  }

  static void register(Map<String, Functions.Body> all) {
    all.put("contains", args -> plain(args, (a, b) -> a.contains(b)));
    all.put("startsWith", args -> plain(args, (a, b) -> a.startsWith(b)));
    all.put("endsWith", args -> plain(args, (a, b) -> a.endsWith(b)));
    all.put("matches", args -> args[0] instanceof String ? Regexes.call("matches", args) : null);
    all.put("find", args -> args[0] instanceof String ? Regexes.call("find", args) : null);
    all.put("findAll", args -> args[0] instanceof String ? Regexes.call("findAll", args) : null);
    all.put("charAt", Strings::charAt);
    all.put("indexOf", args -> args[0] instanceof CelList ? Lists.indexOf(args) : indexOf(args));
    all.put(
        "lastIndexOf",
        args -> args[0] instanceof CelList ? Lists.lastIndexOf(args) : lastIndexOf(args));
    all.put("lowerAscii", args -> args[0] instanceof String text ? shifted(text, 'A', 32) : null);
    all.put("upperAscii", args -> args[0] instanceof String text ? shifted(text, 'a', -32) : null);
    all.put("replace", Strings::replace);
    all.put("split", Strings::split);
    all.put("substring", Strings::substring);
    all.put("trim", args -> args[0] instanceof String text ? text.strip() : null);
    all.put("join", Strings::join);
    all.put("strings.quote", args -> args[0] instanceof String text ? quote(text) : null);
    all.put(
        "format",
        args ->
            args[0] instanceof String text && args[1] instanceof CelList list
                ? FormatText.format(text, list)
                : null);
    all.put(
        "jsonpatch.escapeKey",
        args -> args[0] instanceof String text ? text.replace("~", "~0").replace("/", "~1") : null);
  }

  private static Object plain(Object[] args, Binary function) {
    return args[0] instanceof String a && args[1] instanceof String b
        ? function.apply(a, b)
        : CelError.noSuchOverload();
  }

  private static CelError outOfRange(long index) {
    return new CelError("index out of range: " + index);
  }

  private static @Nullable Object charAt(Object[] args) {
    if (!(args[0] instanceof String text) || !(args[1] instanceof Long index)) {
      return null;
    }
    int[] points = text.codePoints().toArray();
    if (index < 0 || index > points.length) {
      return outOfRange(index);
    }
    return index == points.length ? "" : Character.toString(points[index.intValue()]);
  }

  private static @Nullable Object indexOf(Object[] args) {
    if (!(args[0] instanceof String text) || !(args[1] instanceof String sought)) {
      return null;
    }
    long offset = args.length > 2 && args[2] instanceof Long given ? given : 0;
    if (sought.isEmpty()) {
      return offset;
    }
    if (offset < 0) {
      return outOfRange(offset);
    }
    int length = text.codePointCount(0, text.length());
    if (offset >= length) {
      return -1L;
    }
    int found = text.indexOf(sought, text.offsetByCodePoints(0, (int) offset));
    return found < 0 ? -1L : (long) text.codePointCount(0, found);
  }

  private static @Nullable Object lastIndexOf(Object[] args) {
    if (!(args[0] instanceof String text) || !(args[1] instanceof String sought)) {
      return null;
    }
    int length = text.codePointCount(0, text.length());
    boolean given = args.length > 2;
    long offset = given && args[2] instanceof Long at ? at : length - 1;
    if (sought.isEmpty()) {
      return given ? offset : (long) length;
    }
    if (!given && text.length() < sought.length()) {
      return -1L;
    }
    if (offset < 0) {
      return outOfRange(offset);
    }
    if (offset >= length) {
      return -1L;
    }
    int found = text.lastIndexOf(sought, text.offsetByCodePoints(0, (int) offset));
    return found < 0 ? -1L : (long) text.codePointCount(0, found);
  }

  private static String shifted(String text, char first, int by) {
    StringBuilder shifted = new StringBuilder(text);
    for (int i = 0; i < shifted.length(); i++) {
      char c = shifted.charAt(i);
      if (c >= first && c < first + 26) {
        shifted.setCharAt(i, (char) (c + by));
      }
    }
    return shifted.toString();
  }

  private static @Nullable Object replace(Object[] args) {
    if (!(args[0] instanceof String text)
        || !(args[1] instanceof String from)
        || !(args[2] instanceof String to)) {
      return null;
    }
    long limit = args.length > 3 && args[3] instanceof Long n ? n : -1;
    StringBuilder result = new StringBuilder();
    int at = 0;
    long count = 0;
    while (limit < 0 || count < limit) {
      int next;
      if (from.isEmpty()) {
        if (count > 0 && at >= text.length()) {
          break;
        }
        next = count == 0 ? 0 : text.offsetByCodePoints(at, 1);
      } else {
        next = text.indexOf(from, at);
      }
      if (next < 0) {
        break;
      }
      result.append(text, at, next).append(to);
      at = next + from.length();
      count++;
    }
    return result.append(text, at, text.length()).toString();
  }

  private static @Nullable Object split(Object[] args) {
    if (!(args[0] instanceof String text) || !(args[1] instanceof String separator)) {
      return null;
    }
    long limit = args.length > 2 && args[2] instanceof Long n ? n : -1;
    List<String> parts = new ArrayList<>();
    if (limit == 0) {
      return CelList.of(parts);
    }
    int at = 0;
    if (separator.isEmpty()) {
      while (at < text.length() && (limit < 0 || parts.size() < limit - 1)) {
        int next = text.offsetByCodePoints(at, 1);
        parts.add(text.substring(at, next));
        at = next;
      }
      if (at < text.length()) {
        parts.add(text.substring(at));
      }
      return CelList.of(parts);
    }
    int next = text.indexOf(separator);
    while (next >= 0 && (limit < 0 || parts.size() < limit - 1)) {
      parts.add(text.substring(at, next));
      at = next + separator.length();
      next = text.indexOf(separator, at);
    }
    parts.add(text.substring(at));
    return CelList.of(parts);
  }

  private static @Nullable Object substring(Object[] args) {
    if (!(args[0] instanceof String text) || !(args[1] instanceof Long start)) {
      return null;
    }
    int length = text.codePointCount(0, text.length());
    long end = args.length > 2 && args[2] instanceof Long given ? given : length;
    if (args.length > 2 && start > end) {
      return new CelError("invalid substring range. start: " + start + ", end: " + end);
    }
    if (start < 0 || start > length) {
      return outOfRange(start);
    }
    if (end < 0 || end > length) {
      return outOfRange(end);
    }
    return text.substring(
        text.offsetByCodePoints(0, start.intValue()), text.offsetByCodePoints(0, (int) end));
  }

  private static @Nullable Object join(Object[] args) {
    if (!(args[0] instanceof CelList list)) {
      return null;
    }
    String separator = args.length > 1 && args[1] instanceof String given ? given : "";
    StringBuilder joined = new StringBuilder();
    for (int i = 0; i < list.size(); i++) {
      if (!(list.get(i) instanceof String part)) {
        return new CelError("join: invalid input: " + Texts.plain(list.get(i)));
      }
      joined.append(i == 0 ? "" : separator).append(part);
    }
    return joined.toString();
  }

  private static String quote(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      int special = "\u0007\b\f\n\r\t\u000b\\\"".indexOf(c);
      if (special >= 0) {
        quoted.append('\\').append("abfnrtv\\\"".charAt(special));
      } else {
        quoted.append(c);
      }
    }
    return quoted.append('"').toString();
  }
}
