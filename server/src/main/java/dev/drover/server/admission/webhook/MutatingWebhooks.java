package dev.drover.server.admission.webhook;

import dev.drover.api.text.GoText;
import dev.drover.schema.JsonPatch;
import dev.drover.schema.JsonShape;
import dev.drover.schema.PatchException;
import dev.drover.schema.TreeNode;
import dev.drover.schema.TypedForm;
import dev.drover.schema.UnreadableException;
import dev.drover.server.admission.match.RequestView;
import dev.drover.server.core.AdmissionPlugin;
import dev.drover.server.core.ApiError;
import dev.drover.server.core.Reinvocation;
import dev.drover.server.core.Resource;
import dev.drover.server.webhook.HookException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Calls mutating webhooks, one after the other.
///
/// A webhook with the policy `IfNeeded` is called a second time if the object was changed after it.
///
/// In Go: the plug-in `MutatingAdmissionWebhook`.
public final class MutatingWebhooks implements AdmissionPlugin {
  private final HookSource source = new HookSource("mutatingwebhookconfigurations");
  private final AdmissionWebhooks webhooks;

  public MutatingWebhooks(AdmissionWebhooks webhooks) {
    this.webhooks = webhooks;
  }

  /// What is known of a write between the two rounds.
  private static final class Memory {
    private final Set<String> called = new HashSet<>(); // that can be called again
    private final Set<String> toCall = new HashSet<>();
    private @Nullable Map<String, @Nullable Object> output;

    void changed() {
      toCall.addAll(called);
      called.clear();
    }
  }

  @Override
  public void admit(Attempt attempt) {
    List<Hook> hooks = source.hooks(attempt.stored());
    if (hooks.isEmpty() || AdmissionWebhooks.isExempt(attempt)) {
      return;
    }
    Reinvocation rounds = attempt.reinvocation();
    Memory memory = rounds.memory(Memory.class, Memory::new);
    TreeNode object = attempt.object();
    if (rounds.isSecondRound() && object != null && !object.map().equals(memory.output)) {
      memory.changed(); // by plug-ins that come before
    }
    RequestView request = new RequestView(attempt, webhooks.catalog());
    try {
      for (int i = 0; i < hooks.size(); i++) {
        Hook hook = hooks.get(i);
        Optional<Resource> version = webhooks.match(hook, request);
        boolean isCalled = !rounds.isSecondRound() || memory.toCall.contains(hook.id());
        if (version.isPresent() && isCalled) {
          String place = "round_" + (rounds.isSecondRound() ? 1 : 0) + "_index_" + i;
          call(new MutationNotes(attempt.notes(), hook, place), request, version.get(), memory);
        }
      }
    } finally {
      memory.output = object == null ? null : TreeNode.copyOf(object.map()).map();
    }
  }

  private void call(MutationNotes notes, RequestView request, Resource version, Memory memory) {
    Hook hook = notes.hook();
    boolean isChanged = false;
    try {
      isChanged =
          webhooks
              .review(hook, request, version)
              .flatMap(review -> webhooks.call(hook, review, true))
              .flatMap(response -> apply(notes, request, version, response))
              .orElseGet(
                  () -> {
                    notes.failedOpen();
                    return false;
                  });
    } finally {
      notes.mutated(isChanged);
    }
    if (isChanged) {
      memory.changed();
      request.attempt().reinvocation().request();
    }
    if (hook.isReinvocable()) {
      memory.called.add(hook.id());
    }
  }

  /// @return whether the object was changed; empty if the webhook failed, and that does not matter
  private static Optional<Boolean> apply(
      MutationNotes notes, RequestView request, Resource version, ReviewResponse response) {
    Hook hook = notes.hook();
    response.note(hook.name(), notes.notes());
    if (!response.allowed()) {
      throw response.denial(hook.name());
    }
    if (response.patch().isEmpty()) {
      return Optional.of(false);
    }
    List<?> operations;
    try {
      operations = operations(response);
    } catch (HookException e) {
      return AdmissionWebhooks.failed(hook, e.reason());
    }
    if (operations.isEmpty()) {
      return Optional.of(false);
    }
    Map<String, @Nullable Object> object = request.object(version);
    if (object == null) {
      throw ApiError.internal(
          "admission webhook "
              + GoText.quote(hook.name())
              + " attempted to modify the object, which is not supported for this operation");
    }
    if (!response.patchType().equals("JSONPatch")) {
      return AdmissionWebhooks.failed(
          hook, "unsupported patch type " + GoText.quote(response.patchType()));
    }
    boolean isChanged = request.change(version, patched(operations, object));
    notes.patch(operations);
    return Optional.of(isChanged);
  }

  private static List<?> operations(ReviewResponse response) throws HookException {
    Object patch;
    String problem = "received undecodable patch in webhook response: ";
    try {
      patch = TypedForm.parse(response.patch().toByteArray()).tree();
    } catch (UnreadableException e) {
      throw new HookException(problem + e.getMessage());
    }
    if (patch != null && !(patch instanceof List<?>)) {
      throw new HookException(
          problem
              + "json: cannot unmarshal "
              + JsonShape.of(patch)
              + " into Go value of type jsonpatch.Patch");
    }
    return patch instanceof List<?> list ? list : List.of();
  }

  private static Map<String, @Nullable Object> patched(
      List<?> operations, Map<String, @Nullable Object> object) {
    try {
      return JsonPatch.read(operations).apply(object);
    } catch (PatchException e) {
      throw ApiError.internal(String.valueOf(e.getMessage()));
    }
  }
}
