package dev.drover.runtime;

import dev.drover.api.GroupVersion;
import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.api.ObjectKey;
import dev.drover.api.OwnerReference;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// Maps a change of an object to the requests that it affects.
///
/// Called with the state before a change and with the state after it, deletions included, so that
/// an object that loses something by a change is reconciled too.
///
/// ```java
/// .watches(Pod.class, EventMapper.label("icecream"))
/// ```
///
/// In Go: {@index handler.EventHandler}, {@index handler.EnqueueRequestsFromMapFunc}, {@index
/// handler.MapFunc}.
///
/// @param <T> the type of the objects that change
@FunctionalInterface
public interface EventMapper<T> {
  /// The objects that an object in this state concerns. When this fails, it is logged and asked
  /// again: after a second, then after twice as long each time, up to five minutes.
  Collection<Request> map(T object);

  /// The objects that a change concerns, each once.
  default Set<Request> map(Change<? extends T> change) {
    Set<Request> requests = new LinkedHashSet<>();
    for (T state : change.states()) {
      requests.addAll(map(state));
    }
    return requests;
  }

  /// The object itself.
  ///
  /// In Go: {@index handler.EnqueueRequestForObject}.
  static <T extends KubernetesObject> EventMapper<T> itself() {
    return object -> List.of(Request.of(object));
  }

  /// The owner of this kind that controls the object.
  ///
  /// In Go: {@index handler.EnqueueRequestForOwner}, {@index handler.OnlyControllerOwner}.
  static <T extends KubernetesObject> EventMapper<T> owner(Kind<?> kind) {
    return object -> owners(object, kind, o -> Boolean.TRUE.equals(o.controller()));
  }

  /// The owner of the kind that a class stands for, if it controls the object.
  static <T extends KubernetesObject> EventMapper<T> owner(Class<? extends KubernetesObject> type) {
    return owner(Kind.of(type));
  }

  /// All owners of this kind, whether they control the object or not.
  ///
  /// In Go: {@index builder.MatchEveryOwner}.
  static <T extends KubernetesObject> EventMapper<T> everyOwner(Kind<?> kind) {
    return object -> owners(object, kind, _ -> true);
  }

  private static List<Request> owners(
      KubernetesObject object, Kind<?> kind, Predicate<OwnerReference> which) {
    List<Request> requests = new ArrayList<>();
    for (OwnerReference owner : object.metadata().ownerReferences()) {
      if (isOf(owner, kind) && which.test(owner)) {
        requests.add(Request.of(kind.isNamespaced() ? object.namespace() : "", owner.name()));
      }
    }
    return requests;
  }

  /// The version does not matter: owners are often named by another one than is watched.
  private static boolean isOf(OwnerReference owner, Kind<?> kind) {
    return owner.kind().equals(kind.gvk().kind())
        && GroupVersion.parse(owner.apiVersion()).group().equals(kind.gvk().group());
  }

  /// The owner of the owner, and so on, over kinds that are in the cache: a pod's ReplicaSet's
  /// Deployment's Icecream.
  ///
  /// @param kind of the owner at the end of the chain
  /// @param lookup finds an owner by its reference and the namespace it is in; none when it is not
  ///   known
  static <T extends KubernetesObject> EventMapper<T> ownerChain(Kind<?> kind, OwnerLookup lookup) {
    return object -> {
      Set<Request> found = new LinkedHashSet<>();
      climb(object, kind, lookup, found, OwnerLookup.HIGHEST);
      return found;
    };
  }

  private static void climb(
      KubernetesObject object, Kind<?> kind, OwnerLookup lookup, Set<Request> found, int left) {
    found.addAll(owners(object, kind, _ -> true));
    if (left > 0) {
      for (OwnerReference owner : object.metadata().ownerReferences()) {
        lookup
            .find(owner, object.namespace())
            .forEach(above -> climb(above, kind, lookup, found, left - 1));
      }
    }
  }

  /// Finds the owners of objects.
  @FunctionalInterface
  interface OwnerLookup {
    /// Chains are at most this long: owners may own each other in a circle.
    int HIGHEST = 8;

    /// The owner, if it is known.
    Stream<? extends KubernetesObject> find(OwnerReference owner, String namespace);
  }

  /// The object that a label names: `name`, or `namespace/name`; a bare name is in the namespace of
  /// the object.
  static <T extends KubernetesObject> EventMapper<T> label(String key) {
    return object -> object.metadata().label(key).stream().flatMap(v -> named(object, v)).toList();
  }

  /// The object that an annotation names: `name`, or `namespace/name`; a bare name is in the
  /// namespace of the object.
  static <T extends KubernetesObject> EventMapper<T> annotation(String key) {
    return object ->
        object.metadata().annotation(key).stream().flatMap(v -> named(object, v)).toList();
  }

  /// A value that cannot be a name maps to no request: labels are written by people.
  private static Stream<Request> named(KubernetesObject object, String value) {
    try {
      ObjectKey key = ObjectKey.parse(value);
      return Stream.of(
          Request.of(key.isClusterScoped() ? ObjectKey.of(object.namespace(), key.name()) : key));
    } catch (IllegalArgumentException e) {
      return Stream.empty();
    }
  }

  /// The objects that a lookup finds, as in an index of the cache.
  ///
  /// @param lookup the objects that an object concerns
  static <T> EventMapper<T> index(
      Function<? super T, ? extends Collection<? extends KubernetesObject>> lookup) {
    return object -> lookup.apply(object).stream().map(Request::of).toList();
  }
}
