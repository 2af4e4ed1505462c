package dev.drover.server.admission.webhook;

import dev.drover.api.RawExtension;
import dev.drover.server.core.CallNotes;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The audit annotations of one call of a mutating webhook.
///
/// In Go: `webhookAnnotator`.
///
/// @param place `round_0_index_2`: the third webhook of all, in the first round
record MutationNotes(CallNotes notes, Hook hook, String place) {
  /// It could not be called, and the request went on.
  void failedOpen() {
    notes.annotate("failed-open.mutation.webhook.admission.k8s.io/" + place, hook.name());
  }

  void mutated(boolean isChanged) {
    Map<String, @Nullable Object> facts = facts();
    facts.put("mutated", isChanged);
    notes.annotate("mutation.webhook.admission.k8s.io/" + place, json(facts));
  }

  /// The operations of its patch, which may show what is secret.
  void patch(List<?> operations) {
    Map<String, @Nullable Object> facts = facts();
    facts.put("patch", operations.stream().map(MutationNotes::sorted).toList());
    facts.put("patchType", "JSONPatch");
    notes.annotateInDetail("patch.webhook.admission.k8s.io/" + place, json(facts));
  }

  private static @Nullable Object sorted(@Nullable Object operation) {
    return operation instanceof Map<?, ?> fields ? new TreeMap<>(fields) : operation;
  }

  private Map<String, @Nullable Object> facts() {
    Map<String, @Nullable Object> facts = new LinkedHashMap<>();
    facts.put("configuration", hook.configuration());
    facts.put("webhook", hook.name());
    return facts;
  }

  private static String json(Map<String, @Nullable Object> facts) {
    return RawExtension.ofTree(facts).raw().utf8();
  }
}
