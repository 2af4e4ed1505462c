package dev.drover.recipes;

import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.api.ObjectKey;
import dev.drover.client.Reader;
import dev.drover.recipes.set.SetMembership;
import dev.drover.runtime.EventMapper;
import dev.drover.runtime.Request;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;

/// Mappers from a change of a related object to the objects that it concerns, for
/// [RecipeBuilder#related], [LassoRecipes#relatedResources] and
/// [dev.drover.runtime.ControllerBuilder#watches(Class, EventMapper)].
///
/// ```java
/// .related(ConfigMap.class, RelatedResources.keys(map -> List.of(ObjectKey.of("shop", map.name()))))
/// ```
///
/// Mappers are called with the state before a change and after it, and with the last known state of
/// an object that is gone, also if its deletion was missed. More are in [EventMapper]: owners,
/// labels, annotations, indexes.
///
/// In Go: {@index relatedresource.Watch}, {@index relatedresource.Resolver}.
public final class RelatedResources {
  private RelatedResources() {}

  /// The objects with these keys, in any namespace.
  public static <T extends KubernetesObject> EventMapper<T> keys(
      Function<? super T, ? extends Collection<ObjectKey>> resolver) {
    return object -> resolver.apply(object).stream().map(Request::of).toList();
  }

  /// All objects of a kind that the reader has.
  ///
  /// In Go: {@index relatedresource.TriggerAllKey}.
  public static <T extends KubernetesObject> EventMapper<T> all(Reader cluster, Kind<?> kind) {
    return _ -> requests(cluster.list(kind));
  }

  private static List<Request> requests(Collection<? extends KubernetesObject> objects) {
    return objects.stream().map(Request::of).toList();
  }

  /// The owner of this kind, by owner reference or by the set that the object belongs to; so also
  /// owners in other namespaces.
  ///
  /// In Go: {@index relatedresource.OwnerResolver}.
  public static <T extends KubernetesObject> EventMapper<T> owner(Kind<?> kind) {
    EventMapper<T> references = EventMapper.everyOwner(kind);
    EventMapper<T> sets = SetMembership.ownersOf(kind);
    return object -> {
      Collection<Request> found = sets.map(object);
      return found.isEmpty() ? references.map(object) : found;
    };
  }
}
