package dev.drover.runtime.webhook;

import dev.drover.api.Bytes;
import dev.drover.api.DecodeException;
import dev.drover.api.KubernetesObject;
import dev.drover.api.Status;
import dev.drover.api.text.PrintableText;
import dev.drover.client.TimeSource;
import dev.drover.runtime.ControllerObserver;
import dev.drover.runtime.admission.AdmissionReview;
import dev.drover.runtime.admission.AdmissionReview.Response;
import dev.drover.runtime.admission.AdmissionReview.Version;
import dev.drover.runtime.admission.Warnings;
import dev.drover.runtime.http.HttpRequest;
import dev.drover.runtime.internal.Deadline;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Makes the response to a review.
///
/// | request                         | response                                           |
/// |---------------------------------|----------------------------------------------------|
/// | too large                       | not allowed, code 413                              |
/// | not JSON                        | not allowed, code 415                              |
/// | not an AdmissionReview          | not allowed, code 400, with what is wrong and where |
/// | for objects of another kind     | not allowed, code 400                              |
/// | the webhook allows it           | allowed, with a patch if it changed something      |
/// | the webhook denies it           | not allowed, with its code, message and causes     |
/// | the webhook takes too long      | interrupted; not allowed, code 504                 |
/// | the webhook throws              | not allowed, code 500; logged and counted          |
///
/// The response has the version of the request, `v1` or `v1beta1`.
///
/// @param timeout the time that the webhook may take; the API server's own limit, if it is shorter
record ReviewHandler<T extends KubernetesObject>(
    Webhook<T> webhook, Duration timeout, TimeSource time, ControllerObserver observer) {
  private static final Logger LOG = LoggerFactory.getLogger(ReviewHandler.class);
  private static final Pattern SERVER_TIMEOUT =
      Pattern.compile("(?:^|&)timeout=(\\d{1,6})s(?:&|$)");

  /// API servers write the uid first. A denial without it would be an invalid response, on which
  /// `failurePolicy: Ignore` admits.
  private static final Pattern UID =
      Pattern.compile("\"request\"\\s*:\\s*\\{\\s*\"uid\"\\s*:\\s*\"([0-9A-Za-z-]{1,64})\"");

  private static final int UID_WITHIN = 4096;

  /// The response as JSON.
  byte[] review(HttpRequest request) {
    byte[] body = request.body().toByteArray();
    Version version = AdmissionReview.versionOf(body);
    return AdmissionReview.of(response(request, body, version)).encode(version);
  }

  private Response response(HttpRequest request, byte[] body, Version version) {
    if (request.isBodyTooLarge()) {
      String problem = "the review is larger than " + body.length + " bytes";
      return unreadable(body, 413, "RequestEntityTooLarge", problem);
    }
    String type = request.headers().first("Content-Type").orElse("");
    if (!type.split(";", 2)[0].strip().equalsIgnoreCase("application/json")) {
      String problem = "a review is application/json, not '" + type + "'";
      return unreadable(body, 415, "UnsupportedMediaType", problem);
    }
    AdmissionReview.Request review;
    try {
      review = AdmissionReview.decode(body, version).request();
    } catch (DecodeException e) {
      return unreadable(body, 400, "BadRequest", String.valueOf(e.getMessage()));
    }
    if (review == null) {
      return unreadable(body, 400, "BadRequest", "the AdmissionReview has no 'request'");
    }
    return answer(review, limit(request.query()));
  }

  private Response unreadable(byte[] body, int code, String reason, String problem) {
    LOG.warn("webhook {}: denied a request: {}", webhook.path(), PrintableText.of(problem));
    String start = new String(body, 0, Math.min(body.length, UID_WITHIN), StandardCharsets.UTF_8);
    Matcher uid = UID.matcher(start);
    return refused(uid.find() ? uid.group(1) : "", code, reason, problem);
  }

  private Duration limit(String query) {
    Matcher said = SERVER_TIMEOUT.matcher(query);
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
      LOG.warn(
          "webhook {}: cannot read request {}, denied: {}",
          webhook.path(),
          PrintableText.of(review.uid()),
          PrintableText.of(e.getMessage()));
      return refused(review.uid(), 400, "BadRequest", String.valueOf(e.getMessage()));
    }
    Deadline deadline = Deadline.forThisThread(time, limit);
    try {
      Optional<Bytes> patch = webhook.review(request);
      return isLate(deadline) ? late(request, limit) : allowed(request, patch);
    } catch (DeniedException e) {
      return isLate(deadline) ? late(request, limit) : denied(request, e.response().status());
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
    LOG.debug(
        "webhook {}: denied request {}: {}",
        webhook.path(),
        PrintableText.of(request.uid()),
        PrintableText.of(status.message()));
    List<String> warnings = Warnings.of(request.warnings());
    return new Response(request.uid(), false, status, null, null, request.annotations(), warnings);
  }

  private Response late(AdmissionRequest<T> request, Duration limit) {
    String problem =
        "webhook %s was interrupted after %d ms".formatted(webhook.path(), limit.toMillis());
    LOG.error("{}, with request {}", problem, PrintableText.of(request.uid()));
    return refused(request.uid(), 504, "Timeout", problem);
  }

  private Response crashed(AdmissionRequest<T> request, Throwable error) {
    LOG.error(
        "webhook {}: failed with request {}, denied",
        webhook.path(),
        PrintableText.of(request.uid()),
        error);
    observer.webhookCrashed(webhook.path());
    return refused(
        request.uid(), 500, "InternalError", "webhook " + webhook.path() + " failed: " + error);
  }

  private static Response refused(String uid, int code, String reason, String message) {
    Status status = new AdmissionResponse.Denied(code, reason, message, List.of()).status();
    return new Response(uid, false, status, null, null, Map.of(), List.of());
  }
}
