/// Calls to webhooks: of admission and of conversion.
///
/// Reading order: [HookTarget] is where a webhook listens; [Services] maps services to local ports;
/// [HookClient] sends a request and reads the answer, over connections that it keeps;
/// `HookConnection` is one of them; `HookTrust` decides whether to trust a certificate; [HookReply]
/// is an answer, read as client-go does it.
@NullMarked
package dev.drover.server.webhook;

import org.jspecify.annotations.NullMarked;
