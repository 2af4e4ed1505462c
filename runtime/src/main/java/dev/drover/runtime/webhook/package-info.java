/// Webhooks: functions that an API server calls before it stores objects, and to convert objects
/// between versions.
///
/// Reading order: a [Webhook][dev.drover.runtime.webhook.Webhook] checks or changes the object of
/// an [AdmissionRequest][dev.drover.runtime.webhook.AdmissionRequest] and returns an
/// [AdmissionResponse][dev.drover.runtime.webhook.AdmissionResponse]. A
/// [WebhookServer][dev.drover.runtime.webhook.WebhookServer], which every manager has, serves it
/// over TLS; `ReviewHandler` turns reviews of the API server into calls of webhooks. A
/// [Conversion][dev.drover.runtime.webhook.Conversion] has the functions between the versions of a
/// kind.
@NullMarked
package dev.drover.runtime.webhook;

import org.jspecify.annotations.NullMarked;
