package dev.drover.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.model.core.v1.ConfigMap;
import dev.drover.model.core.v1.Secret;
import dev.drover.model.core.v1.ServiceAccount;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Whom changes of other objects concern: a controller of ConfigMaps that watches Secrets.
abstract class MappersContract extends OnCluster {
  private final BlockingQueue<String> runs = new LinkedBlockingQueue<>();

  @BeforeEach
  void mappersOfOwnersAndLabelsEnqueueTheirRequests() {
    for (String name : List.of("a", "b")) {
      create(name);
    }
  }

  private ControllerBuilder<ConfigMap> controller() {
    return manager.controllerFor(ConfigMap.class).with(_ -> false); // itself is of no interest
  }

  private Controller start(ControllerBuilder<ConfigMap> controller) throws Exception {
    Controller made =
        controller.complete(
            (map, ctx) -> {
              runs.add(map.name());
              return Result.done();
            });
    manager.start();
    return made;
  }

  private List<String> runs() throws Exception {
    manager.settle(SOON);
    List<String> seen = runs.stream().sorted().distinct().toList();
    runs.clear();
    return seen;
  }

  private ConfigMap map(String name) {
    return client.resources(ConfigMap.class).inNamespace(namespace).get(name);
  }

  private Secret secret(String name) {
    return Secret.named(namespace, name);
  }

  private void delete(String secret) {
    client.resources(Secret.class).inNamespace(namespace).delete(secret);
  }

  @Test
  void ownerIsReconciledForChangesAndDeletionsOfItsChildren() throws Exception {
    start(controller().owns(Secret.class));
    client.create(secret("owned").with(s -> s.ownedBy(map("a"))));
    client.create(secret("friend").with(s -> s.alsoOwnedBy(map("b"))));
    client.create(secret("stranger"));
    assertThat(runs()).containsExactly("a");
    delete("owned");
    assertThat(runs()).containsExactly("a");
  }

  @Test
  void everyOwnerIsReconciledIfConfigured() throws Exception {
    start(controller().watches(Secret.class, EventMapper.everyOwner(ConfigMap.KIND)));
    client.create(secret("shared").with(s -> s.ownedBy(map("a")).alsoOwnedBy(map("b"))));
    assertThat(runs()).containsExactly("a", "b");
  }

  @Test
  void ownerOfTheOwnerIsReconciled() throws Exception {
    manager.cache().informer(ServiceAccount.class);
    start(
        controller()
            .watches(Secret.class, EventMapper.ownerChain(ConfigMap.KIND, manager.cache()::owner)));
    ServiceAccount middle =
        client.create(ServiceAccount.named(namespace, "middle").with(a -> a.ownedBy(map("a"))));
    assertThat(runs()).as("nothing, but the account is in the cache").isEmpty();
    client.create(secret("far").with(s -> s.ownedBy(middle)));
    assertThat(runs()).containsExactly("a");
  }

  @Test
  void changedLabelEnqueuesTheOldAndTheNewObject() throws Exception {
    start(controller().watches(Secret.class, EventMapper.label("map")));
    Secret made = client.create(secret("s").with(s -> s.label("map", "a")));
    assertThat(runs()).containsExactly("a");
    client.editMetadata(made, m -> m.withLabel("map", "b"));
    assertThat(runs()).containsExactly("a", "b");
    delete("s");
    assertThat(runs()).containsExactly("b");
  }

  @Test
  void annotationMayNameAnObjectOfAnotherNamespace() throws Exception {
    start(controller().watches(Secret.class, EventMapper.annotation("map")));
    client.create(secret("here").with(s -> s.annotation("map", "a")));
    client.create(secret("full").with(s -> s.annotation("map", namespace + "/b")));
    client.create(secret("odd").with(s -> s.annotation("map", "no/such/name")));
    assertThat(runs()).containsExactly("a", "b");
  }

  @Test
  void lookupAndCustomMapperEnqueueTheirRequests() throws Exception {
    start(
        controller()
            .watches(
                Secret.class,
                EventMapper.index(
                    secret ->
                        manager.client().find(ConfigMap.class, namespace, "a").stream().toList()))
            .watches(
                ServiceAccount.class, account -> List.of(Request.of(namespace, account.name()))));
    client.create(secret("any"));
    assertThat(runs()).containsExactly("a");
    client.create(ServiceAccount.named(namespace, "b"));
    assertThat(runs()).containsExactly("b");
  }

  @Test
  void watchIsAddedAndClosedWhileTheControllerRuns() throws Exception {
    Controller running = start(controller());
    client.create(secret("early").with(s -> s.label("map", "a")));
    Source byLabel = manager.cache().source(Secret.KIND, EventMapper.label("map"));
    Source byAnnotation = manager.cache().source(Secret.KIND, EventMapper.annotation("map"));
    AutoCloseable first = running.watch(byLabel);
    AutoCloseable second = running.watch(byAnnotation);
    assertThat(next(runs)).isEqualTo("a");
    client.create(secret("both").with(s -> s.label("map", "a").annotation("map", "b")));
    assertThat(List.of(next(runs), next(runs))).containsExactlyInAnyOrder("a", "b");
    first.close();
    client.create(secret("still").with(s -> s.label("map", "a").annotation("map", "b")));
    assertThat(next(runs)).isEqualTo("b");
    second.close();
    client.create(secret("deaf").with(s -> s.label("map", "a").annotation("map", "b")));
    running.watch(byLabel); // a new informer: lists everything again
    assertThat(next(runs)).isEqualTo("a");
    assertThat(runs).doesNotContain("b");
  }
}
