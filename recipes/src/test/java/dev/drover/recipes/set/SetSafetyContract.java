package dev.drover.recipes.set;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.api.DynamicObject;
import dev.drover.api.GroupVersionKind;
import dev.drover.api.Kind;
import dev.drover.api.ManagedFieldsEntry;
import dev.drover.api.Patch;
import dev.drover.api.Scope;
import dev.drover.client.Client;
import dev.drover.client.Transport;
import dev.drover.model.batch.v1.Job;
import dev.drover.model.core.v1.ConfigMap;
import dev.drover.model.core.v1.Namespace;
import dev.drover.model.core.v1.Secret;
import dev.drover.model.core.v1.Service;
import dev.drover.recipes.set.SetResult.Outcome;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A desired set deletes, takes over and re-creates nothing that it should not.
abstract class SetSafetyContract extends OnSet {
  @Test
  void memberThatOptsOutOfDeletionStaysAndHasNoOwnerReference() throws Exception {
    ConfigMap kept = map("a", "1").with(m -> m.annotation("recipes.drover.dev/prune", "false"));
    set.execute(List.of(kept, map("b", "1")));
    assertThat(live("a").metadata().ownerReferences()).isEmpty();
    SetResult result = set.execute(List.of());
    assertThat(result.outcomes().values())
        .containsExactlyInAnyOrder(Outcome.FORGOTTEN, Outcome.DELETED);
    assertThat(maps()).containsExactly("a");
    assertThat(inventories(namespace)).isEmpty();
  }

  @Test
  void optOutByAnotherClientIsHonoured() throws Exception {
    set.execute(List.of(map("a", "1")));
    client.patch(
        live("a"),
        Patch.merge("{\"metadata\":{\"annotations\":{\"recipes.drover.dev/prune\":\"false\"}}}"));
    manager.settle(SOON);
    set.execute(List.of(map("a", "1")));
    assertThat(live("a").metadata().ownerReferences()).isEmpty();
    set.remove();
    assertThat(maps()).containsExactly("a");
  }

  @Test
  void setThatDoesNotPruneDeletesNothing() {
    DesiredSet keeping = set.with(o -> o.prune(false));
    keeping.execute(List.of(map("a", "1"), map("b", "1")));
    keeping.execute(List.of(map("b", "1")));
    assertThat(maps()).containsExactly("a", "b");
  }

  @Test
  void lostInventoryIsRestoredByLabel() throws Exception {
    set.execute(List.of(map("a", "1"), map("b", "1")));
    client.delete(inventories(namespace).getFirst());
    manager.settle(SOON);
    set.execute(List.of(map("b", "1")));
    assertThat(maps()).containsExactly("b");
    client.delete(inventories(namespace).getFirst());
    manager.settle(SOON);
    set.with(o -> o.kinds(ConfigMap.KIND)).remove();
    assertThat(maps()).isEmpty();
  }

  @Test
  void memberThatLostItsLabelIsNotDeleted() throws Exception {
    set.execute(List.of(map("a", "1")));
    client.edit(
        live("a"),
        m -> m.with(b -> b.metadata(live("a").metadata().withoutLabel(SetIdentity.SET))));
    manager.settle(SOON);
    set.remove();
    assertThat(maps()).containsExactly("a");
  }

  @Test
  void memberHeldByAFinalizerIsRecreatedAfterItsDeletion() throws Exception {
    set.execute(List.of(map("a", "1").with(m -> m.metadata(b -> b.finalizer("example.com/f")))));
    SetResult removed = set.remove();
    assertThat(removed.outcomes().values()).containsExactly(Outcome.WAITING);
    assertThat(inventories(namespace)).as("still remembered").hasSize(1);
    manager.settle(SOON);
    assertThat(set.execute(List.of(map("a", "2"))).outcomes().values())
        .containsExactly(Outcome.WAITING);
    client.removeFinalizer(live("a"), "example.com/f");
    manager.settle(SOON);
    set.execute(List.of(map("a", "2")));
    assertThat(live("a").data()).containsEntry("k", "2");
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

  @Test
  void immutableChangeIsAnErrorUnlessReplacementIsAllowed() {
    set.execute(List.of(job("a:1")));
    String uid = client.get(Job.class, namespace, "once").metadata().uid();
    assertThatThrownBy(() -> set.execute(List.of(job("b:1"))))
        .isInstanceOf(SetException.class)
        .hasMessageContaining("immutable");
    DesiredSet replacing = set.with(o -> o.replaceImmutable(object -> object instanceof Job));
    assertThat(replacing.execute(List.of(job("b:1"))).outcomes().values())
        .containsExactly(Outcome.REPLACED);
    Job now = client.get(Job.class, namespace, "once");
    assertThat(now.metadata().uid()).isNotEqualTo(uid);
    assertThat(now.spec().template().spec().containers().getFirst().image()).isEqualTo("b:1");
  }

  @Test
  void invalidObjectIsNotDeletedForAReplacement() {
    DesiredSet replacing = set.with(o -> o.replaceImmutable(_ -> true));
    Service good =
        Service.named(namespace, "web").with(s -> s.spec(p -> p.addPort(q -> q.port(80))));
    replacing.execute(List.of(good));
    String uid = client.get(Service.class, namespace, "web").metadata().uid();
    Service bad =
        Service.named(namespace, "web").with(s -> s.spec(p -> p.addPort(q -> q.port(99999))));
    assertThatThrownBy(() -> replacing.execute(List.of(bad))).isInstanceOf(SetException.class);
    assertThat(client.get(Service.class, namespace, "web").metadata().uid()).isEqualTo(uid);
  }

  @Test
  void fieldsOfOthersAreConflictsIfTheSetMayNotForce() throws Exception {
    set.execute(List.of(map("a", "1")));
    client.patch(live("a"), Patch.merge("{\"data\":{\"k\":\"theirs\"}}"));
    manager.settle(SOON);
    assertThatThrownBy(() -> set.with(o -> o.force(false)).execute(List.of(map("a", "1"))))
        .isInstanceOf(SetException.class)
        .hasMessageContaining("conflict");
    assertThat(live("a").data()).containsEntry("k", "theirs");
  }

  @Test
  void objectsAreCreatedInDependencyOrderAndDeletedInReverse() {
    DesiredSet free =
        DesiredSet.of(manager.client(), "order-" + unique).with(o -> o.defaultNamespace(namespace));
    String fresh = unique + "-fresh";
    List<dev.drover.api.KubernetesObject> objects =
        List.of(
            DynamicObject.named(new GroupVersionKind(unique + ".dev", "v1", "Cone"), fresh, "one")
                .with(Map.of("scoops", 2), "spec"),
            deployment(fresh, "nginx:1"),
            ConfigMap.named(fresh, "config"),
            definition(),
            Namespace.named(fresh));
    free.execute(objects);
    Kind<DynamicObject> cone =
        Kind.dynamic(
            new GroupVersionKind(unique + ".dev", "v1", "Cone"), "cones", Scope.NAMESPACED);
    assertThat(client.find(cone, dev.drover.api.ObjectKey.of(fresh, "one"))).isPresent();
    requests.clear();
    SetResult removed = free.remove();
    assertThat(removed.outcomes().keySet())
        .extracting(ref -> ref.gvk().kind())
        .containsExactly(
            "Cone", "Deployment", "ConfigMap", "CustomResourceDefinition", "Namespace");
  }

  @Test
  void kindThatMovedToAnotherVersionIsNeitherDeletedNorCreatedAgain() throws Exception {
    DesiredSet free =
        DesiredSet.of(manager.client(), "moved-" + unique).with(o -> o.defaultNamespace(namespace));
    String group = unique + ".dev";
    DynamicObject old =
        DynamicObject.named(new GroupVersionKind(group, "v1beta1", "Cone"), namespace, "one")
            .with(2L, "spec", "scoops");
    free.execute(List.of(definition(), old));
    Kind<DynamicObject> v1 =
        Kind.dynamic(new GroupVersionKind(group, "v1", "Cone"), "cones", Scope.NAMESPACED);
    String uid = client.get(v1, old.key()).metadata().uid();
    SetResult moved = free.execute(List.of(definition(), old.withGvk(v1.gvk())));
    assertThat(moved.outcomes().values()).containsExactly(Outcome.UNCHANGED, Outcome.CHANGED);
    assertThat(client.get(v1, old.key()).metadata().uid()).isEqualTo(uid);
  }

  private DynamicObject event(String apiVersion, String regarding) {
    Map<String, Object> tree = new TreeMap<>();
    tree.put("apiVersion", apiVersion);
    tree.put("kind", "Event");
    tree.put("metadata", Map.of("name", "happened", "namespace", namespace));
    tree.put(regarding, Map.of("kind", "ConfigMap", "name", "a", "namespace", namespace));
    tree.put("eventTime", "2026-11-18T10:00:00.000000Z");
    tree.put("reportingInstance", "here");
    tree.put("action", "Test");
    tree.put("reason", "Test");
    tree.put("type", "Normal");
    tree.put(
        apiVersion.equals("v1") ? "reportingComponent" : "reportingController", "example.com/c");
    return DynamicObject.ofTree(tree);
  }

  @Test
  void kindThatMovedToAnotherGroupIsNeitherDeletedNorCreatedAgain() {
    DynamicObject old = event("v1", "involvedObject");
    set.execute(List.of(old));
    String uid = client.get(client.kindOf(old), old.key()).metadata().uid();
    SetResult moved = set.execute(List.of(event("events.k8s.io/v1", "regarding")));
    assertThat(moved.outcomes().values()).containsExactly(Outcome.CHANGED, Outcome.FORGOTTEN);
    assertThat(client.get(client.kindOf(old), old.key()).metadata().uid()).isEqualTo(uid);
  }

  @Test
  void memberIsPrunedAlsoIfItsVersionIsNoLongerServed() throws Exception {
    String group = unique + ".dev";
    DynamicObject crd = client.create(definition());
    Kind<DynamicObject> v1 =
        Kind.dynamic(new GroupVersionKind(group, "v1", "Cone"), "cones", Scope.NAMESPACED);
    eventually(
        "served",
        () -> client.resources(v1).inNamespace(namespace).find("x").isEmpty() && isServed(v1));
    DynamicObject old =
        DynamicObject.named(new GroupVersionKind(group, "v1beta1", "Cone"), namespace, "one");
    set.execute(List.of(old));
    client.patch(crd, Patch.json().replace("/spec/versions/1/served", false).build());
    eventually(
        "v1beta1 is gone", () -> !isServed(Kind.dynamic(old.gvk(), "cones", Scope.NAMESPACED)));
    manager.client().live().mapper().invalidate();
    set.remove();
    assertThat(client.find(v1, old.key())).isEmpty();
  }

  @Test
  void setOfTenNewObjectsIsCreatedWithOneRequestForEach() {
    List<ConfigMap> ten = IntStream.range(0, 10).mapToObj(i -> map("m" + i, "1")).toList();
    set.execute(ten);
    assertThat(maps()).hasSize(10);
    assertThat(requests.writes()).filteredOn(line -> line.startsWith("PATCH")).hasSize(10);
    assertThat(requests.writes()).as("and the inventory").hasSize(11);
    assertThat(requests.all().size() - requests.writes().size())
        .as("the owner is confirmed; the last reads are of this test")
        .isLessThanOrEqualTo(2);
  }

  @Test
  void objectThatStaleCacheLacksIsNotTakenOver() {
    StaleClient stale = StaleClient.of(client, namespace);
    ConfigMap theirs = client.create(map("a", "theirs"));
    DesiredSet blind = DesiredSet.of(stale, "children").ownedBy(owner);
    assertThatThrownBy(() -> blind.execute(List.of(map("a", "1"), map("b", "1"))))
        .isInstanceOf(SetException.class)
        .hasMessageContaining("1 of 2")
        .hasMessageContaining("does not belong to this set");
    assertThat(live("a")).isEqualTo(theirs);
    assertThat(maps()).containsExactly("a", "b");
  }

  @Test
  void setIsRemovedAlsoIfStaleCacheHasNoInventory() {
    StaleClient stale = StaleClient.of(client, namespace);
    DesiredSet.of(client, "children").ownedBy(owner).execute(List.of(map("a", "1")));
    DesiredSet.of(stale, "children").ownedBy(owner).remove();
    assertThat(maps()).isEmpty();
    assertThat(inventories(namespace)).isEmpty();
  }

  @Test
  void membersOfKindsNoLongerDescribedAreFoundAfterTheInventoryWasLost() throws Exception {
    set.execute(List.of(map("a", "1"), Secret.named(namespace, "s"), service("web")));
    client.delete(inventories(namespace).getFirst());
    manager.settle(SOON);
    set.execute(List.of(map("a", "1")));
    assertThat(maps()).containsExactly("a");
    assertThat(names(Secret.KIND, namespace)).isEmpty();
    assertThat(names(Service.KIND, namespace)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "nothing that names a member"})
  void damagedInventoryIsRestoredByLabel(String content) throws Exception {
    set.execute(List.of(map("a", "1"), Secret.named(namespace, "s"), service("web")));
    ConfigMap inventory = inventories(namespace).getFirst();
    client.edit(inventory, i -> i.with(c -> c.data(Map.of("objects", content))));
    manager.settle(SOON);
    set.execute(List.of(map("a", "1")));
    assertThat(maps()).containsExactly("a");
    assertThat(names(Secret.KIND, namespace)).isEmpty();
    assertThat(names(Service.KIND, namespace)).isEmpty();
    manager.settle(SOON);
    requests.clear();
    set.execute(List.of(map("a", "1")));
    assertThat(requests.all()).as("it is as it should be").isEmpty();
    client.edit(inventories(namespace).getFirst(), i -> i.with(c -> c.data(Map.of())));
    manager.settle(SOON);
    set.remove();
    assertThat(maps()).isEmpty();
    assertThat(inventories(namespace)).isEmpty();
  }

  @Test
  void memberWhoseLineWasRemovedFromTheInventoryIsStillPruned() throws Exception {
    set.execute(List.of(map("a", "1"), map("b", "1"), Secret.named(namespace, "s")));
    removeLines("Secret");
    manager.settle(SOON);
    set.execute(List.of(map("a", "1"), map("b", "1")));
    assertThat(names(Secret.KIND, namespace)).isEmpty();

    manager.settle(SOON);
    removeLines("/b");
    manager.settle(SOON);
    set.execute(List.of(map("a", "1"), map("b", "1")));
    assertThat(inventories(namespace).getFirst().data().get("objects").lines()).hasSize(2);
    manager.settle(SOON);
    requests.clear();
    set.execute(List.of(map("a", "1"), map("b", "1")));
    assertThat(requests.all()).as("it is as it should be").isEmpty();
  }

  /// Another client removes the lines with this text from the inventory.
  private void removeLines(String with) {
    ConfigMap inventory = inventories(namespace).getFirst();
    String left =
        inventory
            .data()
            .get("objects")
            .lines()
            .filter(line -> !line.contains(with))
            .collect(joining("\n"));
    client.edit(inventory, i -> i.with(c -> c.data(Map.of("objects", left))));
  }

  @Test
  void ownerIsNoMemberOfItsOwnSet() {
    assertThatThrownBy(() -> set.execute(List.of(owner, map("a", "1"))))
        .isInstanceOf(SetException.class)
        .hasMessageContaining("cannot own itself");
    assertThat(maps()).containsExactly("a");
    assertThat(client.get(Shop.class, namespace, "corner").metadata().ownerReferences()).isEmpty();
  }

  private Service service(String name) {
    return Service.named(namespace, name).with(s -> s.spec(p -> p.addPort(q -> q.port(80))));
  }

  @Test
  void describedMemberThatLostItsLabelIsRepaired() throws Exception {
    set.execute(List.of(map("a", "1")));
    client.edit(
        live("a"),
        m -> m.with(b -> b.metadata(live("a").metadata().withoutLabel(SetIdentity.SET))));
    manager.settle(SOON);
    set.execute(List.of(map("a", "1")));
    assertThat(live("a").metadata().labels()).containsKey(SetIdentity.SET);
    set.remove();
    assertThat(maps()).isEmpty();
  }

  @Test
  void keptMemberIsNotReplaced() {
    Job kept = job("a:1").with(j -> j.annotation("recipes.drover.dev/prune", "false"));
    DesiredSet replacing = set.with(o -> o.replaceImmutable(_ -> true));
    replacing.execute(List.of(kept));
    String uid = client.get(Job.class, namespace, "once").metadata().uid();
    Job changed = job("b:1").with(j -> j.annotation("recipes.drover.dev/prune", "false"));
    assertThatThrownBy(() -> replacing.execute(List.of(changed)))
        .isInstanceOf(SetException.class)
        .hasMessageContaining("immutable");
    assertThat(client.get(Job.class, namespace, "once").metadata().uid()).isEqualTo(uid);
  }

  /// Another client changes the object `busy` before each of its deletions.
  private Transport.Response busy(Transport.Request request, Transport next) throws IOException {
    if (request.method().equals("DELETE") && request.target().contains("/busy")) {
      client.patch(
          live("busy"),
          Patch.merge("{\"data\":{\"n\":\"%d\"}}".formatted(changes.incrementAndGet())));
    }
    return next.send(request);
  }

  private final AtomicInteger changes = new AtomicInteger();

  @Test
  void memberThatChangesAllTheTimeDoesNotBlockTheOthers() {
    try (Client process = Client.connect(config, List.of(this::busy))) {
      DesiredSet busy = DesiredSet.of(process, "children").ownedBy(owner);
      busy.execute(List.of(map("a", "1"), map("busy", "1"), map("z", "1")));
      assertThatThrownBy(() -> busy.execute(List.of(map("new", "1"))))
          .isInstanceOfSatisfying(
              SetException.class,
              e -> {
                assertThat(e.result().objects(Outcome.DELETED)).hasSize(2);
                assertThat(e.result().objects(Outcome.CREATED)).hasSize(1);
                assertThat(e.result().objects(Outcome.FAILED))
                    .extracting(ref -> ref.key().name())
                    .containsExactly("busy");
              });
    }
    assertThat(maps()).containsExactly("busy", "new");
    set.remove();
    assertThat(maps()).as("it is still remembered").isEmpty();
  }

  @Test
  void inventoryAndFieldManagerAreWhereTheOptionsSay() {
    String other = otherNamespace();
    DesiredSet placed = set.with(o -> o.inventoryNamespace(other).fieldManager("shopkeeper"));
    placed.execute(List.of(map("a", "1")));
    assertThat(inventories(namespace)).isEmpty();
    assertThat(inventories(other)).hasSize(1);
    assertThat(live("a").metadata().managedFields())
        .extracting(ManagedFieldsEntry::manager)
        .containsExactly("shopkeeper");
    placed.remove();
    assertThat(maps()).isEmpty();
    assertThat(inventories(other)).isEmpty();
  }
}
