/// A Kubernetes API server in a Java process. One package is public; the rest is laid out by API
/// group and by the parts of kube-apiserver, see docs/apiserver.md.
module dev.drover.server {
  requires static transitive org.jspecify;
  requires transitive dev.drover.api;
  requires transitive dev.drover.certificates;
  requires dev.drover.cel;
  requires dev.drover.crd;
  requires dev.drover.schema;
  requires java.management;
  requires java.net.http;
  requires jdk.jfr;
  requires jdk.management;
  requires org.eclipse.jetty.alpn.java.server;
  requires org.eclipse.jetty.alpn.server;
  requires org.eclipse.jetty.http2.server;
  requires org.eclipse.jetty.server;
  requires org.eclipse.jetty.websocket.core.server;
  requires org.slf4j;

  exports dev.drover.server;
}
