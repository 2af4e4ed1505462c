package dev.drover.recipes.set;

import static dev.drover.client.ListOption.label;

import dev.drover.api.DynamicObject;
import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.api.ObjectKey;
import dev.drover.client.ReadWriter;
import dev.drover.runtime.CacheNotStartedException;
import dev.drover.runtime.UndeclaredKindException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Removes the sets whose owners are gone: those that were deleted while no process was there to
/// see it, and those whose kind was deleted with all its objects.
///
/// ```java
/// new SetSweeper(client, "shop", Kind.of(Icecream.class), SetOptions.defaults()).sweep();
/// ```
///
/// In Go: {@index apply.Apply.PurgeOrphan}.
public final class SetSweeper {
  private final ReadWriter cluster;
  private final String setId;
  private final Kind<?> ownerKind;
  private final SetOptions options;

  /// @param setId of the sets
  /// @param ownerKind of their owners
  /// @param options with which the sets were executed
  public SetSweeper(ReadWriter cluster, String setId, Kind<?> ownerKind, SetOptions options) {
    this.cluster = cluster;
    this.setId = setId;
    this.ownerKind = ownerKind;
    this.options = options;
  }

  /// Looks at all inventories; an owner that the cache does not have is looked up on the server
  /// before anything is deleted.
  ///
  /// @return the owners whose sets were removed, or are being removed
  /// @throws SetException if members of a set could not be deleted; the other sets were handled
  public List<SetOwner> sweep() {
    List<SetOwner> removed = new ArrayList<>();
    List<SetException> failures = new ArrayList<>();
    for (DynamicObject inventory : inventories()) {
      Optional<SetOwner> owner = ownerOf(inventory);
      if (owner.isEmpty() || exists(ownerKind, owner.get().key())) {
        continue;
      }
      try {
        SetResult _ = set(inventory, owner.get()).remove();
        removed.add(owner.get());
      } catch (SetException e) {
        failures.add(e);
      }
    }
    if (!failures.isEmpty()) {
      SetException first = failures.getFirst();
      failures.stream().skip(1).forEach(first::addSuppressed);
      throw first;
    }
    return removed;
  }

  /// The inventory stays where it is, also if its place would be another one today.
  private DesiredSet set(DynamicObject inventory, SetOwner owner) {
    return DesiredSet.of(cluster, setId)
        .ownedBy(ownerKind, owner.key())
        .with(options.with(o -> o.inventoryNamespace(inventory.namespace())));
  }

  private Optional<SetOwner> ownerOf(DynamicObject inventory) {
    return inventory
        .metadata()
        .annotation(SetIdentity.OWNER)
        .flatMap(SetOwner::parse)
        .filter(owner -> owner.kind().equals(ownerKind.gvk().groupKind()));
  }

  private List<DynamicObject> inventories() {
    var ours =
        label(
            SetIdentity.INVENTORY,
            SetIdentity.family(setId, Optional.of(ownerKind.gvk().groupKind())));
    try {
      return cluster.list(Inventory.KIND, ours);
    } catch (UndeclaredKindException | CacheNotStartedException e) {
      return cluster.live().list(Inventory.KIND, ours);
    }
  }

  private <O extends KubernetesObject> boolean exists(Kind<O> kind, ObjectKey key) {
    return cluster.findCachedOrLive(kind, key).isPresent()
        || cluster.live().find(kind, key).isPresent();
  }
}
