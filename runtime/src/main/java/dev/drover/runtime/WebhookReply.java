package dev.drover.runtime;

import dev.drover.api.Bytes;
import dev.drover.runtime.admission.AdmissionReview;

/// What goes back over HTTP.
///
/// @param code the HTTP status: 200 for every review that could be read, whatever its verdict
record WebhookReply(int code, String contentType, Bytes body) {
  /// The complaint about something that is no review.
  static WebhookReply text(int code, String complaint) {
    return new WebhookReply(code, "text/plain; charset=utf-8", Bytes.ofUtf8(complaint + "\n"));
  }

  static WebhookReply review(AdmissionReview.Response response) {
    byte[] json = AdmissionReview.of(response).encode();
    return new WebhookReply(200, "application/json", Bytes.of(json));
  }
}
