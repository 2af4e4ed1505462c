package dev.drover.cel.schema;

import dev.drover.cel.parser.ReservedWords;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Names of properties as identifiers of CEL, and back.
///
/// In Go: `cel.Escape` and `cel.Unescape` of the API server.
public final class Escaping {
  private static final Pattern ESCAPABLE = Pattern.compile("[a-zA-Z_./-][a-zA-Z0-9_./-]*");
  private static final Pattern SPECIAL = Pattern.compile("__|[-./]");
  private static final Pattern ESCAPED = Pattern.compile("__[^_]+__");
  private static final Map<String, String> NAMES =
      Map.of("__", "__underscores__", ".", "__dot__", "-", "__dash__", "/", "__slash__");
  private static final Map<String, String> MEANINGS =
      Map.of("__underscores__", "__", "__dot__", ".", "__dash__", "-", "__slash__", "/");

  private Escaping() {}

  /// The identifier for a property, or null where there is none.
  public static @Nullable String escape(String name) {
    if (ReservedWords.contains(name)) {
      return "__" + name + "__";
    }
    if (!ESCAPABLE.matcher(name).matches()) {
      return null;
    }
    return SPECIAL
        .matcher(name)
        .replaceAll(match -> NAMES.getOrDefault(match.group(), match.group()));
  }

  /// The property of an identifier, or null where the escapes are wrong.
  static @Nullable String unescape(String identifier) {
    if (identifier.indexOf("__") < 0) {
      return identifier;
    }
    StringBuilder name = new StringBuilder();
    Matcher matcher = ESCAPED.matcher(identifier);
    int end = 0;
    while (matcher.find()) {
      String meaning = MEANINGS.get(matcher.group());
      String word = matcher.group().substring(2, matcher.group().length() - 2);
      if (meaning == null
          && (!ReservedWords.contains(word) || matcher.group().length() != identifier.length())) {
        return null;
      }
      name.append(identifier, end, matcher.start()).append(meaning == null ? word : meaning);
      end = matcher.end();
    }
    return name.append(identifier, end, identifier.length()).toString();
  }
}
