package dev.drover.recipes.set;

import dev.drover.api.DynamicObject;
import dev.drover.api.GroupKind;
import dev.drover.api.GroupVersionKind;
import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.api.ObjectKey;
import dev.drover.client.ApiException;
import dev.drover.client.MappingException;
import dev.drover.client.ReadWriter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Compares the described objects with the existing ones.
///
/// Reads come from the cache, which may be stale: it may have an old inventory or an owner that is
/// gone, or lack an object that exists. Before anything is created, the owner and the inventory are
/// confirmed on the server, the inventory by writing it where that is due. An object that exists is
/// found by the request that would create it, see [Intent#creation].
final class Planner {
  private final DesiredSet set;
  private final ReadWriter cluster;
  private final Descriptions descriptions;
  private final boolean sure; // nothing is read from the cache
  private final boolean isForReading;
  private boolean confirmed; // what the cache does not have is looked up on the server

  private Planner(DesiredSet set, boolean live, boolean isForReading) {
    this.set = set;
    this.cluster = set.cluster();
    this.descriptions = new Descriptions(set);
    this.sure = live || cluster.live() == cluster;
    this.isForReading = isForReading;
    this.confirmed = sure;
  }

  /// A plan to carry out. It may be from a stale cache wherever its execution finds out.
  ///
  /// @param live whether everything is read from the server, because the cache proved to be stale
  static PlannedSet toExecute(
      DesiredSet set, Collection<? extends KubernetesObject> objects, boolean live) {
    return new Planner(set, live, false).plan(objects);
  }

  /// A plan that nothing confirms later: for people, and for dry runs.
  static PlannedSet toRead(
      DesiredSet set, Collection<? extends KubernetesObject> objects, boolean live) {
    return new Planner(set, live, true).plan(objects);
  }

  private PlannedSet plan(Collection<? extends KubernetesObject> objects) {
    Descriptions.Read read = descriptions.read(objects);
    Inventory inventory = Inventory.read(cluster, set.inventoryKey(), sure);
    List<Planned<?>> wanted = wanted(read, inventory);
    boolean isDangerous = isDangerous(wanted, inventory);
    if (isDangerous) {
      if (!confirmed && (isForReading || !isWritten(wanted, inventory))) {
        confirmed = isForReading;
        inventory = Inventory.read(cluster, set.inventoryKey(), true);
        wanted = wanted(read, inventory);
      }
      requireOwner();
    }
    Set<ObjectRef.Id> described =
        new HashSet<>(read.refused().keySet().stream().map(ObjectRef::id).toList());
    wanted.forEach(planned -> described.add(planned.intent().ref().id()));
    List<Unwanted> unwanted = unwanted(members(inventory, read, wanted), described, wanted);
    boolean deletes = unwanted.stream().anyMatch(member -> member.step() instanceof Step.Delete);
    if (deletes && !isDangerous && set.options().needsCurrentOwner()) {
      requireOwner();
    }
    return new PlannedSet(set.identity().toString(), inventory, wanted, unwanted, read.refused());
  }

  /// Only to create objects, or to begin an inventory, does harm with a stale cache.
  private static boolean isDangerous(List<Planned<?>> wanted, Inventory inventory) {
    return wanted.stream().anyMatch(p -> p.step() instanceof Step.Create)
        || (inventory.stored().isEmpty() && !wanted.isEmpty());
  }

  /// Whether the execution writes the inventory before anything else: the server then refuses it if
  /// the one that was read is stale.
  private static boolean isWritten(List<Planned<?>> wanted, Inventory inventory) {
    return !inventory.has(
        wanted.stream()
            .filter(planned -> !(planned.step() instanceof Step.Refuse))
            .map(planned -> planned.intent().member())
            .toList());
  }

  /// @throws OwnerGoneException if there is no such object any more
  /// @throws OwnerChangedException if it is newer than the one that was given, and that matters
  private void requireOwner() {
    set.owner().ifPresent(this::requireOwner);
  }

  private <O extends KubernetesObject> void requireOwner(O owner) {
    String uid = owner.metadata().uid();
    O now =
        cluster
            .live()
            .find(cluster.kindOf(owner), owner.key())
            .filter(found -> found.metadata().uid().equals(uid))
            .orElseThrow(() -> new OwnerGoneException(set.identity().toString()));
    if (set.options().needsCurrentOwner() && !isSameSpec(owner, now)) {
      throw new OwnerChangedException(set.identity().toString());
    }
  }

  /// The generation stands for the spec; kinds without one are compared by their version.
  private static boolean isSameSpec(KubernetesObject owner, KubernetesObject now) {
    long generation = now.metadata().generation();
    return generation > 0
        ? generation == owner.metadata().generation()
        : now.metadata().resourceVersion().equals(owner.metadata().resourceVersion());
  }

  private List<Planned<?>> wanted(Descriptions.Read read, Inventory inventory) {
    List<Planned<?>> planned = new ArrayList<>();
    for (Descriptions.Described<?> described : read.described()) {
      planned.add(planned(described, inventory));
    }
    planned.sort(Comparator.comparing(p -> p.intent().ref(), KindOrder.APPLY));
    return planned;
  }

  private <T extends KubernetesObject> Planned<T> planned(
      Descriptions.Described<T> described, Inventory inventory) {
    Optional<T> found = find(described.kind(), described.object().key());
    boolean keeps =
        SetIdentity.isKept(described.object().metadata())
            || found.filter(live -> SetIdentity.isKept(live.metadata())).isPresent();
    Intent<T> intent = descriptions.intent(described, keeps);
    return new Planned<>(intent, step(intent, found, inventory), found.orElse(null));
  }

  /// From the server where the cache would lead to a creation.
  private <T extends KubernetesObject> Optional<T> find(Kind<T> kind, ObjectKey key) {
    try {
      Optional<T> cached = sure ? Optional.empty() : cluster.findCachedOrLive(kind, key);
      return cached.isEmpty() && confirmed ? cluster.live().find(kind, key) : cached;
    } catch (ApiException.NotFound e) {
      return Optional.empty(); // the kind is not served yet
    }
  }

  private <T extends KubernetesObject> Step step(
      Intent<T> intent, Optional<T> found, Inventory inventory) {
    ObjectRef ref = intent.ref();
    if (found.isEmpty()) {
      return new Step.Create(ref, intent.object());
    }
    T live = found.get();
    if (live.metadata().isDeleting()) {
      return new Step.Wait(ref, "it is being deleted, and is created again when it is gone");
    }
    if (!isMember(live, ref, inventory) && !set.options().adoption().allows(live)) {
      return new Step.Refuse(ref, foreign(live));
    }
    return intent.isApplied(live, set.fieldManager())
        ? new Step.Keep(ref)
        : new Step.Change(ref, intent.object(), intent.differences(live));
  }

  /// Whether an object belongs to this set: by its label, or, if another client removed that, by
  /// the inventory and by the fields that the set owns.
  private boolean isMember(KubernetesObject live, ObjectRef ref, Inventory inventory) {
    return set.identity().isMarked(live.metadata())
        || (SetIdentity.isUnmarked(live.metadata())
            && inventory.members().containsKey(ref.id())
            && OwnedFields.areSome(live, set.fieldManager()));
  }

  private static String foreign(KubernetesObject live) {
    return "it exists and does not belong to this set"
        + SetMembership.of(live).map(m -> ", but to " + m).orElse("")
        + "; delete it, describe another name, or allow the adoption with"
        + " SetOptions.adopt";
  }

  /// What the set has. Without an inventory, members are found by their label. If a described one
  /// has it, or the inventory is damaged, another client was there, and members may be of any kind.
  private Collection<Member> members(
      Inventory inventory, Descriptions.Read read, List<Planned<?>> wanted) {
    if (inventory.stored().isPresent() && !inventory.isDamaged()) {
      return inventory.members().values();
    }
    Set<Kind<?>> kinds = new LinkedHashSet<>();
    read.described().forEach(described -> kinds.add(described.kind()));
    kinds.addAll(set.options().kinds());
    LostMembers lost = new LostMembers(set);
    boolean isEverywhere = inventory.isDamaged() || isLost(wanted);
    Map<ObjectRef.Id, Member> all = new LinkedHashMap<>(inventory.members());
    (isEverywhere ? lost.everywhere(kinds) : lost.in(kinds))
        .forEach(member -> all.putIfAbsent(member.ref().id(), member));
    return all.values();
  }

  private boolean isLost(List<Planned<?>> wanted) {
    return wanted.stream()
            .map(Planned::live)
            .anyMatch(live -> live != null && set.identity().isMarked(live.metadata()))
        && Inventory.read(cluster, set.inventoryKey(), true).stored().isEmpty();
  }

  private List<Unwanted> unwanted(
      Collection<Member> members, Set<ObjectRef.Id> described, List<Planned<?>> wanted) {
    Set<String> uids = new HashSet<>();
    wanted.forEach(planned -> planned.uid().ifPresent(uids::add));
    List<Unwanted> unwanted = new ArrayList<>();
    for (Member member : members) {
      if (!described.contains(member.ref().id())) {
        Optional<DynamicObject> live = find(member);
        unwanted.add(new Unwanted(member, step(member, live, uids), live.orElse(null)));
      }
    }
    unwanted.sort(Comparator.comparing(u -> u.member().ref(), KindOrder.APPLY.reversed()));
    return unwanted;
  }

  /// A member in the version that the server has now: the one of the inventory may be gone.
  private Optional<DynamicObject> find(Member member) {
    Optional<DynamicObject> found =
        cluster.live().find(member.kind(), member.key()); // to delete by a cache is no good idea
    return found.isPresent()
        ? found
        : servedKind(member.gvk().groupKind(), member)
            .flatMap(kind -> cluster.live().find(kind, member.key()));
  }

  private Optional<Kind<DynamicObject>> servedKind(GroupKind kind, Member member) {
    try {
      GroupVersionKind any = kind.withVersion("");
      Kind<DynamicObject> served =
          cluster.kindOf(DynamicObject.named(any, member.key().namespace(), member.key().name()));
      return served.gvk().equals(member.gvk()) ? Optional.empty() : Optional.of(served);
    } catch (MappingException.NoMatch e) {
      return Optional.empty(); // with the kind, its objects are gone
    }
  }

  private Step step(Member member, Optional<DynamicObject> found, Set<String> uidsOfWanted) {
    ObjectRef ref = member.ref();
    if (found.isEmpty()) {
      return new Step.Forget(ref, "it is gone");
    }
    KubernetesObject live = found.get();
    if (uidsOfWanted.contains(live.metadata().uid())) {
      return new Step.Forget(ref, "it is described under another group now");
    }
    if (!set.identity().isMarked(live.metadata())) {
      return new Step.Forget(ref, "it does not carry the label of this set any more");
    }
    if (SetIdentity.isKept(live.metadata())) {
      return new Step.Forget(ref, "its annotation " + SetIdentity.PRUNE + " keeps it");
    }
    if (!set.options().prunes()) {
      return new Step.Forget(ref, "the set does not prune");
    }
    return live.metadata().isDeleting()
        ? new Step.Wait(ref, "it is being deleted")
        : new Step.Delete(ref);
  }

  /// A described object and what is there.
  record Planned<T extends KubernetesObject>(Intent<T> intent, Step step, @Nullable T live) {
    Optional<String> uid() {
      return Optional.ofNullable(live).map(object -> object.metadata().uid());
    }
  }

  /// A member that is not described.
  record Unwanted(Member member, Step step, @Nullable DynamicObject live) {}

  /// A plan with what is needed to carry it out.
  record PlannedSet(
      String set,
      Inventory inventory,
      List<Planned<?>> wanted,
      List<Unwanted> unwanted,
      Map<ObjectRef, String> refused) {
    Plan plan() {
      List<Step> steps = new ArrayList<>();
      refused.forEach((ref, reason) -> steps.add(new Step.Refuse(ref, reason)));
      wanted.forEach(planned -> steps.add(planned.step()));
      unwanted.forEach(member -> steps.add(member.step()));
      return new Plan(set, steps);
    }
  }
}
