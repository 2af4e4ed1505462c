/// Talks to a Kubernetes API server.
///
/// Reading order for configuration: [ClientConfig][dev.drover.client.ClientConfig] is what callers
/// see. `ConfigLoader` finds and merges files (`Kubeconfig`), or asks the pod it runs in
/// (`InCluster`). `TlsSettings` and `Credentials` are what a transport needs of it: whom to trust
/// and who is asking, both kept up to date while the program runs.
@NullMarked
package dev.drover.client;

import org.jspecify.annotations.NullMarked;
