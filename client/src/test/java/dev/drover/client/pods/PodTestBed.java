package dev.drover.client.pods;

import dev.drover.api.DeleteOptions;
import dev.drover.api.DynamicObject;
import dev.drover.api.Manifests;
import dev.drover.client.Client;
import dev.drover.client.ClientConfig;
import dev.drover.client.ops.DeletionWait;
import dev.drover.controlplane.ControlPlane;
import dev.drover.testsupport.ChildProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/// A real kube-apiserver with one node, whose kubelet runs commands as processes of this machine.
final class PodTestBed implements AutoCloseable {
  private final ControlPlane controlPlane;
  private final ChildProcess kubelet;
  private final Client client;
  private final Path logs;

  private PodTestBed(ControlPlane controlPlane, ChildProcess kubelet, Client client, Path logs) {
    this.controlPlane = controlPlane;
    this.kubelet = kubelet;
    this.client = client;
    this.logs = logs;
  }

  /// @param folder for the program and for the logs of containers
  static PodTestBed start(Path folder) throws Exception {
    Path program = folder.resolve("kubelet");
    ProcessBuilder build =
        new ProcessBuilder("go", "build", "-o", program.toString(), ".")
            .directory(Path.of("src", "test", "go", "kubelet").toFile());
    build.environment().put("CGO_ENABLED", "0");
    ChildProcess.Ended built = ChildProcess.run(build, Duration.ofMinutes(4));
    if (built.exitCode() != 0) {
      throw new IOException("cannot build the kubelet of the test: " + built.output());
    }
    Path logs = Files.createDirectory(folder.resolve("logs"));
    ChildProcess kubelet =
        ChildProcess.start(new ProcessBuilder(program.toString(), logs.toString()));
    ControlPlane controlPlane = ControlPlane.start(ControlPlane.Options.defaults());
    Client client = Client.connect(config(controlPlane.kubeconfig()));
    PodTestBed bed = new PodTestBed(controlPlane, kubelet, client, logs);
    bed.addNode(kubelet.awaitLine("port ").substring(5));
    return bed;
  }

  static ClientConfig config(String kubeconfig) {
    return ClientConfig.fromKubeconfig(kubeconfig.getBytes(StandardCharsets.UTF_8));
  }

  private void addNode(String port) {
    DynamicObject node =
        Manifests.parse(
                """
                apiVersion: v1
                kind: Node
                metadata: {name: this-machine}
                status:
                  addresses: [{type: InternalIP, address: 127.0.0.1}]
                  daemonEndpoints: {kubeletEndpoint: {Port: %s}}
                """
                    .formatted(port))
            .getFirst();
    DynamicObject created = client.create(node);
    client.replaceStatus(created, node.get("status").orElseThrow());
  }

  ControlPlane controlPlane() {
    return controlPlane;
  }

  Client client() {
    return client;
  }

  PodClient pods() {
    return PodClient.of(client);
  }

  /// Makes a pod with these containers on the node, in the namespace `default`.
  void addPod(String name, List<String> containers, String... labels) {
    StringBuilder list = new StringBuilder();
    containers.forEach(c -> list.append("\n  - {name: ").append(c).append(", image: none}"));
    client.create(
        Manifests.parse(
                """
                apiVersion: v1
                kind: Pod
                metadata: {name: %s, namespace: default, labels: {%s}}
                spec:
                  nodeName: this-machine
                  terminationGracePeriodSeconds: 0
                  containers:%s
                """
                    .formatted(name, String.join(", ", labels), list))
            .getFirst());
  }

  /// Removes a pod and waits until it is gone.
  void removePod(String name) {
    var resources = client.resources(PodClient.POD).inNamespace("default");
    DynamicObject pod = resources.get(name);
    resources.delete(name, DeleteOptions.builder().gracePeriodSeconds(0L).build());
    DeletionWait.await(resources, pod, Duration.ofSeconds(30));
  }

  /// The folder with the logs of a container.
  Path logs(String pod, String container) throws IOException {
    return Files.createDirectories(logs.resolve("default").resolve(pod).resolve(container));
  }

  /// Kills the kubelet and the processes that it runs.
  void killKubelet() throws Exception {
    kubelet.signalAll("KILL");
  }

  @Override
  public void close() {
    client.close();
    kubelet.close();
    controlPlane.close();
  }
}
