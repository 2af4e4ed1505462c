package dev.drover.bench.informers;

import dev.drover.bench.cache.Fabric8Cache;
import dev.drover.bench.harness.Target;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.util.ArrayList;
import java.util.List;

/// Many informers of fabric8; in a class of its own, for JVMs that do not have fabric8.
final class Fabric8Informers {
  private Fabric8Informers() {}

  static WatchesBench.Running start(Target target, int informers) {
    KubernetesClient client =
        new KubernetesClientBuilder().withConfig(Fabric8Cache.config(target)).build();
    List<SharedIndexInformer<ConfigMap>> all = new ArrayList<>();
    for (int i = 0; i < informers; i++) {
      SharedIndexInformer<ConfigMap> informer =
          client.configMaps().inNamespace(WatchesBench.PREFIX + i).runnableInformer(0);
      informer.start();
      all.add(informer);
    }
    return new WatchesBench.Running(
        informers,
        () -> all.stream().allMatch(SharedIndexInformer::hasSynced),
        () -> all.stream().mapToInt(informer -> informer.getStore().list().size()).sum());
  }
}
