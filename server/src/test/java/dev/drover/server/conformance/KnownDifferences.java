package dev.drover.server.conformance;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// The cases in which the embedded server does not answer like the real one, each with its reason:
/// lines `subject: title | reason` of the file `known-differences.txt`.
///
/// A case that differs and is not there fails, and so does one that is there and no longer differs.
final class KnownDifferences {
  private static final Map<String, String> REASONS = read();

  private KnownDifferences() {}

  static Optional<String> reason(String caseId) {
    return Optional.ofNullable(REASONS.get(caseId));
  }

  private static Map<String, String> read() {
    Map<String, String> reasons = new TreeMap<>();
    for (String line : text().lines().toList()) {
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

  private static String text() {
    try (InputStream in = KnownDifferences.class.getResourceAsStream("known-differences.txt")) {
      return in == null ? "" : new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
