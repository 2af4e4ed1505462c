package dev.drover.cel.library;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import dev.drover.cel.types.CelError;
import dev.drover.cel.types.CelList;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Regular expressions with the syntax and the linear time of RE2, which Go has too.
public final class Regexes {
  private static final Set<String> WITH_PATTERN = Set.of("matches", "find", "findAll");

  private Regexes() {}

  /// Whether the second argument of the function is a pattern.
  public static boolean takesPattern(String function) {
    return WITH_PATTERN.contains(function);
  }

  /// What is wrong with a pattern, as Go says it, or null.
  public static @Nullable String problem(String pattern) {
    try {
      Pattern.compile(pattern);
      return null;
    } catch (PatternSyntaxException e) {
      String fragment = e.getPattern();
      return "error parsing regexp: "
          + e.getDescription()
          + (fragment == null || fragment.isEmpty() ? "" : ": `" + fragment + "`");
    }
  }

  /// The function with its pattern compiled once.
  public static Functions.Implementation compiled(String function, String pattern) {
    Pattern compiled = Pattern.compile(pattern);
    return arguments ->
        arguments[0] instanceof String text
            ? apply(function, compiled, text, arguments)
            : CelError.noSuchOverload(arguments[0]);
  }

  static Object call(String function, Object[] arguments) {
    if (!(arguments[0] instanceof String text) || !(arguments[1] instanceof String pattern)) {
      return CelError.noSuchOverload();
    }
    String problem = problem(pattern);
    if (problem != null) {
      return new CelError(function.equals("matches") ? problem : "Illegal regex: " + problem);
    }
    return apply(function, Pattern.compile(pattern), text, arguments);
  }

  private static Object apply(String function, Pattern pattern, String text, Object[] arguments) {
    Matcher matcher = pattern.matcher(text);
    return switch (function) {
      case "matches" -> matcher.find();
      case "find" -> matcher.find() ? matcher.group() : "";
      default -> {
        long limit = arguments.length > 2 && arguments[2] instanceof Long n ? n : -1;
        yield CelList.of(all(matcher, limit));
      }
    };
  }

  /// Go leaves out an empty match that touches the one before.
  private static List<String> all(Matcher matcher, long limit) {
    List<String> found = new ArrayList<>();
    int lastEnd = -1;
    while ((limit < 0 || found.size() < limit) && matcher.find()) {
      if (matcher.start() < matcher.end() || matcher.start() != lastEnd) {
        found.add(matcher.group());
      }
      lastEnd = matcher.end();
    }
    return found;
  }
}
