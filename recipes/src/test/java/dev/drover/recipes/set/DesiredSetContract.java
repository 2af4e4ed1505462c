package dev.drover.recipes.set;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.api.Patch;
import dev.drover.api.Quantity;
import dev.drover.model.apps.v1.Deployment;
import dev.drover.model.core.v1.ConfigMap;
import dev.drover.model.core.v1.Secret;
import dev.drover.recipes.set.SetResult.Outcome;
import java.util.List;
import org.junit.jupiter.api.Test;

/// A desired set applies what is described and prunes what is not.
abstract class DesiredSetContract extends OnSet {
  @Test
  void describedObjectsAreCreatedChangedAndPruned() throws Exception {
    set.execute(List.of(map("a", "1"), map("b", "1")));
    assertThat(maps()).containsExactly("a", "b");
    SetResult second = set.execute(List.of(map("b", "2"), map("c", "1")));
    assertThat(maps()).containsExactly("b", "c");
    assertThat(live("b").data()).containsEntry("k", "2");
    assertThat(second.outcomes().values())
        .containsExactly(Outcome.CHANGED, Outcome.CREATED, Outcome.DELETED);
    assertThat(second.isComplete()).isTrue();
  }

  @Test
  void unchangedSetSendsNothingDespiteServerDefaults() throws Exception {
    List<dev.drover.api.KubernetesObject> objects =
        List.of(
            map("a", "1"),
            deployment(namespace, "nginx:1"),
            Secret.named(namespace, "s").with(s -> s.stringData("password", "x")));
    set.execute(objects);
    manager.settle(SOON);
    requests.clear();
    SetResult again = set.execute(objects);
    assertThat(requests.all()).isEmpty();
    assertThat(again.plan().isEmpty()).isTrue();
    assertThat(again.outcomes().values()).containsOnly(Outcome.UNCHANGED);
  }

  @Test
  void valuesNormalizedByTheServerCountAsUnchanged() throws Exception {
    Deployment limited =
        deployment(namespace, "nginx:1")
            .with(
                d ->
                    d.spec(
                        s ->
                            s.template(
                                t ->
                                    t.container(
                                        "c",
                                        c ->
                                            c.resources(
                                                r -> r.limit("cpu", Quantity.parse("1000m")))))));
    set.execute(List.of(limited));
    manager.settle(SOON);
    requests.clear();
    set.execute(List.of(limited));
    assertThat(requests.all()).isEmpty();
  }

  @Test
  void oneChangedFieldIsOneRequest() throws Exception {
    set.execute(List.of(map("a", "1"), map("b", "1")));
    manager.settle(SOON);
    requests.clear();
    set.execute(List.of(map("a", "2"), map("b", "1")));
    assertThat(requests.all()).singleElement().asString().startsWith("PATCH");
  }

  @Test
  void fieldNoLongerDescribedIsRemovedAndFieldsOfOthersStay() throws Exception {
    set.execute(List.of(map("a", "1").with(m -> m.data("mine", "1"))));
    client.patch(live("a"), Patch.merge("{\"data\":{\"theirs\":\"1\"}}"));
    manager.settle(SOON);
    set.execute(List.of(map("a", "1")));
    assertThat(live("a").data()).containsOnlyKeys("k", "theirs");
    manager.settle(SOON);
    requests.clear();
    set.execute(List.of(map("a", "1")));
    assertThat(requests.all()).isEmpty();
  }

  @Test
  void changeByAnotherClientIsReverted() throws Exception {
    set.execute(List.of(map("a", "1")));
    client.patch(live("a"), Patch.merge("{\"data\":{\"k\":\"theirs\"}}"));
    manager.settle(SOON);
    assertThat(set.plan(List.of(map("a", "1"))).toString()).contains("~ ConfigMap", "data.k");
    set.execute(List.of(map("a", "1")));
    assertThat(live("a").data()).containsEntry("k", "1");
  }

  @Test
  void objectDeletedByAnotherClientIsRecreated() throws Exception {
    set.execute(List.of(map("a", "1")));
    client.delete(live("a"));
    manager.settle(SOON);
    set.execute(List.of(map("a", "1")));
    assertThat(maps()).containsExactly("a");
  }

  @Test
  void planIsAValueThatPrintsEveryStepAndNoSecret() throws Exception {
    set.execute(List.of(map("a", "1"), map("b", "1"), map("c", "1")));
    manager.settle(SOON);
    Secret secret = Secret.named(namespace, "s").with(s -> s.stringData("password", "hunter2"));
    Plan plan = set.plan(List.of(map("a", "1"), map("b", "2"), secret));
    assertThat(plan.toString())
        .isEqualTo(
            """
            set children of Shop.sets.drover.dev %1$s/corner
              = ConfigMap %1$s/a
              ~ ConfigMap %1$s/b (data.k)
              + Secret %1$s/s
              - ConfigMap %1$s/c\
            """
                .formatted(namespace));
    assertThat(plan).isEqualTo(set.plan(List.of(map("a", "1"), map("b", "2"), secret)));
    assertThat(plan.toString() + plan.steps()).doesNotContain("hunter2");
    assertThat(maps()).as("a plan changes nothing").containsExactly("a", "b", "c");
    assertThat(plan.differenceTo(set.plan(List.of(map("a", "1"), map("b", "2")))))
        .containsExactly("< + Secret " + namespace + "/s");
    assertThat(plan.steps(Step.Delete.class)).hasSize(1);
  }

  @Test
  void removeDeletesAllMembersAndTheInventory() throws Exception {
    set.execute(List.of(map("a", "1"), map("b", "1")));
    assertThat(inventories(namespace)).hasSize(1);
    assertThat(set.remove().isComplete()).isTrue();
    assertThat(maps()).isEmpty();
    assertThat(inventories(namespace)).isEmpty();
    manager.settle(SOON);
    requests.clear();
    assertThat(set.remove().isComplete()).isTrue();
    assertThat(requests.writes()).isEmpty();
  }

  @Test
  void inventorySurvivesARestartAndASetThatBecameEmptyIsPruned() throws Exception {
    String other = otherNamespace();
    DesiredSet wide = set.with(o -> o.allowOtherNamespaces(true));
    wide.execute(
        List.of(map("a", "1"), ConfigMap.named(other, "far"), deployment(namespace, "nginx:1")));
    manager.close();
    Manager2 next = new Manager2();
    next.set.execute(List.of());
    assertThat(maps()).isEmpty();
    assertThat(names(ConfigMap.KIND, other)).isEmpty();
    assertThat(names(Deployment.KIND, namespace)).isEmpty();
  }

  /// The same set in another process.
  private final class Manager2 {
    final DesiredSet set;

    Manager2() throws InterruptedException {
      set =
          DesiredSet.of(started("sets").client(), "children")
              .ownedBy(owner)
              .with(o -> o.allowOtherNamespaces(true));
    }
  }

  @Test
  void failureOfOneObjectDoesNotBlockTheOthers() {
    ConfigMap bad = ConfigMap.named(namespace, "Not_A_Name").with(m -> m.data("k", "1"));
    assertThatThrownBy(() -> set.execute(List.of(bad, map("a", "1"), map("z", "1"))))
        .isInstanceOfSatisfying(
            SetException.class,
            e -> {
              assertThat(e.result().failures()).hasSize(1);
              assertThat(e.result().objects(Outcome.CREATED)).hasSize(2);
            })
        .hasMessageContaining("Not_A_Name")
        .hasMessageContaining("1 of 3");
    assertThat(maps()).containsExactly("a", "z");
  }

  @Test
  void setsOfOneOrSeveralOwnersAreIndependent() {
    DesiredSet second = DesiredSet.of(manager.client(), "others").ownedBy(owner);
    DesiredSet third =
        DesiredSet.of(manager.client(), "children").ownedBy(client.create(shop("mall")));
    set.execute(List.of(map("a", "1")));
    second.execute(List.of(map("b", "1")));
    third.execute(List.of(map("c", "1")));
    set.execute(List.of());
    assertThat(maps()).containsExactly("b", "c");
    third.remove();
    assertThat(maps()).containsExactly("b");
  }

  @Test
  void ownersWithAmbiguousJoinedNamesHaveSeparateSets() {
    SetIdentity one = new SetIdentity("x", owner("a", "bc"));
    SetIdentity two = new SetIdentity("x", owner("ab", "c"));
    assertThat(one.hash()).isNotEqualTo(two.hash());
  }

  private static java.util.Optional<SetOwner> owner(String namespace, String name) {
    return java.util.Optional.of(
        new SetOwner(
            new dev.drover.api.GroupKind("g", "K"), dev.drover.api.ObjectKey.of(namespace, name)));
  }

  @Test
  void dryRunChangesNothingAndReturnsTheServersResult() {
    set.execute(List.of(map("a", "1")));
    ConfigMap bad = ConfigMap.named(namespace, "Not_A_Name");
    SetResult result = set.dryRun(List.of(map("a", "2"), map("b", "1"), bad));
    assertThat(result.outcomes().values())
        .containsExactlyInAnyOrder(Outcome.CHANGED, Outcome.CREATED, Outcome.FAILED);
    assertThat(maps()).containsExactly("a");
    assertThat(live("a").data()).containsEntry("k", "1");
    assertThat(inventories(namespace).getFirst().data().get("objects")).doesNotContain("/b");
  }

  @Test
  void duplicateOrUnnamedObjectIsRefusedBeforeAnyRequest() {
    assertThatThrownBy(() -> set.execute(List.of(map("a", "1"), map("a", "2"))))
        .hasMessageContaining("described twice");
    assertThatThrownBy(
            () ->
                set.execute(
                    List.of(
                        ConfigMap.named(namespace, "x")
                            .with(m -> m.metadata(b -> b.name("").generateName("x-"))))))
        .hasMessageContaining("generateName");
    assertThat(requests.writes()).isEmpty();
  }

  @Test
  void ownerOfAMemberIsFound() {
    set.execute(List.of(map("a", "1")));
    SetMembership membership = SetMembership.of(live("a")).orElseThrow();
    assertThat(membership.setId()).isEqualTo("children");
    assertThat(membership.findOwner(client, dev.drover.api.Kind.of(Shop.class)))
        .map(dev.drover.api.KubernetesObject::name)
        .contains("corner");
    assertThat(SetMembership.of(client.create(map("foreign", "1")))).isEmpty();
  }
}
