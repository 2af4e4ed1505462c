package dev.drover.recipes.testing;

import dev.drover.client.ClientConfig;
import dev.drover.controlplane.ControlPlane;
import dev.drover.server.EmbeddedApiServer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/// The server of a test: the embedded one or, for tests with the tag `real`, a kube-apiserver. All
/// tests of a run share the two.
public record RecipeCluster(ClientConfig config, Runnable stop) implements AutoCloseable {
  @Override
  public void close() {
    stop.run();
  }

  private static RecipeCluster of(String kubeconfig, Runnable stop) {
    return new RecipeCluster(
        ClientConfig.fromKubeconfig(kubeconfig.getBytes(StandardCharsets.UTF_8)), stop);
  }

  private static RecipeCluster start(boolean real) {
    try {
      if (real) {
        ControlPlane plane = ControlPlane.start(ControlPlane.Options.defaults());
        return of(plane.kubeconfig(), plane::close);
      }
      EmbeddedApiServer server = EmbeddedApiServer.start();
      return of(server.kubeconfig(), server::close);
    } catch (Exception e) {
      throw new IllegalStateException("no API server: " + e.getMessage(), e);
    }
  }

  /// Hands it to tests.
  public static final class Supply implements ParameterResolver {
    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext test) {
      return parameter.getParameter().getType() == RecipeCluster.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext test) {
      boolean real = test.getTags().contains("real");
      return test.getRoot()
          .getStore(Namespace.create(RecipeCluster.class))
          .computeIfAbsent(real, RecipeCluster::start, RecipeCluster.class); // closed with the run
    }
  }
}
