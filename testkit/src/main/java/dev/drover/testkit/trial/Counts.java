package dev.drover.testkit.trial;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/// The numbers of creates and deletes by controllers, per object name. Uids are counted, so a
/// repeated call counts once.
final class Counts {
  private Counts() {}

  static Map<String, Integer> created(Recording recording) {
    return count(recording, "create", "apply", 201);
  }

  static Map<String, Integer> deleted(Recording recording) {
    return count(recording, "delete", "delete", 0);
  }

  private static Map<String, Integer> count(
      Recording recording, String verb, String otherVerb, int status) {
    Map<String, Set<String>> uids = new HashMap<>();
    for (TimelineEntry.Called call : recording.calls()) {
      boolean isCounted =
          call.isOwn()
              && call.hasEffect()
              && !call.call().isBookkeeping()
              && call.call().subresource().isEmpty()
              && (call.call().verb().equals(verb) || call.call().verb().equals(otherVerb))
              && (status == 0 || call.status() == status);
      if (isCounted) {
        String prefix = call.call().generateName();
        String name = prefix.isEmpty() ? call.name() : prefix + "*";
        String label = recording.label(call.call().path(), call.call().namespace(), name);
        uids.computeIfAbsent(HashedNames.masked(label), _ -> new HashSet<>()).add(call.uid());
      }
    }
    Map<String, Integer> counts = new HashMap<>();
    uids.forEach((object, of) -> counts.put(object, of.size()));
    return counts;
  }
}
