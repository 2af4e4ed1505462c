package dev.drover.console;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Hides secrets in what is shown. The shape of an object stays: only texts are replaced.
///
/// | hidden                                                                   |
/// |--------------------------------------------------------------------------|
/// | `data` and `stringData` of Secrets, wherever they are nested              |
/// | the `value` of each entry of a list `env`                                |
/// | annotations with a copy of the object, as kubectl and Wrangler write it   |
/// | arguments after a flag such as `--password`                              |
/// | texts and numbers at and below a name such as `password`, `token` or `apiKey`          |
/// | within any other text: bearer tokens, JWTs, private keys, `password=...`, the password of a URL |
///
/// Errs on the side of hiding, since consoles are shown to others. Of a text of more than
/// [#LONGEST] characters the begin is shown; what is longer takes no more time.
final class Masking {
  static final String HIDDEN = "•••";
  static final int LONGEST = 4096; // of what is shown of a text

  /// Looked at beyond what is shown: a secret may go on there.
  private static final int BEYOND = 1024;

  /// Annotations with a copy of the whole object, such as kubectl's
  /// `kubectl.kubernetes.io/last-applied-configuration` and `objectset.rio.cattle.io/applied`.
  private static final Pattern APPLIED = Pattern.compile("[^/]+/.*applied.*");

  private static final Pattern FLAG = Pattern.compile("--?[\\w.-]+");

  private static final Pattern CREDENTIAL =
      Pattern.compile(
          "pass(word|wd|phrase|code)|token|secret|credential|(api|access|private|signing|encryption)"
              + "[-_.]?key|connection[-_.]?string|\\bdsn\\b");

  /// Names of objects, keys and the like, which say where a secret is and not what.
  private static final Pattern REFERENCE =
      Pattern.compile(
          "(name|names|namespace|ref|refs|path|kind|type|uid|key|operator|apiversion|seconds)$");

  /// Texts that are secret wherever they occur; group 1, if there is one, stays.
  private static final List<Pattern> IN_TEXTS =
      List.of(
          Pattern.compile("-----BEGIN [A-Z ]*PRIVATE KEY-----[\\s\\S]*?(?:-----END|$)"),
          Pattern.compile("(?i)((?:bearer|basic)\\s+)[A-Za-z0-9._~+/=-]{8,}"),
          Pattern.compile("()\\beyJ[A-Za-z0-9_-]{8,}(?:\\.[A-Za-z0-9_-]*){1,2}"),
          Pattern.compile("(\\w://[^/\\s:@]*:)[^/\\s@]+(?=@)"),
          Pattern.compile(
              "(?i)((?<![\\w.-])[\\w.-]*?(?:pass(?:word|wd|phrase)|token|secret|credential|api[-_.]?key"
                  + "|access[-_.]?key|private[-_.]?key|client-key-data)[\\w.-]*+[\"']?\\s*[=:]\\s*[\"']?)"
                  + "[^\\s\"',;}&]+"));

  private Masking() {}

  /// The tree of an object without its secrets.
  static Map<String, @Nullable Object> tree(Map<String, ? extends @Nullable Object> tree) {
    return map(tree, false);
  }

  private static @Nullable Object value(@Nullable Object value, boolean isSecret, boolean isEnv) {
    return switch (value) {
      case null -> null;
      case Map<?, ?> map -> isEnv ? entryOfEnv(map) : map(map, isSecret);
      case List<?> list -> list(list, isSecret, isEnv);
      case String text -> isSecret ? HIDDEN : text(text);
      case Number number -> isSecret ? HIDDEN : number;
      default -> value; // true and false
    };
  }

  /// Arguments of programs, too: what comes after `--password` is hidden.
  private static List<@Nullable Object> list(List<?> list, boolean isSecret, boolean isEnv) {
    List<@Nullable Object> items = new ArrayList<>(list.size());
    boolean isAfterFlag = false;
    for (Object item : list) {
      items.add(value(item, isSecret || (isAfterFlag && item instanceof String), isEnv));
      isAfterFlag =
          item instanceof String text && FLAG.matcher(text).matches() && looksSecret(text);
    }
    return items;
  }

  private static Map<String, @Nullable Object> map(Map<?, ?> map, boolean isSecret) {
    boolean isOfSecret = "Secret".equals(map.get("kind"));
    boolean isNamedSecret = map.get("name") instanceof String name && looksSecret(name);
    Map<String, @Nullable Object> masked = new LinkedHashMap<>();
    map.forEach(
        (key, value) -> {
          String name = String.valueOf(key);
          boolean hides =
              (isOfSecret && (name.equals("data") || name.equals("stringData")))
                  || APPLIED.matcher(name).matches()
                  || (isNamedSecret && name.equals("value"))
                  || looksSecret(name)
                  || (isSecret && !isReference(name));
          masked.put(
              name, hides && isOfSecret ? hidden(value) : value(value, hides, name.equals("env")));
        });
    return masked;
  }

  private static Map<String, @Nullable Object> entryOfEnv(Map<?, ?> entry) {
    Map<String, @Nullable Object> masked = map(entry, false);
    masked.replaceAll((name, value) -> name.equals("value") ? HIDDEN : value);
    return masked;
  }

  /// Every value below, names stay: those of the data of a Secret say what is in it.
  private static @Nullable Object hidden(@Nullable Object value) {
    if (value instanceof Map<?, ?> map) {
      Map<String, @Nullable Object> masked = new LinkedHashMap<>();
      map.forEach((name, part) -> masked.put(String.valueOf(name), hidden(part)));
      return masked;
    }
    return value instanceof List<?> list
        ? list.stream().map(_ -> HIDDEN).toList()
        : value == null ? null : HIDDEN;
  }

  private static boolean looksSecret(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    return CREDENTIAL.matcher(lower).find() && !isReference(lower);
  }

  private static boolean isReference(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    return REFERENCE.matcher(lower).find()
        && !lower.matches(".*(api|access|private|signing|encryption)[-_.]?key");
  }

  /// A text without what looks like a secret in it.
  static String text(String text) {
    if (text.length() <= LONGEST) {
      return masked(text);
    }
    String begin = masked(text.substring(0, Math.min(text.length(), LONGEST + BEYOND)));
    return begin.substring(0, Math.min(begin.length(), LONGEST))
        + "… (%,d characters)".formatted(text.length());
  }

  private static String masked(String text) {
    String masked = text;
    for (Pattern pattern : IN_TEXTS) {
      masked =
          pattern
              .matcher(masked)
              .replaceAll(
                  found -> {
                    String kept = found.groupCount() > 0 ? found.group(1) : "";
                    return Matcher.quoteReplacement(kept + HIDDEN);
                  });
    }
    return masked;
  }
}
