package dev.drover.server.admission.webhook;

import dev.drover.api.lifecycle.Lifecycle;
import dev.drover.server.admission.match.RequestView;
import dev.drover.server.core.AdmissionPlugin;
import dev.drover.server.core.ApiError;
import dev.drover.server.core.Resource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Calls all validating webhooks of a write in parallel.
///
/// In Go: the plug-in `ValidatingAdmissionWebhook`.
public final class ValidatingWebhooks implements AdmissionPlugin {
  private static final Logger LOG = LoggerFactory.getLogger(ValidatingWebhooks.class);

  private final HookSource source = new HookSource("validatingwebhookconfigurations");
  private final AdmissionWebhooks webhooks;

  public ValidatingWebhooks(AdmissionWebhooks webhooks) {
    this.webhooks = webhooks;
  }

  /// A webhook with what it is sent.
  private record Question(Hook hook, AdmissionReview review) {}

  @Override
  public void validate(Attempt attempt) {
    List<Hook> hooks = source.hooks(attempt.stored());
    if (hooks.isEmpty() || AdmissionWebhooks.isExempt(attempt)) {
      return;
    }
    RequestView request = new RequestView(attempt, webhooks.catalog());
    List<Hook> relevant = new ArrayList<>();
    List<Resource> versions = new ArrayList<>();
    for (Hook hook : hooks) {
      webhooks
          .match(hook, request)
          .ifPresent(
              version -> {
                relevant.add(hook);
                versions.add(version);
              });
    }
    List<Question> questions = new ArrayList<>();
    for (int i = 0; i < relevant.size(); i++) {
      Hook hook = relevant.get(i);
      webhooks
          .review(hook, request, versions.get(i))
          .ifPresent(review -> questions.add(new Question(hook, review)));
    }
    ask(questions, attempt);
  }

  /// All of them are called, even if one refuses; the first in their order that does is the error.
  private void ask(List<Question> questions, Attempt attempt) {
    if (questions.size() == 1) {
      Question only = questions.getFirst();
      judge(only.hook, 0, webhooks.call(only.hook, only.review, false), attempt);
      return;
    }
    List<FutureTask<Optional<ReviewResponse>>> calls = new ArrayList<>();
    for (Question question : questions) {
      FutureTask<Optional<ReviewResponse>> call =
          new FutureTask<>(() -> webhooks.call(question.hook, question.review, false));
      calls.add(call);
      Thread.ofVirtual()
          .name(Lifecycle.threadName("server", "webhook-" + question.hook.name()))
          .start(call);
    }
    List<ApiError> errors = new ArrayList<>();
    for (int i = 0; i < questions.size(); i++) {
      Hook hook = questions.get(i).hook;
      try {
        judge(hook, i, answer(calls.get(i), calls), attempt);
      } catch (ApiError e) {
        errors.add(e);
      }
    }
    if (!errors.isEmpty()) {
      throw errors.getFirst();
    }
  }

  private static Optional<ReviewResponse> answer(
      FutureTask<Optional<ReviewResponse>> call, List<FutureTask<Optional<ReviewResponse>>> all) {
    try {
      return call.get();
    } catch (InterruptedException e) {
      all.forEach(other -> other.cancel(true));
      Thread.currentThread().interrupt();
      throw ApiError.of(504, "Timeout", "request did not complete within requested timeout");
    } catch (ExecutionException e) {
      if (e.getCause() instanceof ApiError error) {
        throw error;
      }
      LOG.error("admission: the call of a validating webhook failed", e.getCause());
      throw ApiError.internal("ValidatingAdmissionWebhook has panicked: " + e.getCause());
    }
  }

  private static void judge(
      Hook hook, int index, Optional<ReviewResponse> response, Attempt attempt) {
    if (response.isEmpty()) {
      attempt
          .notes()
          .annotate(
              "failed-open.validating.webhook.admission.k8s.io/round_0_index_" + index,
              hook.name());
    } else {
      response.get().note(hook.name(), attempt.notes());
      if (!response.get().allowed()) {
        throw response.get().denial(hook.name());
      }
    }
  }
}
