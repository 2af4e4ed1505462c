package dev.drover.runtime;

import dev.drover.api.Bytes;
import dev.drover.api.DecodeException;
import dev.drover.api.KubernetesObject;
import dev.drover.api.Status;
import dev.drover.client.Timekeeper;
import dev.drover.runtime.admission.AdmissionReview;
import dev.drover.runtime.admission.AdmissionReview.Response;
import dev.drover.runtime.admission.Warnings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Makes the answer to a review.
///
/// | what came                     | what goes back                                     |
/// |-------------------------------|----------------------------------------------------|
/// | no AdmissionReview of `v1`    | HTTP 400 that says what and where                  |
/// | a request for other objects   | not allowed, code 400                              |
/// | the webhook says yes          | allowed, with a patch if it changed something      |
/// | the webhook says no           | not allowed, with its code, message and causes     |
/// | the webhook takes too long    | interrupted; not allowed, code 504                 |
/// | the webhook throws            | not allowed, code 500; logged and counted          |
///
/// @param timeout how long the webhook may take; the server's own limit counts when it is shorter
record Reviewer<T extends KubernetesObject>(
    Webhook<T> webhook, Duration timeout, Timekeeper time, ControllerObserver observer) {
  private static final Logger LOG = LoggerFactory.getLogger(Reviewer.class);
  private static final Pattern SERVER_TIMEOUT =
      Pattern.compile("(?:^|&)timeout=(\\d{1,6})s(?:&|$)");

  /// @param query of the URL, in which an API server says how long it waits
  WebhookReply review(byte[] body, @Nullable String query) {
    AdmissionReview.Request review;
    try {
      review = AdmissionReview.decode(body).request();
    } catch (DecodeException e) {
      return WebhookReply.text(400, String.valueOf(e.getMessage()));
    }
    if (review == null) {
      return WebhookReply.text(400, "the AdmissionReview has no 'request'");
    }
    return WebhookReply.review(answer(review, limit(query)));
  }

  private Duration limit(@Nullable String query) {
    Matcher said = SERVER_TIMEOUT.matcher(query == null ? "" : query);
    if (!said.find()) {
      return timeout;
    }
    Duration server = Duration.ofSeconds(Long.parseLong(said.group(1)));
    return server.isPositive() && server.compareTo(timeout) < 0 ? server : timeout;
  }

  private Response answer(AdmissionReview.Request review, Duration limit) {
    AdmissionRequest<T> request;
    try {
      request = webhook.request(review);
    } catch (IllegalArgumentException | DecodeException e) {
      LOG.warn("{} cannot read request {}: {}", webhook.path(), review.uid(), e.getMessage());
      return refused(review.uid(), 400, "BadRequest", String.valueOf(e.getMessage()));
    }
    Deadline deadline = Deadline.forThisThread(time, limit);
    try {
      Optional<Bytes> patch = webhook.review(request);
      return isLate(deadline) ? late(request, limit) : allowed(request, patch);
    } catch (DeniedException e) {
      return isLate(deadline) ? late(request, limit) : denied(request, e.verdict().status());
    } catch (Throwable e) {
      // An Error too, and it does not stop the manager: what users of the cluster send must not be
      // able to do that.
      return isLate(deadline) ? late(request, limit) : crashed(request, e);
    }
  }

  /// The interruption at the deadline was meant for the webhook, not for the answer.
  private static boolean isLate(Deadline deadline) {
    boolean over = deadline.end();
    if (over) {
      Thread.interrupted();
    }
    return over;
  }

  private Response allowed(AdmissionRequest<T> request, Optional<Bytes> patch) {
    return new Response(
        request.uid(),
        true,
        Status.builder().code(200).build(),
        patch.orElse(null),
        patch.isPresent() ? "JSONPatch" : null,
        request.annotations(),
        Warnings.of(request.warnings()));
  }

  private Response denied(AdmissionRequest<T> request, Status status) {
    LOG.debug("{} denied request {}: {}", webhook.path(), request.uid(), status.message());
    List<String> warnings = Warnings.of(request.warnings());
    return new Response(request.uid(), false, status, null, null, request.annotations(), warnings);
  }

  private Response late(AdmissionRequest<T> request, Duration limit) {
    String problem =
        "webhook %s was interrupted after %d ms".formatted(webhook.path(), limit.toMillis());
    LOG.error("{}, with request {}", problem, request.uid());
    return refused(request.uid(), 504, "Timeout", problem);
  }

  private Response crashed(AdmissionRequest<T> request, Throwable error) {
    LOG.error("{} failed with request {}", webhook.path(), request.uid(), error);
    observer.webhookCrashed(webhook.path());
    return refused(
        request.uid(), 500, "InternalError", "webhook " + webhook.path() + " failed: " + error);
  }

  private static Response refused(String uid, int code, String reason, String message) {
    Status status = new Verdict.Denied(code, reason, message, List.of()).status();
    return new Response(uid, false, status, null, null, Map.of(), List.of());
  }
}
