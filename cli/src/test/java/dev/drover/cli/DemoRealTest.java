package dev.drover.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.client.Client;
import dev.drover.client.ClientConfig;
import dev.drover.controlplane.ControlPlane;
import dev.drover.model.apps.v1.Deployment;
import dev.drover.model.core.v1.Namespace;
import dev.drover.runtime.Manager;
import dev.drover.runtime.Request;
import dev.drover.runtime.Result;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The demo on a user's cluster: kube-apiserver, with simulated workloads beside it.
@Tag("real")
class DemoRealTest {
  @Test
  void demoRunsOnARealServerAndCleansUp(@TempDir Path folder) throws Exception {
    try (ControlPlane plane = ControlPlane.start(ControlPlane.Options.defaults())) {
      ClientConfig config =
          ClientConfig.fromKubeconfig(plane.kubeconfig().getBytes(StandardCharsets.UTF_8));
      Path kubeconfig = Files.writeString(folder.resolve("kubeconfig"), plane.kubeconfig());
      try (Manager workloads = Manager.connect("simulated-workloads", config);
          Client client = Client.connect(config)) {
        workloads.install(Icecream.class);
        SimulatedWorkloads.addTo(workloads);
        collectGarbage(workloads);
        workloads.start();
        Drover.Outcome outcome =
            Drover.run(
                "demo", "--cluster", "--yes", "--once", "--kubeconfig", kubeconfig.toString());
        assertThat(outcome.said())
            .contains("The demo takes place in the namespace demo-")
            .contains("ok: vanilla has its Deployment, 3 running pods")
            .contains("ok: nothing is left of chocolate")
            .doesNotContain("watches are cut");
        assertThat(outcome.code()).isZero();
        assertThat(
                client.resources(Namespace.class).list().items().stream()
                    .filter(n -> n.name().startsWith("demo-"))
                    .filter(n -> !n.metadata().isDeleting()))
            .isEmpty();
        assertThat(client.resources(Icecream.class).list().items())
            .as("the definition was there before, so it stays")
            .allMatch(icecream -> icecream.namespace().startsWith("demo-"));
      }
    }
  }

  /// What kube-controller-manager does for everything, for the Deployments of Icecreams alone.
  private static void collectGarbage(Manager manager) {
    manager
        .controllerFor(Deployment.class)
        .named("garbage")
        .watches(
            Icecream.class,
            icecream -> List.of(Request.of(icecream.namespace(), icecream.spec().deploymentName())))
        .complete(
            (deployment, ctx) -> {
              String owner = deployment.metadata().controller().orElseThrow().name();
              if (ctx.client().find(Icecream.class, deployment.namespace(), owner).isEmpty()) {
                ctx.client().delete(deployment);
              }
              return Result.done();
            });
  }
}
