/// The webhooks of clients, called for the requests that they ask for.
///
/// Reading order: `Hook` is a webhook of a configuration; `HookSource` knows all of them;
/// [AdmissionWebhooks] finds those that a request is for and calls one; [MutatingWebhooks] lets
/// them change the object one after the other, [ValidatingWebhooks] asks them all at once;
/// `AdmissionReview` is what they are sent, `ReviewResponse` what they answer.
@NullMarked
package dev.drover.server.admission.webhook;

import org.jspecify.annotations.NullMarked;
