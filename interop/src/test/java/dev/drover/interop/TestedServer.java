package dev.drover.interop;

import dev.drover.certificates.Kubeconfig;
import dev.drover.controlplane.ControlPlane;
import dev.drover.server.EmbeddedApiServer;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;

/// A server under test: the embedded one, or a real kube-apiserver.
interface TestedServer extends AutoCloseable {
  /// The kubeconfig of its administrator.
  String kubeconfig();

  /// A client of fabric8 for its administrator.
  default KubernetesClient fabric8Client() {
    return new KubernetesClientBuilder().withConfig(Config.fromKubeconfig(kubeconfig())).build();
  }

  @Override
  void close();

  static TestedServer embedded() {
    EmbeddedApiServer server = EmbeddedApiServer.start();
    return of(server.kubeconfig(), server::close);
  }

  static TestedServer real() throws Exception {
    ControlPlane plane = ControlPlane.start(ControlPlane.Options.defaults());
    String token = plane.admin().token().orElseThrow();
    return of(Kubeconfig.withToken(plane.url(), plane.caPem(), token), plane::close);
  }

  private static TestedServer of(String kubeconfig, Runnable close) {
    return new TestedServer() {
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
