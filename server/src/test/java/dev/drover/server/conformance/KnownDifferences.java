package dev.drover.server.conformance;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// The cases in which the embedded server does not answer like the real one.
/// - For good: lines `subject: title | reason` of the file `known-differences.txt`. One that no
///   longer differs fails.
/// - Not yet: lines `subject: title` of the file `open-differences.txt`, where work remains. Some
///   of them differ in some runs only.
///
/// Any other case that differs fails.
final class KnownDifferences {
  private static final Map<String, String> REASONS = read();
  private static final Set<String> OPEN =
      text("open-differences.txt")
          .lines()
          .filter(line -> !line.isBlank() && !line.startsWith("#"))
          .map(String::strip)
          .collect(Collectors.toUnmodifiableSet());

  private KnownDifferences() {}

  static Optional<String> reason(String caseId) {
    return Optional.ofNullable(REASONS.get(caseId));
  }

  /// Whether work remains to make the servers agree.
  static boolean isOpen(String caseId) {
    return OPEN.contains(caseId);
  }

  private static Map<String, String> read() {
    Map<String, String> reasons = new TreeMap<>();
    for (String line : text("known-differences.txt").lines().toList()) {
      if (!line.isBlank() && !line.startsWith("#")) {
        int bar = line.lastIndexOf(" | ");
        if (bar < 0) {
          throw new IllegalArgumentException("no reason: " + line);
        }
        reasons.put(line.substring(0, bar).strip(), line.substring(bar + 3).strip());
      }
    }
    return reasons;
  }

  private static String text(String file) {
    try (InputStream in = KnownDifferences.class.getResourceAsStream(file)) {
      return in == null ? "" : new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
