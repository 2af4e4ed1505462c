package dev.drover.api.tree;

import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Says which values are not printed, because they are secrets or look like one.
///
/// Hidden are the data of Secrets wherever they are nested, kubectl's copy of the whole object in
/// its annotation, and in untyped trees texts under a name like `password` or `token`.
final class Redaction {
  static final String REDACTED = "<redacted>";

  /// kubectl keeps a whole copy of the object here: of a Secret, too.
  private static final String LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";

  private static final Pattern CREDENTIAL =
      Pattern.compile(
          "pass(word|wd|phrase|code)|token|secret|credential|(api|access|private|signing)[-_.]?key");

  /// Names of objects and keys, which only say where a secret is.
  private static final Pattern REFERENCE = Pattern.compile("(name|names|ref|path|kind|type|uid)$");

  private Redaction() {}

  /// Whether a map's value for this key is a secret in every object.
  static boolean hides(@Nullable Object key) {
    return LAST_APPLIED.equals(key);
  }

  /// Whether this JSON object is a Secret, whose `data` and `stringData` are hidden.
  static boolean isSecret(Map<?, ?> tree) {
    return "Secret".equals(tree.get("kind"));
  }

  /// Whether this is a field of a Secret with its content.
  static boolean isSecretData(@Nullable Object name) {
    return "data".equals(name) || "stringData".equals(name);
  }

  /// Whether a text under this name in an untyped tree looks like a credential.
  static boolean looksSecret(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    return CREDENTIAL.matcher(lower).find() && !REFERENCE.matcher(lower).find();
  }

  /// Whether `value` beside this `name`, as in the environment of a container, looks like one.
  static boolean looksSecretEntry(Map<?, ?> tree) {
    return tree.get("name") instanceof String name && looksSecret(name);
  }
}
