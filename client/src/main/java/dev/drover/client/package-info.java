/// Talks to a Kubernetes API server.
///
/// Reading order for configuration: [ClientConfig][dev.drover.client.ClientConfig] is what callers
/// see. `ConfigLoader` finds and merges files (`Kubeconfig`), or asks the pod it runs in
/// (`InCluster`). `TlsSettings` and `Credentials` are what a transport needs of it: the CAs to
/// trust and the headers to send, both kept up to date while the program runs.
///
/// Reading order for use: [Client][dev.drover.client.Client] implements
/// [Reader][dev.drover.client.Reader] and [Writer][dev.drover.client.Writer], the vocabulary that
/// it shares with the cached client of a manager;
/// [ResourceClient][dev.drover.client.ResourceClient] is the typed handle for one kind, with lists,
/// watches ([RetryWatcher][dev.drover.client.RetryWatcher]), logs and subresources (`ListCall`,
/// `DeleteCall`, `SubresourceCall`).
///
/// Reading order for requests: `RestRequest` builds one, `RestAttempts` sends it with retries by
/// `RetryPolicy`, `SocketTransport` owns the connections (`Connector`, `HttpConnection`,
/// `HttpBody`), `ConnectionWatchdog` and `ServerCheck` end those whose deadline has passed or whose
/// server is gone, and [ApiException][dev.drover.client.ApiException] is what a refusal becomes.
@NullMarked
package dev.drover.client;

import org.jspecify.annotations.NullMarked;
