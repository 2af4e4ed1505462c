package dev.drover.cli;

import java.util.List;

/// The flag `--runtime-config`: which versions of the API are served besides the stable ones.
final class RuntimeConfig {
  private RuntimeConfig() {}

  /// Whether beta versions are served; the last entry that says so counts, as in kube-apiserver.
  ///
  /// @param entries such as `api/beta=true`; others have no effect
  static boolean servesBetas(List<String> entries) {
    boolean serves = false;
    for (String entry : entries) {
      if (isSwitch(entry)) {
        serves = !entry.endsWith("=false");
      }
    }
    return serves;
  }

  /// As [#servesBetas], for a command that has nothing to ignore.
  ///
  /// @throws IllegalArgumentException on an entry that has no effect
  static boolean requireBetas(List<String> entries) {
    for (String entry : entries) {
      if (!isSwitch(entry)) {
        throw new IllegalArgumentException(
            "--runtime-config takes api/beta=true or api/all=true, which serve beta versions, or"
                + " either with =false, not "
                + entry);
      }
    }
    return servesBetas(entries);
  }

  private static boolean isSwitch(String entry) {
    return entry.matches("api/(all|beta)(=(true|false))?");
  }
}
