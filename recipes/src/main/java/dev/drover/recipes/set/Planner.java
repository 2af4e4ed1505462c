package dev.drover.recipes.set;

import static dev.drover.client.ListOption.label;

import dev.drover.api.DynamicObject;
import dev.drover.api.GroupKind;
import dev.drover.api.GroupVersionKind;
import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.api.ObjectKey;
import dev.drover.client.ApiException;
import dev.drover.client.MappingException;
import dev.drover.client.ReadWriter;
import dev.drover.runtime.CacheNotStartedException;
import dev.drover.runtime.UndeclaredKindException;
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
/// Reads come from the cache. They are confirmed on the server before anything is created, because
/// a stale cache may have an old inventory, an owner that is gone, or lack an object that exists.
final class Planner {
  private final DesiredSet set;
  private final ReadWriter cluster;
  private final Descriptions descriptions;
  private boolean sure; // nothing is read from the cache
  private boolean confirmed; // what the cache does not have is looked up on the server

  Planner(DesiredSet set) {
    this.set = set;
    this.cluster = set.cluster();
    this.descriptions = new Descriptions(set);
  }

  /// @param live whether everything is read from the server, because the cache proved to be stale
  PlannedSet plan(Collection<? extends KubernetesObject> objects, boolean live) {
    sure = live || isLive();
    confirmed = sure;
    Descriptions.Read read = descriptions.read(objects);
    Inventory inventory = Inventory.read(cluster, set.inventoryKey(), sure);
    List<Planned<?>> wanted = wanted(read);
    if (isDangerous(wanted, inventory)) {
      if (!confirmed) {
        confirmed = true;
        inventory = Inventory.read(cluster, set.inventoryKey(), true);
        wanted = wanted(read);
      }
      requireOwner();
    }
    Set<ObjectRef.Id> described =
        new HashSet<>(read.refused().keySet().stream().map(ObjectRef::id).toList());
    wanted.forEach(planned -> described.add(planned.intent().ref().id()));
    return new PlannedSet(
        set.identity().toString(),
        inventory,
        wanted,
        unwanted(members(inventory, read), described, wanted),
        read.refused());
  }

  private boolean isLive() {
    return cluster.live() == cluster;
  }

  /// Only to create objects, or to begin an inventory, does harm with a stale cache.
  private static boolean isDangerous(List<Planned<?>> wanted, Inventory inventory) {
    return wanted.stream().anyMatch(p -> p.step() instanceof Step.Create)
        || (inventory.stored().isEmpty() && !wanted.isEmpty());
  }

  /// @throws OwnerGoneException if there is no such object any more
  private void requireOwner() {
    set.owner()
        .ifPresent(
            owner -> {
              if (isGone(owner)) {
                throw new OwnerGoneException(set.identity().toString());
              }
            });
  }

  private <O extends KubernetesObject> boolean isGone(O owner) {
    String uid = owner.metadata().uid();
    return cluster
        .live()
        .find(cluster.kindOf(owner), owner.key())
        .filter(now -> now.metadata().uid().equals(uid))
        .isEmpty();
  }

  private List<Planned<?>> wanted(Descriptions.Read read) {
    List<Planned<?>> planned = new ArrayList<>();
    for (Descriptions.Described<?> described : read.described()) {
      planned.add(planned(described));
    }
    planned.sort(Comparator.comparing(p -> p.intent().ref(), KindOrder.APPLY));
    return planned;
  }

  private <T extends KubernetesObject> Planned<T> planned(Descriptions.Described<T> described) {
    Optional<T> found = find(described.kind(), described.object().key());
    boolean keeps =
        SetIdentity.isKept(described.object().metadata())
            || found.filter(live -> SetIdentity.isKept(live.metadata())).isPresent();
    Intent<T> intent = descriptions.intent(described, keeps);
    return new Planned<>(intent, step(intent, found), found.orElse(null));
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

  private <T extends KubernetesObject> Step step(Intent<T> intent, Optional<T> found) {
    ObjectRef ref = intent.ref();
    if (found.isEmpty()) {
      return new Step.Create(ref, intent.object());
    }
    T live = found.get();
    if (live.metadata().isDeleting()) {
      return new Step.Wait(ref, "it is being deleted, and is created again when it is gone");
    }
    if (!set.identity().isMarked(live.metadata()) && !set.options().adoption().allows(live)) {
      return new Step.Refuse(ref, foreign(live));
    }
    return intent.isApplied(live, set.fieldManager())
        ? new Step.Keep(ref)
        : new Step.Change(ref, intent.object(), intent.differences(live));
  }

  private static String foreign(KubernetesObject live) {
    return "it exists and does not belong to this set"
        + SetMembership.of(live).map(m -> ", but to " + m).orElse("")
        + "; delete it, describe another name, or allow the adoption with"
        + " SetOptions.adopt";
  }

  /// What the set has. Without an inventory, members are found by their label: another client may
  /// have deleted it.
  private Collection<Member> members(Inventory inventory, Descriptions.Read read) {
    if (inventory.stored().isPresent()) {
      return inventory.members().values();
    }
    Set<Kind<?>> kinds = new LinkedHashSet<>();
    read.described().forEach(described -> kinds.add(described.kind()));
    kinds.addAll(set.options().kinds());
    Map<ObjectRef.Id, Member> found = new LinkedHashMap<>();
    for (Kind<?> kind : kinds) {
      for (KubernetesObject object : labelled(kind)) {
        Member member = new Member(kind.gvk(), kind.plural(), object.key());
        found.put(member.ref().id(), member);
      }
    }
    return found.values();
  }

  private List<? extends KubernetesObject> labelled(Kind<?> kind) {
    var which = label(SetIdentity.SET, set.identity().hash());
    try {
      return cluster.list(kind, which);
    } catch (UndeclaredKindException | CacheNotStartedException e) {
      return labelledLive(kind);
    } catch (ApiException.NotFound e) {
      return List.of(); // the kind is not served
    }
  }

  private List<? extends KubernetesObject> labelledLive(Kind<?> kind) {
    try {
      return cluster.live().list(kind, label(SetIdentity.SET, set.identity().hash()));
    } catch (ApiException.NotFound e) {
      return List.of();
    }
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
