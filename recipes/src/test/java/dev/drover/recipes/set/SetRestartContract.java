package dev.drover.recipes.set;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.api.KubernetesObject;
import dev.drover.client.Client;
import dev.drover.model.batch.v1.Job;
import dev.drover.model.core.v1.ConfigMap;
import dev.drover.model.core.v1.Secret;
import dev.drover.recipes.testing.Kill;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// A process that ends before or after any request of a set leaves nothing that the next run does
/// not put right: nothing orphaned, nothing wrongly deleted, nothing created twice.
abstract class SetRestartContract extends OnSet {
  private String other;

  /// What the set has at a time.
  private List<KubernetesObject> first() {
    return List.of(
        map("a", "1"),
        map("b", "1"),
        ConfigMap.named(other, "far"),
        Secret.named(namespace, "s").with(s -> s.stringData("k", "1")),
        job("a:1"));
  }

  /// Later: one is changed, one is gone, one is new, one must be replaced.
  private List<KubernetesObject> second() {
    return List.of(
        map("a", "2"),
        map("c", "1"),
        Secret.named(namespace, "s").with(s -> s.stringData("k", "1")),
        job("b:1"));
  }

  private Job job(String image) {
    return Job.named(namespace, "once")
        .with(
            j ->
                j.spec(
                    s ->
                        s.template(
                            t ->
                                t.spec(p -> p.restartPolicy("Never"))
                                    .container("c", c -> c.image(image)))));
  }

  private DesiredSet over(Client process) {
    return DesiredSet.of(process, "children")
        .ownedBy(owner)
        .with(o -> o.allowOtherNamespaces(true).replaceImmutable(x -> x instanceof Job));
  }

  private Map<String, String> cluster() {
    Map<String, String> all = new TreeMap<>();
    for (String space : List.of(namespace, other)) {
      names(ConfigMap.KIND, space).forEach(n -> all.put("map " + space + "/" + n, uid(space, n)));
      names(Secret.KIND, space).forEach(n -> all.put("secret " + n, ""));
      names(Job.KIND, space).forEach(n -> all.put("job " + n, ""));
    }
    return all;
  }

  private String uid(String space, String name) {
    return client.get(ConfigMap.class, space, name).metadata().uid();
  }

  private interface Work {
    void on(DesiredSet set);
  }

  /// Kills a process at each of its requests, and checks the next run each time.
  private int killed(Work before, Work work, Runnable check) {
    int kills = 0;
    for (boolean after : List.of(false, true)) {
      for (int at = 0; ; at++) {
        over(client).remove();
        before.on(over(client));
        client.create(map("foreign", "theirs"));
        Kill kill = new Kill(at, after).arm();
        try (Client process = Client.connect(config, List.of(kill))) {
          work.on(over(process));
        } catch (Kill.KilledException e) {
          kills++;
        }
        if (!kill.happened()) {
          client.delete(live("foreign"));
          break;
        }
        work.on(over(client)); // the next process
        check.run();
        assertThat(live("foreign").data()).containsEntry("k", "theirs");
        client.delete(live("foreign"));
        Map<String, String> state = cluster();
        work.on(over(client));
        assertThat(cluster()).as("a further run changes nothing").isEqualTo(state);
      }
    }
    return kills;
  }

  @Test
  void setThatIsKilledWhileItIsCreatedConverges() {
    other = otherNamespace();
    int kills =
        killed(
            _ -> {},
            set -> set.execute(first()),
            () -> {
              assertThat(cluster().keySet())
                  .containsExactlyInAnyOrder(
                      "map " + namespace + "/a",
                      "map " + namespace + "/b",
                      "map " + namespace + "/foreign",
                      "map " + other + "/far",
                      "secret s",
                      "job once");
              assertThat(inventories(namespace)).hasSize(1);
            });
    assertThat(kills).isGreaterThan(20);
  }

  @Test
  void setThatIsKilledWhileItIsChangedConverges() {
    other = otherNamespace();
    Map<String, String> uids = new HashMap<>();
    int kills =
        killed(
            set -> {
              set.execute(first());
              uids.put("a", uid(namespace, "a"));
            },
            set -> set.execute(second()),
            () -> {
              assertThat(cluster().keySet())
                  .containsExactlyInAnyOrder(
                      "map " + namespace + "/a",
                      "map " + namespace + "/c",
                      "map " + namespace + "/foreign",
                      "secret s",
                      "job once");
              assertThat(uid(namespace, "a")).as("not deleted").isEqualTo(uids.get("a"));
              assertThat(live("a").data()).containsEntry("k", "2");
              assertThat(image()).isEqualTo("b:1");
              assertThat(inventories(namespace).getFirst().data().get("objects").lines())
                  .hasSize(4);
            });
    assertThat(kills).isGreaterThan(20);
  }

  private String image() {
    return client
        .get(Job.class, namespace, "once")
        .spec()
        .template()
        .spec()
        .containers()
        .getFirst()
        .image();
  }

  @Test
  void setThatIsKilledWhileItIsRemovedConverges() {
    other = otherNamespace();
    int kills =
        killed(
            set -> set.execute(first()),
            DesiredSet::remove,
            () -> {
              assertThat(cluster().keySet()).containsExactly("map " + namespace + "/foreign");
              assertThat(inventories(namespace)).isEmpty();
            });
    assertThat(kills).isGreaterThan(10);
  }

  @Test
  void staleCacheDoesNotRecreateMembersRemovedFromTheInventory() throws Exception {
    DesiredSet fresh = DesiredSet.of(client, "children").ownedBy(owner);
    fresh.execute(List.of(map("a", "1"), map("b", "1")));
    manager.settle(SOON);
    StaleClient stale = StaleClient.of(client, namespace);
    fresh.execute(List.of(map("a", "1"))); // another process prunes b
    DesiredSet old = DesiredSet.of(stale, "children").ownedBy(owner);
    // Both are in its cache, so nothing is wrong in its eyes, and nothing is sent.
    old.execute(List.of(map("a", "1"), map("b", "1")));
    assertThat(maps()).containsExactly("a");
    // A change of b finds that it is gone: the inventory is confirmed before it is created again.
    old.execute(List.of(map("a", "1"), map("b", "2")));
    assertThat(maps()).containsExactly("a", "b");
    fresh.execute(List.of(map("a", "1")));
    assertThat(maps()).as("b is in the inventory, so it is pruned").containsExactly("a");
  }

  @Test
  void staleCacheDoesNotDeleteMembersAdoptedByAnotherSet() {
    DesiredSet fresh = DesiredSet.of(client, "children").ownedBy(owner);
    fresh.execute(List.of(map("a", "1"), map("b", "1")));
    StaleClient stale = StaleClient.of(client, namespace);
    DesiredSet.of(client, "others")
        .ownedBy(owner)
        .with(o -> o.adopt(Adoption.when(_ -> true)))
        .execute(List.of(map("b", "2")));
    DesiredSet.of(stale, "children").ownedBy(owner).execute(List.of(map("a", "1")));
    assertThat(maps()).containsExactly("a", "b");
  }

  @Test
  void staleOwnerGetsNoChildren() {
    StaleClient stale = StaleClient.of(client, namespace);
    client.delete(owner);
    assertThatThrownBy(
            () -> DesiredSet.of(stale, "children").ownedBy(owner).execute(List.of(map("a", "1"))))
        .isInstanceOf(OwnerGoneException.class);
    assertThat(maps()).isEmpty();
    assertThat(inventories(namespace)).isEmpty();
  }
}
