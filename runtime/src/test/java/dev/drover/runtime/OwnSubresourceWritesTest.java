package dev.drover.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.model.apps.v1.Deployment;
import dev.drover.model.core.v1.Pod;
import org.junit.jupiter.api.Test;

/// Writes of subresources, whose answer is another kind of object, while the watch is late.
class OwnSubresourceWritesTest extends OnCluster {
  private Manager started(HeldWatches watches) throws Exception {
    manager.close();
    manager =
        Manager.connect(
            "delayed",
            config,
            ManagerOptions.defaults()
                .with(o -> o.namespaces(namespace).syncTimeout(SOON).layer(watches)));
    manager.cache().informer(Deployment.class);
    manager.cache().informer(Pod.class);
    manager.start();
    manager.settle(SOON);
    watches.hold();
    return manager;
  }

  @Test
  void ownScaleIsReadAtOnce() throws Exception {
    ClusterClient cached = started(new HeldWatches("deployments")).client();
    cached.create(
        Deployment.named(namespace, "web")
            .with(
                d ->
                    d.spec(
                        s ->
                            s.replicas(1)
                                .matchLabel("app", "web")
                                .template(
                                    t ->
                                        t.label("app", "web")
                                            .container("web", c -> c.image("nginx:1"))))));
    cached.live().resources(Deployment.class).inNamespace(namespace).scale("web", 5);
    assertThat(cached.get(Deployment.class, namespace, "web").spec().replicas()).isEqualTo(5);
  }

  @Test
  void ownEvictionIsReadAtOnce() throws Exception {
    ClusterClient cached = started(new HeldWatches("pods")).client();
    cached.create(
        Pod.named(namespace, "web")
            .with(p -> p.spec(s -> s.container("web", c -> c.image("nginx:1")))));
    cached.live().resources(Pod.class).inNamespace(namespace).evict("web");
    assertThat(cached.find(Pod.class, namespace, "web"))
        .matches(pod -> pod.isEmpty() || pod.get().metadata().isDeleting(), "gone or deleting");
  }
}
