package dev.drover.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;

/// The garbage collector deletes an object whose owner it does not find, so a reference that it
/// cannot follow is refused when it is made.
class OwnersTest {
  @CustomResource(group = "example.com", version = "v1")
  record Shop(ObjectMeta metadata) implements KubernetesObject {}

  @CustomResource(group = "example.com", version = "v1", scope = Scope.CLUSTER)
  record Country(ObjectMeta metadata) implements KubernetesObject {}

  private static final GroupVersionKind GVK = new GroupVersionKind("example.com", "v1", "Chain");

  private static Shop shop(String namespace, String name, String uid) {
    return new Shop(ObjectMeta.builder().namespace(namespace).name(name).uid(uid).build());
  }

  private static ObjectMeta child() {
    return ObjectMeta.builder().namespace("south").name("child").build();
  }

  private final Shop shop = shop("south", "corner", "u1");
  private final Shop other = shop("south", "market", "u2");
  private final Shop foreign = shop("north", "corner", "u3");
  private final Country country =
      new Country(ObjectMeta.builder().name("iceland").uid("u4").build());

  @Test
  void ownerInAnotherNamespaceIsRefused() {
    String message =
        "object 'south/child' cannot be owned by Shop 'north/corner' in another namespace: the"
            + " garbage collector would delete it; put both into one namespace, or refer to the"
            + " other by a label or an annotation";
    assertThatIllegalArgumentException()
        .isThrownBy(() -> child().ownedBy(foreign))
        .withMessage(message);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> child().alsoOwnedBy(foreign))
        .withMessage(message);
  }

  @Test
  void dynamicOwnerInAnotherNamespaceIsRefused() {
    DynamicObject chain =
        DynamicObject.named(GVK, "north", "chain").withMetadata(foreign.metadata());
    assertThatIllegalArgumentException()
        .isThrownBy(() -> child().ownedBy(chain))
        .withMessageContaining("Chain 'north/corner' in another namespace");
  }

  @Test
  void namespacedOwnerOfAnObjectWithoutNamespaceIsRefused() {
    ObjectMeta clusterScoped = ObjectMeta.builder().name("role").build();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> clusterScoped.ownedBy(shop))
        .withMessage(
            "object 'role' has no namespace and cannot be owned by Shop 'south/corner', which has"
                + " one: the garbage collector would delete it; set namespace 'south' before the"
                + " owner, or give a cluster-scoped object a cluster-scoped owner");
    assertThatIllegalArgumentException().isThrownBy(() -> clusterScoped.alsoOwnedBy(shop));
  }

  @Test
  void namespaceMayBeSetAfterTheOwnerInOneBuilder() {
    assertThat(ObjectMeta.builder().name("a").ownedBy(shop).namespace("south").build().controller())
        .isPresent();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ObjectMeta.builder().ownedBy(shop).namespace("north").build())
        .withMessageContaining("in another namespace");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> child().with(m -> m.ownedBy(shop).namespace("north")))
        .withMessageContaining("in another namespace");
  }

  @Test
  void clusterScopedOwnerMayOwnAnything() {
    assertThat(child().ownedBy(country).isControlledBy(country)).isTrue();
    ObjectMeta clusterScoped = ObjectMeta.builder().name("role").build();
    assertThat(clusterScoped.ownedBy(country).isControlledBy(country)).isTrue();
  }

  @Test
  void secondControllerIsRefused() {
    ObjectMeta owned = child().ownedBy(shop);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> owned.ownedBy(other))
        .withMessage(
            "object 'child' cannot be controlled by Shop 'market': Shop 'corner' controls it"
                + " already, and an object has at most one controller; add further owners with"
                + " alsoOwnedBy, or remove the other reference first");
    List<OwnerReference> both =
        List.of(OwnerReference.controlledBy(shop), OwnerReference.controlledBy(other));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> child().with(m -> m.ownerReferences(both)))
        .withMessageContaining("at most one controller");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> owned.with(m -> m.ownerReference(both.getLast())))
        .withMessageContaining("at most one controller");
  }

  @Test
  void plainOwnersAreAddedBesideTheController() {
    ObjectMeta owned = child().ownedBy(shop).alsoOwnedBy(other).alsoOwnedBy(country);
    assertThat(owned.ownerReferences())
        .extracting(OwnerReference::uid)
        .containsExactly("u1", "u2", "u4");
    assertThat(owned.ownerReferences().get(1).controller()).isNull();
    assertThat(owned.ownerReferences().get(1).blockOwnerDeletion()).isNull();
    assertThat(owned.isControlledBy(shop)).isTrue();
    assertThat(owned.isControlledBy(other)).isFalse();
    assertThat(owned.alsoOwnedBy(shop)).as("stays the controller").isEqualTo(owned);
    assertThat(owned.alsoOwnedBy(other)).isEqualTo(owned);
  }

  @Test
  void plainOwnerBecomesTheController() {
    ObjectMeta owned = child().alsoOwnedBy(shop);
    assertThat(owned.isControlledBy(shop)).isFalse();
    assertThat(owned.ownedBy(shop).isControlledBy(shop)).isTrue();
    assertThat(owned.ownedBy(shop).ownerReferences()).hasSize(1);
  }

  @Test
  void ownerThatWasCreatedAgainTakesThePlaceOfItsPredecessor() {
    Shop again = shop("south", "corner", "u9");
    ObjectMeta owned = child().ownedBy(shop);
    assertThat(owned.isControlledBy(again)).as("another object of the same name").isFalse();
    assertThat(owned.ownedBy(again).ownerReferences())
        .extracting(OwnerReference::uid)
        .containsExactly("u9");
    assertThat(child().alsoOwnedBy(shop).alsoOwnedBy(again).ownerReferences())
        .extracting(OwnerReference::uid)
        .containsExactly("u9");
  }

  @Test
  void objectThatWasNotCreatedYetCannotOwn() {
    Shop planned = shop("south", "planned", "");
    String message =
        "Shop 'planned' cannot be an owner: it has no uid; create it first, and use the object that"
            + " the server returned";
    assertThatIllegalArgumentException()
        .isThrownBy(() -> child().ownedBy(planned))
        .withMessage(message);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> child().alsoOwnedBy(planned))
        .withMessage(message);
    assertThat(child().isControlledBy(planned)).isFalse();
  }

  @Test
  void objectWithoutKindCannotOwn() {
    DynamicObject unknown =
        DynamicObject.named(GVK, "south", "x")
            .withMetadata(shop.metadata())
            .withGvk(new GroupVersionKind("", "", ""));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> child().ownedBy(unknown))
        .withMessage(
            "object 'corner' cannot be an owner: it has no apiVersion and kind; set them with"
                + " withGvk");
  }
}
