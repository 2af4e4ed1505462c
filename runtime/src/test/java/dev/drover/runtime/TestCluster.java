package dev.drover.runtime;

import dev.drover.client.Client;
import dev.drover.client.ClientConfig;
import dev.drover.client.Impersonation;
import dev.drover.controlplane.ControlPlane;
import dev.drover.model.rbac.v1.ClusterRole;
import dev.drover.model.rbac.v1.ClusterRoleBinding;
import dev.drover.model.rbac.v1.PolicyRule;
import dev.drover.server.EmbeddedApiServer;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/// The server of a test: the embedded one or, for tests with the tag `real`, a kube-apiserver. All
/// tests of a run share the two.
///
/// ```java
/// abstract class ShopContract { @BeforeEach void connect(TestCluster cluster) { ... } }
/// class ShopTest extends ShopContract {}
/// @Tag("real") class ShopRealTest extends ShopContract {}
/// ```
interface TestCluster extends AutoCloseable {
  String RBAC = "rbac.authorization.k8s.io";

  /// How an administrator gets there.
  ClientConfig config();

  /// The configuration of a new user with these rights only.
  default ClientConfig user(String name, Consumer<PolicyRule.Builder> may) {
    try (Client admin = Client.connect(config())) {
      admin.apply(ClusterRole.named(name).with(role -> role.addRule(may)));
      admin.apply(
          ClusterRoleBinding.named(name)
              .with(
                  binding ->
                      binding
                          .roleRef(r -> r.apiGroup(RBAC).kind("ClusterRole").name(name))
                          .addSubject(s -> s.apiGroup(RBAC).kind("User").name(name))));
    }
    return config()
        .with(c -> c.impersonate(Impersonation.of(name).withGroups("system:authenticated")));
  }

  @Override
  void close();

  private static TestCluster of(String kubeconfig, Runnable close) {
    ClientConfig config = ClientConfig.fromKubeconfig(kubeconfig.getBytes(StandardCharsets.UTF_8));
    return new TestCluster() {
      @Override
      public ClientConfig config() {
        return config;
      }

      @Override
      public void close() {
        close.run();
      }
    };
  }

  private static TestCluster embedded() {
    EmbeddedApiServer server = EmbeddedApiServer.start();
    return of(server.kubeconfig(), server::close);
  }

  private static TestCluster real() {
    try {
      ControlPlane server = ControlPlane.start(ControlPlane.Options.defaults());
      return of(server.kubeconfig(), server::close);
    } catch (Exception e) {
      throw new IllegalStateException("no kube-apiserver: " + e.getMessage(), e);
    }
  }

  /// Hands it to tests.
  final class Supply implements ParameterResolver {
    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext test) {
      return parameter.getParameter().getType() == TestCluster.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext test) {
      boolean real = test.getTags().contains("real");
      return test.getRoot()
          .getStore(Namespace.create(TestCluster.class))
          .computeIfAbsent(
              real, _ -> real ? real() : embedded(), TestCluster.class); // closed with the run
    }
  }
}
