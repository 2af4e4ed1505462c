package dev.drover.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// The specs of a suite that cannot pass on the embedded server, each with its reason: lines `spec
/// | reason` of a resource.
final class UpstreamDifferences {
  private final Map<String, String> reasons = new TreeMap<>();

  private UpstreamDifferences() {}

  static UpstreamDifferences read(String resource) throws IOException {
    UpstreamDifferences differences = new UpstreamDifferences();
    try (InputStream in = UpstreamDifferences.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IOException("no resource " + resource);
      }
      new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.isBlank() && !line.startsWith("#"))
          .forEach(differences::add);
    }
    return differences;
  }

  private void add(String line) {
    int bar = line.lastIndexOf(" | ");
    if (bar < 0) {
      throw new IllegalArgumentException("no reason: " + line);
    }
    reasons.put(line.substring(0, bar).strip(), line.substring(bar + 3).strip());
  }

  /// Why a spec cannot pass.
  Optional<String> reason(String spec) {
    return Optional.ofNullable(reasons.get(spec));
  }

  /// Fails unless the spec passes, or is listed and fails.
  void check(GinkgoReport.Spec spec) {
    Optional<String> reason = reason(spec.name());
    if (reason.isPresent() && spec.passed()) {
      throw new AssertionError("it passes: take its line away (" + reason.get() + ")");
    }
    if (reason.isEmpty() && !spec.passed()) {
      throw new AssertionError(spec.failure());
    }
  }
}
