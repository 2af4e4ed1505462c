package dev.drover.bench.pods;

import dev.drover.api.Format;
import dev.drover.api.ObjectList;
import dev.drover.api.codec.Codec;
import dev.drover.bench.harness.Access;
import dev.drover.client.ApiException;
import dev.drover.client.Client;
import dev.drover.client.ClientConfig;
import dev.drover.client.ResourceClient;
import dev.drover.client.WriteOptions;
import dev.drover.controlplane.ControlPlane;
import dev.drover.model.core.v1.Namespace;
import dev.drover.model.core.v1.Pod;
import dev.drover.model.core.v1.ServiceAccount;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;

/// A real kube-apiserver that holds the pods of [Pods]: created as a controller does, with a status
/// as a kubelet reports it. What the server itself decides (uids, times, managed fields, the
/// token's volume) is the server's.
public record PodServer(ControlPlane controlPlane) implements AutoCloseable {
  private static final int WRITERS = 32;

  public static PodServer start() throws InterruptedException {
    // The pods have priorities already, of classes that do not exist here.
    return new PodServer(
        ControlPlane.start(
            ControlPlane.Options.defaults()
                .with(
                    o ->
                        o.apiServerFlags(
                            "--disable-admission-plugins=Priority",
                            // It gives each pod a volume for its token, which no client owns.
                            "--enable-admission-plugins=ServiceAccount"))));
  }

  /// What the forks need to get in.
  public Access access(Path folder) throws IOException {
    return Access.write(folder, controlPlane);
  }

  /// Creates the pods and their namespaces.
  public void fill(Pods pods) throws InterruptedException, ExecutionException {
    ObjectList<Pod> list =
        Codec.of(Pod.KIND).decodeList(pods.withoutManagedFields().json(), Format.JSON);
    byte[] kubeconfig = controlPlane.kubeconfig().getBytes(StandardCharsets.UTF_8);
    try (Client client = Client.connect(ClientConfig.fromKubeconfig(kubeconfig))) {
      list.items().stream()
          .map(Pod::namespace)
          .distinct()
          .filter(namespace -> !namespace.equals("kube-system"))
          .forEach(namespace -> client.create(Namespace.named(namespace)));
      list.items().stream()
          .map(pod -> ServiceAccount.named(pod.namespace(), pod.spec().serviceAccountName()))
          .distinct()
          .forEach(client::create);
      var creator = writing(client, "kube-controller-manager");
      var kubelet = writing(client, "kubelet");
      inParallel(list.items(), pod -> kubelet.updateStatus(create(creator, pod)));
    }
  }

  private static ResourceClient<Pod> writing(Client client, String manager) {
    return client
        .resources(Pod.KIND)
        .writing(WriteOptions.defaults().with(o -> o.fieldManager(manager)));
  }

  /// The pod as it was created, with the status that it is to have.
  private static Pod create(ResourceClient<Pod> creator, Pod pod) {
    Pod wanted = TokenVolume.without(pod);
    Pod created;
    try {
      created = creator.create(wanted);
    } catch (ApiException.AlreadyExists e) {
      // Names are drawn by lot, and among 100,000 some are alike.
      created = creator.create(wanted.with(p -> p.metadata(m -> m.name(pod.name() + "2"))));
    }
    return TokenVolume.withStatus(created, pod.status());
  }

  private interface Work {
    void on(Pod pod);
  }

  private static void inParallel(List<Pod> pods, Work work)
      throws InterruptedException, ExecutionException {
    Semaphore free = new Semaphore(WRITERS);
    List<Future<?>> writes = new ArrayList<>();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (Pod pod : pods) {
        free.acquire();
        writes.add(
            threads.submit(
                () -> {
                  try {
                    work.on(pod);
                  } finally {
                    free.release();
                  }
                }));
      }
    }
    for (Future<?> write : writes) {
      write.get();
    }
  }

  /// The CPU time of the API server so far, in steps of 10 ms.
  public static Duration cpu() {
    return ProcessHandle.current()
        .descendants()
        .filter(process -> process.info().command().orElse("").endsWith("kube-apiserver"))
        .map(process -> process.info().totalCpuDuration().orElse(Duration.ZERO))
        .reduce(Duration.ZERO, Duration::plus);
  }

  @Override
  public void close() {
    controlPlane.close();
  }
}
