package dev.drover.informer;

import dev.drover.certificates.User;
import dev.drover.client.ClientConfig;
import dev.drover.controlplane.ControlPlane;
import dev.drover.server.EmbeddedApiServer;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// The embedded API server, or a real one: tests of informers run on both.
interface TestServer extends AutoCloseable {
  URI url();

  String kubeconfig();

  /// A new user without any right.
  String kubeconfigOfNewUser(String name);

  /// The embedded one, if it is that.
  default Optional<EmbeddedApiServer> embedded() {
    return Optional.empty();
  }

  @Override
  void close();

  default ClientConfig config() {
    return config(kubeconfig());
  }

  static ClientConfig config(String kubeconfig) {
    return ClientConfig.fromKubeconfig(kubeconfig.getBytes(StandardCharsets.UTF_8));
  }

  /// The configuration by way of another address.
  default ClientConfig configBy(URI address) {
    return config(kubeconfig().replace(url().toString(), address.toString()));
  }

  static TestServer embedded(EmbeddedApiServer.Options options) {
    EmbeddedApiServer server = EmbeddedApiServer.start(options);
    return new TestServer() {
      @Override
      public URI url() {
        return server.url();
      }

      @Override
      public String kubeconfig() {
        return server.kubeconfig();
      }

      @Override
      public String kubeconfigOfNewUser(String name) {
        return server.kubeconfig(server.addUser(name));
      }

      @Override
      public Optional<EmbeddedApiServer> embedded() {
        return Optional.of(server);
      }

      @Override
      public void close() {
        server.close();
      }
    };
  }

  /// @param flags more flags for kube-apiserver
  static TestServer real(String... flags) throws InterruptedException {
    ControlPlane server =
        ControlPlane.start(ControlPlane.Options.defaults().with(o -> o.apiServerFlags(flags)));
    return new TestServer() {
      @Override
      public URI url() {
        return server.url();
      }

      @Override
      public String kubeconfig() {
        return server.kubeconfig();
      }

      @Override
      public String kubeconfigOfNewUser(String name) {
        User user = server.addUser(name);
        return server.kubeconfig(user);
      }

      @Override
      public void close() {
        server.close();
      }
    };
  }
}
