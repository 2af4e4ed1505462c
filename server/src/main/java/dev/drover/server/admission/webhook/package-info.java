/// Admission webhooks: selects those that match a request, and calls them.
///
/// Reading order: `Hook` is a webhook of a configuration; `HookSource` knows all of them;
/// [AdmissionWebhooks] finds those that match a request and calls one; [MutatingWebhooks] calls
/// those that change the object one after the other, [ValidatingWebhooks] calls the others in
/// parallel; `AdmissionReview` is the request to a webhook, `ReviewResponse` its response.
@NullMarked
package dev.drover.server.admission.webhook;

import org.jspecify.annotations.NullMarked;
