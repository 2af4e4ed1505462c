package dev.drover.recipes.set;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.api.DynamicObject;
import dev.drover.api.GroupVersionKind;
import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.api.Scope;
import dev.drover.model.core.v1.ConfigMap;
import dev.drover.model.rbac.v1.ClusterRole;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// The rules of ownership of a desired set: adoption, owner references, owners that are gone.
abstract class SetOwnersContract extends OnSet {
  @Test
  void existingObjectIsNotAdoptedWithoutARule() {
    client.create(map("a", "theirs"));
    assertThatThrownBy(() -> set.execute(List.of(map("a", "1"), map("b", "1"))))
        .isInstanceOf(SetException.class)
        .hasMessageContaining("does not belong to this set");
    assertThat(live("a").data()).containsEntry("k", "theirs");
    assertThat(maps()).containsExactly("a", "b");
    set.remove();
    assertThat(maps()).as("only its own are deleted").containsExactly("a");
  }

  @Test
  void existingObjectIsAdoptedByARule() {
    client.create(map("a", "theirs"));
    client.create(map("b", "theirs").with(m -> m.ownedBy(client.create(shop("mall")))));
    DesiredSet adopting = set.with(o -> o.adopt(Adoption.unowned()));
    assertThatThrownBy(() -> adopting.execute(List.of(map("a", "1"), map("b", "1"))))
        .hasMessageContaining("1 of 2");
    assertThat(live("a").data()).containsEntry("k", "1");
    assertThat(live("b").data()).containsEntry("k", "theirs");
  }

  @Test
  void objectOfAnotherSetIsNamedInTheRefusal() {
    DesiredSet other = DesiredSet.of(manager.client(), "others").ownedBy(owner);
    other.execute(List.of(map("a", "1")));
    assertThatThrownBy(() -> set.execute(List.of(map("a", "2"))))
        .hasMessageContaining("but to set others");
  }

  @Test
  void setIsRenamedByTheAdoptionOfItsMembers() throws Exception {
    DesiredSet old = DesiredSet.of(manager.client(), "old").ownedBy(owner);
    old.execute(List.of(map("a", "1").with(m -> m.data("gone", "soon")), map("b", "1")));
    manager.settle(SOON);
    DesiredSet renamed =
        set.with(
            o ->
                o.fieldManager("old") // fields that are no longer described must go
                    .adopt(
                        Adoption.when(
                            object ->
                                SetMembership.of(object)
                                    .filter(member -> member.setId().equals("old"))
                                    .isPresent())));
    renamed.execute(List.of(map("a", "2")));
    assertThat(live("a").data()).containsExactly(Map.entry("k", "2"));
    manager.settle(SOON);
    old.remove();
    assertThat(maps()).as("what the new set has stays").containsExactly("a");
    assertThat(inventories(namespace)).hasSize(1);
    manager.settle(SOON);
    requests.clear();
    renamed.execute(List.of(map("a", "2")));
    assertThat(requests.all()).as("unchanged").isEmpty();
  }

  @Test
  void ownerReferencesAreSetOnlyWhereTheyAreLegal() {
    String other = otherNamespace();
    set.with(o -> o.allowOtherNamespaces(true).allowClusterScoped(true))
        .execute(List.of(map("a", "1"), ConfigMap.named(other, "far"), ClusterRole.named(unique)));
    assertThat(live("a").metadata().isControlledBy(owner)).isTrue();
    assertThat(client.get(ConfigMap.class, other, "far").metadata().ownerReferences()).isEmpty();
    assertThat(client.get(ClusterRole.class, unique).metadata().ownerReferences()).isEmpty();
    set.remove();
    assertThat(client.find(ClusterRole.class, unique)).isEmpty();
    assertThat(client.find(ConfigMap.class, other, "far")).isEmpty();
  }

  @Test
  void referencesMayBePlainOrAbsent() {
    set.with(o -> o.ownerReferences(OwnerReferences.PLAIN)).execute(List.of(map("a", "1")));
    assertThat(live("a").metadata().ownerReferences()).hasSize(1);
    assertThat(live("a").metadata().controller()).isEmpty();
    set.with(o -> o.ownerReferences(OwnerReferences.NONE)).execute(List.of(map("a", "1")));
    assertThat(live("a").metadata().ownerReferences()).isEmpty();
  }

  @Test
  void namespacedOwnerIsConfinedToItsNamespaceUnlessAllowed() {
    String other = otherNamespace();
    assertThatThrownBy(
            () ->
                set.execute(
                    List.of(
                        ConfigMap.named(other, "far"), ClusterRole.named(unique), map("a", "1"))))
        .hasMessageContaining("allowOtherNamespaces")
        .hasMessageContaining("allowClusterScoped");
    assertThat(maps()).containsExactly("a");
    assertThat(client.find(ClusterRole.class, unique)).isEmpty();
    assertThat(client.find(ConfigMap.class, other, "far")).isEmpty();
  }

  @Test
  void objectWithoutANamespaceIsCreatedInTheDefaultNamespace() {
    set.execute(List.of(ConfigMap.named("", "a")));
    assertThat(maps()).containsExactly("a");
    String other = otherNamespace();
    DesiredSet free =
        DesiredSet.of(manager.client(), "free-" + unique).with(o -> o.defaultNamespace(other));
    free.execute(List.of(ConfigMap.named("", "b"), ConfigMap.named(namespace, "c")));
    assertThat(names(ConfigMap.KIND, other)).containsExactly("b");
    assertThat(maps()).containsExactly("a", "c");
    free.remove();
    assertThat(maps()).containsExactly("a");
    assertThatThrownBy(
            () -> DesiredSet.of(manager.client(), "x").execute(List.of(ConfigMap.named("", "b"))))
        .hasMessageContaining("inventoryNamespace");
  }

  @Test
  void deletedOwnerGetsNoNewObjects() {
    client.delete(owner);
    assertThatThrownBy(() -> set.execute(List.of(map("a", "1"))))
        .isInstanceOf(OwnerGoneException.class);
    assertThat(maps()).isEmpty();
    Shop namesake = client.create(shop("corner"));
    assertThatThrownBy(() -> set.execute(List.of(map("a", "1"))))
        .isInstanceOf(OwnerGoneException.class);
    assertThat(inventories(namespace)).isEmpty();
    DesiredSet.of(manager.client(), "children").ownedBy(namesake).execute(List.of(map("a", "1")));
    assertThat(maps()).containsExactly("a");
  }

  @Test
  void sweeperRemovesTheSetsOfOwnersThatAreGone() throws Exception {
    String other = otherNamespace();
    set.with(o -> o.allowOtherNamespaces(true))
        .execute(List.of(map("a", "1"), ConfigMap.named(other, "far")));
    Shop second = client.create(shop("mall"));
    DesiredSet.of(manager.client(), "children").ownedBy(second).execute(List.of(map("b", "1")));
    client.delete(owner);
    manager.settle(SOON);
    SetSweeper sweeper =
        new SetSweeper(manager.client(), "children", Kind.of(Shop.class), SetOptions.defaults());
    assertThat(sweeper.sweep()).extracting(o -> o.key().name()).containsExactly("corner");
    assertThat(maps()).containsExactly("b");
    assertThat(names(ConfigMap.KIND, other)).isEmpty();
    assertThat(sweeper.sweep()).isEmpty();
  }

  @Test
  void newerOwnerGetsNothingByAnOldDescriptionIfConfigured() {
    DesiredSet current = set.with(o -> o.currentOwner(true));
    current.execute(List.of(map("a", "1")));
    Shop grown = client.edit(owner, shop -> new Shop(shop.metadata(), new Shop.Spec(2)));
    assertThatThrownBy(() -> current.execute(List.of(map("a", "1"), map("b", "1"))))
        .isInstanceOf(OwnerChangedException.class);
    assertThatThrownBy(() -> current.execute(List.of())).isInstanceOf(OwnerChangedException.class);
    assertThat(maps()).containsExactly("a");
    current.ownedBy(grown).execute(List.of(map("a", "1"), map("b", "1")));
    assertThat(maps()).containsExactly("a", "b");
    set.execute(List.of(map("a", "1"), map("c", "1")));
    assertThat(maps()).as("not required unless configured").containsExactly("a", "c");
  }

  @Test
  void clusterScopedOwnerHasMembersInAllNamespacesWithReferences() {
    String other = otherNamespace();
    ClusterRole role = client.create(ClusterRole.named(unique));
    DesiredSet wide =
        DesiredSet.of(manager.client(), "wide")
            .ownedBy(role)
            .with(o -> o.inventoryNamespace(namespace));
    wide.execute(
        List.of(map("a", "1"), ConfigMap.named(other, "b"), ClusterRole.named(unique + "-child")));
    for (KubernetesObject member :
        List.of(
            live("a"),
            client.get(ConfigMap.class, other, "b"),
            client.get(ClusterRole.class, unique + "-child"))) {
      assertThat(member.metadata().isControlledBy(role)).as("%s", member.key()).isTrue();
    }
    wide.remove();
    assertThat(maps()).isEmpty();
    assertThat(names(ConfigMap.KIND, other)).isEmpty();
    assertThat(client.find(ClusterRole.class, unique + "-child")).isEmpty();
    client.delete(role);
  }

  @Test
  void setsOfOwnersWhoseKindWasDeletedAreSwept() throws Exception {
    DynamicObject crd = client.create(definition());
    Kind<DynamicObject> cones =
        Kind.dynamic(
            new GroupVersionKind(unique + ".dev", "v1", "Cone"), "cones", Scope.NAMESPACED);
    eventually("the kind is served", () -> isServed(cones));
    DynamicObject cone = client.create(DynamicObject.named(cones.gvk(), namespace, "one"));
    String other = otherNamespace();
    DesiredSet.of(manager.client(), "kinds")
        .ownedBy(cone)
        .with(o -> o.allowOtherNamespaces(true))
        .execute(List.of(map("a", "1"), ConfigMap.named(other, "far")));
    client.delete(crd);
    eventually("the kind is gone", () -> !isServed(cones));
    manager.settle(SOON);
    assertThat(new SetSweeper(manager.client(), "kinds", cones, SetOptions.defaults()).sweep())
        .hasSize(1);
    assertThat(maps()).isEmpty();
    assertThat(names(ConfigMap.KIND, other)).isEmpty();
    assertThat(inventories(namespace)).isEmpty();
  }
}
