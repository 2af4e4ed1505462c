package dev.drover.testkit;

import dev.drover.certificates.User;
import dev.drover.client.ClientConfig;
import dev.drover.controlplane.ControlPlane;
import dev.drover.runtime.Settleable;
import dev.drover.server.EmbeddedApiServer;
import dev.drover.server.Faults;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

/// The server of a test class: embedded or real.
sealed interface TestServer extends AutoCloseable {
  /// The system property that chooses the server: `embedded` or `real`.
  String PROPERTY = "drover.test.server";

  static TestServer start(List<String> controllers, boolean isSimulated)
      throws InterruptedException {
    String wanted = System.getProperty(PROPERTY, "embedded");
    return switch (wanted) {
      case "embedded" ->
          new Embedded(
              EmbeddedApiServer.start(
                  EmbeddedApiServer.Options.defaults()
                      .with(o -> o.controllers(controllers).simulate(isSimulated ? 3 : 0))));
      case "real" -> new Real(ControlPlane.start(ControlPlane.Options.defaults()));
      default ->
          throw new IllegalArgumentException(
              "-D" + PROPERTY + " must be 'embedded' or 'real', got '" + wanted + "'");
    };
  }

  /// The administrator's kubeconfig.
  String kubeconfig();

  /// The administrator's configuration.
  default ClientConfig admin() {
    return config(kubeconfig());
  }

  /// The configuration of a new user.
  ClientConfig user(String name, String... groups);

  /// Injects faults.
  ///
  /// @throws UnsupportedOperationException on a real server
  Faults faults();

  /// Maps a service to a local port.
  ///
  /// @throws UnsupportedOperationException on a real server
  void service(String name, int port);

  /// The controllers that run in the server.
  Settleable controllers();

  @Override
  void close();

  private static ClientConfig config(String kubeconfig) {
    return ClientConfig.fromKubeconfig(kubeconfig.getBytes(StandardCharsets.UTF_8));
  }

  /// The server in this JVM.
  record Embedded(EmbeddedApiServer server) implements TestServer {
    @Override
    public String kubeconfig() {
      return server.kubeconfig();
    }

    @Override
    public ClientConfig user(String name, String... groups) {
      User user = server.addUser(name, groups);
      return config(server.kubeconfig(user));
    }

    @Override
    public Faults faults() {
      return server.faults();
    }

    @Override
    public void service(String name, int port) {
      server.service(name, port);
    }

    @Override
    public Settleable controllers() {
      return new Settleable() {
        @Override
        public void settle(Duration limit) throws InterruptedException {
          server.settle(limit);
        }

        @Override
        public long activity() {
          return server.activity();
        }
      };
    }

    @Override
    public void close() {
      server.close();
    }
  }

  /// kube-apiserver and etcd.
  record Real(ControlPlane plane) implements TestServer {
    @Override
    public String kubeconfig() {
      return plane.kubeconfig();
    }

    @Override
    public ClientConfig user(String name, String... groups) {
      return config(plane.kubeconfig(plane.addUser(name, groups)));
    }

    @Override
    public Faults faults() {
      throw new UnsupportedOperationException(
          "faults can be injected into the server in this JVM only: leave -D"
              + PROPERTY
              + "=real out for this test");
    }

    @Override
    public void service(String name, int port) {
      throw new UnsupportedOperationException(
          "a real server reaches services through the network of its cluster: configure webhooks"
              + " by their URL, or with TestCluster.webhook");
    }

    /// None.
    @Override
    public Settleable controllers() {
      return new Settleable() {
        @Override
        public void settle(Duration limit) {}

        @Override
        public long activity() {
          return 0;
        }
      };
    }

    @Override
    public void close() {
      plane.close();
    }
  }
}
