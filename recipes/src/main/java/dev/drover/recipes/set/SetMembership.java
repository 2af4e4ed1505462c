package dev.drover.recipes.set;

import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.client.Reader;
import dev.drover.runtime.EventMapper;
import dev.drover.runtime.Request;
import java.util.List;
import java.util.Optional;

/// The set that an object belongs to.
///
/// ```java
/// SetMembership.of(deployment).flatMap(m -> m.findOwner(client, Kind.of(Icecream.class)));
/// ```
///
/// In Go: {@index apply.Apply.FindOwner}.
///
/// @param setId the id of the set
/// @param owner of the set, if it has one
public record SetMembership(String setId, Optional<SetOwner> owner) {
  /// The set of an object, by its annotations; empty if it belongs to none.
  public static Optional<SetMembership> of(KubernetesObject member) {
    return member
        .metadata()
        .annotation(SetIdentity.SET_ID)
        .filter(_ -> member.metadata().labels().containsKey(SetIdentity.SET))
        .map(
            id ->
                new SetMembership(
                    id, member.metadata().annotation(SetIdentity.OWNER).flatMap(SetOwner::parse)));
  }

  /// The owner, if it is of this kind and exists.
  public <O extends KubernetesObject> Optional<O> findOwner(Reader cluster, Kind<O> kind) {
    return owner
        .filter(o -> o.kind().equals(kind.gvk().groupKind()))
        .flatMap(o -> cluster.find(kind, o.key()));
  }

  /// Maps members to the owners of this kind: also members without an owner reference, such as
  /// those in other namespaces.
  ///
  /// ```java
  /// .watches(Deployment.class, SetMembership.ownersOf(Kind.of(Icecream.class)))
  /// ```
  public static <T extends KubernetesObject> EventMapper<T> ownersOf(Kind<?> kind) {
    return member ->
        of(member)
            .flatMap(SetMembership::owner)
            .filter(o -> o.kind().equals(kind.gvk().groupKind()))
            .map(o -> List.of(Request.of(o.key())))
            .orElse(List.of());
  }

  @Override
  public String toString() {
    return "set " + setId + owner.map(o -> " of " + o).orElse("");
  }
}
