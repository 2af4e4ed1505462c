package dev.drover.recipes.set;

import dev.drover.api.DynamicObject;
import dev.drover.api.GroupKind;
import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.api.Labels;
import dev.drover.api.ObjectKey;
import dev.drover.api.Selector;
import dev.drover.client.ReadWriter;
import dev.drover.informer.CacheOptions;
import dev.drover.informer.ReflectorOptions;
import dev.drover.informer.SharedCacheFactory;
import dev.drover.informer.SharedIndexInformer;
import dev.drover.runtime.Cache;
import dev.drover.runtime.Change;
import dev.drover.runtime.ControllerBuilder;
import dev.drover.runtime.EventMapper;
import dev.drover.runtime.ReconcileTracer;
import dev.drover.runtime.Request;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Objects that belong together: what is described is applied, what is no longer described is
/// deleted.
///
/// ```java
/// DesiredSet set = DesiredSet.of(ctx.client(), "shop").ownedBy(icecream);
/// log.info("{}", set.plan(children));                    // what it would do
/// set.execute(children);                                 // nothing is sent if all is as described
/// set.remove();                                          // deletes all members
/// ```
///
/// **Guarantees**
/// - Objects are written by server-side apply, with the id of the set as field manager. An object
///   that is as described causes no request; that is decided from the cache, and by the fields that
///   the set owns, so values that the server adds or rewrites do not matter.
/// - The set remembers its members in a ConfigMap, its inventory, before it creates them. After a
///   crash at any point the next run deletes what is not described and creates nothing twice.
///   Members may be of any kind, in any namespace.
/// - A member that is described in another version of its kind, or under another group that serves
///   the same object, is not deleted.
/// - An object that exists and does not belong to the set is never taken over without a rule, see
///   [Adoption].
/// - Owner references are set only where they are legal, see [OwnerReferences].
/// - Nothing is created for an owner that is gone, or by an inventory that is out of date: before
///   it creates anything, the set confirms both on the server.
/// - A failure of one object does not keep the others; [SetException] has all of them.
///
/// A member with the annotation `recipes.drover.dev/prune: "false"` is not deleted when it is no
/// longer described, and gets no owner reference.
///
/// **Assumptions.** One process at a time executes a set, such as the leader. The reads of a
/// [dev.drover.runtime.ClusterClient] cost nothing if its manager caches the kinds of the members
/// and the inventories ([#cacheInventories]); kinds that are not cached are read from the server.
///
/// **Caveat.** If another client deletes the inventory, members are found again by their label: in
/// all kinds that may be listed if one of the described objects is there, else in the kinds that
/// are described and those of [SetOptions#kinds]. If it changes the inventory, and be it a single
/// line, members are found in all kinds.
///
/// Immutable; any number of threads.
///
/// In Go: {@index apply.New}, {@index apply.Apply.WithSetID}, {@index apply.Apply.WithOwner},
/// {@index objectset.ObjectSet}.
public final class DesiredSet {
  private static final int MOST_TRIES = 3;
  private static final Selector INVENTORIES = Labels.hasLabel(SetIdentity.INVENTORY);

  /// One for all: caches are the same only if these are the same object.
  private static final ReflectorOptions<DynamicObject> REFLECTOR = ReflectorOptions.defaults();

  private final ReadWriter cluster;
  private final SetIdentity identity;
  private final @Nullable KubernetesObject owner;
  private final SetOptions options;

  private DesiredSet(
      ReadWriter cluster,
      SetIdentity identity,
      @Nullable KubernetesObject owner,
      SetOptions options) {
    this.cluster = cluster;
    this.identity = identity;
    this.owner = owner;
    this.options = options;
  }

  /// A set without an owner.
  ///
  /// @param id tells it from other sets of the same owner, such as the name of the controller; it
  ///   must never change
  public static DesiredSet of(ReadWriter cluster, String id) {
    return new DesiredSet(
        cluster, new SetIdentity(id, Optional.empty()), null, SetOptions.defaults());
  }

  /// The set of this owner. Members get owner references to it where they are legal.
  ///
  /// @throws IllegalArgumentException if the owner was never created
  public DesiredSet ownedBy(KubernetesObject object) {
    if (object.metadata().uid().isEmpty()) {
      throw new IllegalArgumentException(
          "%s cannot own a set: it has no uid; create it first, and use the object that the server"
                  .formatted(object.key())
              + " returned");
    }
    return with(cluster.kindOf(object), object.key(), object);
  }

  /// The set of an owner that may be gone: for [#remove].
  public DesiredSet ownedBy(Kind<?> kind, ObjectKey key) {
    return with(kind, key, null);
  }

  private DesiredSet with(Kind<?> kind, ObjectKey key, @Nullable KubernetesObject object) {
    SetOwner named = new SetOwner(kind.gvk().groupKind(), key);
    return new DesiredSet(
        cluster, new SetIdentity(identity.id(), Optional.of(named)), object, options);
  }

  /// The set with other options.
  public DesiredSet with(Consumer<SetOptions.Builder> change) {
    return with(options.with(change));
  }

  /// The set with these options.
  public DesiredSet with(SetOptions changed) {
    return new DesiredSet(cluster, identity, owner, changed);
  }

  /// Keeps the inventories of all sets in the cache of a manager, and nothing else of their kind,
  /// so that unchanged sets cause no requests. Before the manager starts.
  public static void cacheInventories(Cache cache) {
    var _ = cache.declare(Inventory.KIND, o -> o.labels(INVENTORIES).reflector(REFLECTOR));
  }

  /// Keeps the inventories of all sets in a cache of its own, which is started at once.
  public static SharedIndexInformer<?> cacheInventories(SharedCacheFactory caches) {
    return caches
        .forKind(
            Inventory.KIND,
            CacheOptions.<DynamicObject>defaults()
                .with(o -> o.labels(INVENTORIES).reflector(REFLECTOR)))
        .start();
  }

  /// Has the owners of this kind reconciled whose inventory another client deletes or changes: the
  /// next execution of their sets restores it. With [#cacheInventories].
  ///
  /// @param id of the sets
  public static void watchInventories(
      ControllerBuilder<?> builder, String id, Kind<? extends KubernetesObject> owners) {
    var _ =
        builder.watches(
            Inventory.KIND,
            ownersOfInventories(id, owners),
            change ->
                switch (change) {
                  case Change.Deleted<?> _ -> true;
                  case Change.Updated<? extends KubernetesObject>(_, var now) ->
                      Inventory.of(now).isDamaged();
                  case Change.Added<?> _, Change.Signalled<?> _ -> false;
                });
  }

  /// Maps the inventories of sets of this id to their owners of this kind.
  public static EventMapper<KubernetesObject> ownersOfInventories(
      String id, Kind<? extends KubernetesObject> owners) {
    GroupKind kind = owners.gvk().groupKind();
    String family = SetIdentity.family(id, Optional.of(kind));
    return inventory ->
        !family.equals(inventory.metadata().labels().get(SetIdentity.INVENTORY))
            ? List.of()
            : inventory.metadata().annotation(SetIdentity.OWNER).flatMap(SetOwner::parse).stream()
                .filter(owner -> owner.kind().equals(kind))
                .map(owner -> Request.of(owner.key()))
                .toList();
  }

  ReadWriter cluster() {
    return cluster;
  }

  SetIdentity identity() {
    return identity;
  }

  SetOptions options() {
    return options;
  }

  Optional<KubernetesObject> owner() {
    return Optional.ofNullable(owner);
  }

  String fieldManager() {
    return options.fieldManager().isEmpty() ? identity.id() : options.fieldManager();
  }

  ObjectKey inventoryKey() {
    String ownerNamespace = identity.owner().map(o -> o.key().namespace()).orElse("");
    String namespace =
        !options.inventoryNamespace().isEmpty()
            ? options.inventoryNamespace()
            : !ownerNamespace.isEmpty() ? ownerNamespace : options.defaultNamespace();
    if (namespace.isEmpty()) {
      throw new IllegalStateException(
          identity
              + " has no owner with a namespace: say where its inventory is, with"
              + " .with(o -> o.inventoryNamespace(...))");
    }
    return ObjectKey.of(namespace, identity.inventoryName());
  }

  /// What [#execute] would do; reads, and writes nothing.
  ///
  /// @throws IllegalArgumentException if one object is described twice, or has no name
  /// @throws OwnerGoneException if something is to be created and the owner does not exist
  public Plan plan(Collection<? extends KubernetesObject> objects) {
    return Planner.toRead(this, objects, false).plan();
  }

  /// Makes the members of the set exactly these objects.
  ///
  /// In Go: {@index apply.Apply.ApplyObjects}.
  ///
  /// The result is also a note of the run ([dev.drover.runtime.ReconcileTracer#note]): the console
  /// shows it.
  ///
  /// @throws SetException if some objects failed; the others are as described
  /// @throws OwnerGoneException if something is to be created and the owner does not exist
  /// @throws IllegalArgumentException if one object is described twice, or has no name
  public SetResult execute(Collection<? extends KubernetesObject> objects) {
    return checked(executed(objects, false));
  }

  private static SetResult checked(SetResult result) {
    if (!result.failures().isEmpty()) {
      throw new SetException(result);
    }
    return result;
  }

  /// What the server would say to [#execute], object by object; failures are in the result. An
  /// object of a namespace or a kind that the set itself would create fails, because a dry run
  /// creates neither.
  ///
  /// In Go: {@index apply.Apply.DryRun}.
  public SetResult dryRun(Collection<? extends KubernetesObject> objects) {
    Planner.PlannedSet planned = Planner.toRead(this, objects, false);
    return new Execution(this, true, true, new LinkedHashMap<>()).run(planned);
  }

  /// Deletes all members, and then the inventory.
  ///
  /// @return is complete when nothing is left; members that a finalizer holds are WAITING, and
  ///   another call sees whether they are gone
  /// @throws SetException if some objects failed
  public SetResult remove() {
    // By a stale cache there would be no inventory, and nothing to do.
    return checked(executed(List.of(), true));
  }

  /// @param live whether nothing is read from the cache
  private SetResult executed(Collection<? extends KubernetesObject> objects, boolean live) {
    SequencedMap<ObjectRef, SetResult.Outcome> done = new LinkedHashMap<>();
    for (int tries = 1; true; tries++) {
      try {
        Planner.PlannedSet planned = Planner.toExecute(this, objects, live || tries > 1);
        SetResult result = new Execution(this, false, tries == MOST_TRIES, done).run(planned);
        ReconcileTracer.note(result);
        return result;
      } catch (Execution.StaleException e) {
        if (tries == MOST_TRIES) {
          throw e.conflict();
        }
      }
    }
  }

  @Override
  public String toString() {
    return identity.toString();
  }
}
