/// Talks to a Kubernetes API server: configuration, transport, typed and dynamic clients.
module dev.drover.client {
  requires transitive dev.drover.api;
  requires jdk.net;
  requires org.slf4j;

  exports dev.drover.client;
  exports dev.drover.client.ops;
  exports dev.drover.client.pods;
}
