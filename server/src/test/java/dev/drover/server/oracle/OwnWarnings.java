package dev.drover.server.oracle;

import java.util.List;

/// Tells the warnings about what the embedded server accepts and does not enforce from those that
/// kube-apiserver gives too.
public final class OwnWarnings {
  private OwnWarnings() {}

  public static boolean isOwn(String text) {
    return text.contains("not enforced");
  }

  /// The warnings that can be compared with kube-apiserver's.
  public static List<String> without(List<String> warnings) {
    return warnings.stream().filter(text -> !isOwn(text)).toList();
  }
}
