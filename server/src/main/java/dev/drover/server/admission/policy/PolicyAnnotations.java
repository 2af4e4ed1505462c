package dev.drover.server.admission.policy;

import dev.drover.server.core.CallNotes;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.SequencedSet;
import java.util.TreeMap;

/// The annotations that one policy publishes in the audit log: several bindings may give different
/// values for a key.
///
/// In Go: `auditAnnotationCollector`.
final class PolicyAnnotations {
  private static final int LONGEST_VALUE = 10 * 1024;

  private final Map<String, SequencedSet<String>> values = new TreeMap<>();

  /// @param value left out if it is empty
  void add(String key, String value) {
    if (!value.isEmpty()) {
      values
          .computeIfAbsent(key, _ -> new LinkedHashSet<>())
          .add(value.substring(0, Math.min(value.length(), LONGEST_VALUE)));
    }
  }

  void publish(String policy, CallNotes notes) {
    values.forEach((key, all) -> notes.annotate(policy + "/" + key, String.join(", ", all)));
  }
}
