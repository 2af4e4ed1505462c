package dev.drover.testkit.trial;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Names with a hash in them, which may depend on the namespace or the uid of an owner, and so
/// differ from run to run: `drover-set-31aac2de4016dc08…`.
final class HashedNames {
  private static final Pattern HASH = Pattern.compile("[0-9a-f]{16,}");

  private HashedNames() {}

  /// A text without the hashes in it.
  static String masked(String text) {
    return HASH.matcher(text).replaceAll("HASH");
  }

  /// What comes before the hash in a name; empty if it has none, or nothing else.
  static String prefix(String name) {
    Matcher hash = HASH.matcher(name);
    return hash.find() ? name.substring(0, hash.start()) : "";
  }
}
