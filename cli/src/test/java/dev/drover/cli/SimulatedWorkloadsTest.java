package dev.drover.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.client.Client;
import dev.drover.client.ClientConfig;
import dev.drover.model.apps.v1.Deployment;
import dev.drover.model.core.v1.ContainerStatus;
import dev.drover.model.core.v1.Pod;
import dev.drover.model.core.v1.PodCondition;
import dev.drover.runtime.Manager;
import dev.drover.server.EmbeddedApiServer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SimulatedWorkloadsTest {
  private static final Duration LONG = Duration.ofSeconds(60);

  private EmbeddedApiServer server;
  private Manager manager;
  private Client client;

  @BeforeEach
  void start() throws Exception {
    server = EmbeddedApiServer.start();
    ClientConfig config =
        ClientConfig.fromKubeconfig(server.kubeconfig().getBytes(StandardCharsets.UTF_8));
    client = Client.connect(config);
    manager = Manager.connect("simulated-workloads", config);
    SimulatedWorkloads.addTo(manager);
    manager.start();
  }

  @AfterEach
  void stop() {
    manager.close();
    client.close();
    server.close();
  }

  @Test
  void podsOfAReadyDeploymentAreReadyWithAllTheirContainers() throws Exception {
    deploy(3);
    List<Pod> pods = pods();
    assertThat(pods).hasSize(3);
    for (Pod pod : pods) {
      assertThat(pod.status().phase()).isEqualTo("Running");
      assertThat(pod.status().containerStatuses())
          .extracting(ContainerStatus::name)
          .containsExactly("scoop", "cone");
      assertThat(pod.status().containerStatuses()).allMatch(ContainerStatus::ready);
      assertThat(pod.status().initContainerStatuses())
          .singleElement()
          .matches(init -> init.state().terminated() != null);
      assertThat(pod.status().conditions())
          .allMatch(condition -> condition.status().equals("True"))
          .extracting(PodCondition::type)
          .contains("Ready", "ContainersReady", "Initialized", "PodScheduled");
    }
  }

  /// The eleventh pod comes before the third by name.
  @Test
  void scaleDownFromElevenReplicasSettles() throws Exception {
    deploy(11);
    var deployments = client.resources(Deployment.class).inNamespace("default");
    deployments.edit(deployments.get("vanilla"), d -> d.with(b -> b.spec(s -> s.replicas(3))));
    manager.settle(LONG);
    assertThat(pods()).extracting(Pod::name).hasSize(3).doesNotContain("vanilla-1-10");
  }

  private void deploy(int replicas) throws InterruptedException {
    client.create(
        Deployment.named("default", "vanilla")
            .with(
                d ->
                    d.spec(
                        s ->
                            s.replicas(replicas)
                                .matchLabel("app", "vanilla")
                                .template(
                                    t ->
                                        t.label("app", "vanilla")
                                            .spec(
                                                p ->
                                                    p.initContainer("freeze", c -> c.image("i:1"))
                                                        .container("scoop", c -> c.image("s:1"))
                                                        .container(
                                                            "cone", c -> c.image("c:1")))))));
    client
        .resources(Deployment.class)
        .inNamespace("default")
        .await("vanilla", d -> d.status().readyReplicas() == replicas, LONG);
  }

  private List<Pod> pods() {
    return client.resources(Pod.class).inNamespace("default").list().items();
  }
}
