package dev.drover.guests;

import dev.drover.certificates.Kubeconfig;
import dev.drover.controlplane.ControlPlane;
import dev.drover.server.EmbeddedApiServer;

/// A server with guests: the embedded one, or a real kube-apiserver.
interface Host extends AutoCloseable {
  /// How guests find the server, as its administrator.
  String kubeconfig();

  @Override
  void close();

  static Host embedded() {
    EmbeddedApiServer server = EmbeddedApiServer.start();
    return of(server.kubeconfig(), server::close);
  }

  static Host real() throws Exception {
    ControlPlane plane = ControlPlane.start(ControlPlane.Options.defaults());
    String token = plane.admin().token().orElseThrow();
    return of(Kubeconfig.withToken(plane.url(), plane.caPem(), token), plane::close);
  }

  private static Host of(String kubeconfig, Runnable close) {
    return new Host() {
      @Override
      public String kubeconfig() {
        return kubeconfig;
      }

      @Override
      public void close() {
        close.run();
      }
    };
  }
}
