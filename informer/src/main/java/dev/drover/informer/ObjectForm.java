package dev.drover.informer;

import dev.drover.api.DynamicObject;
import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.api.PartialObject;

/// Converts the objects of one resource between its Java types.
///
/// @param from the kind with the type of the cache
/// @param to the kind with the type of a view
record ObjectForm<S extends KubernetesObject, T extends KubernetesObject>(
    Kind<S> from, Kind<T> to) {
  /// Whether objects of this type have every field that the server sent, so that others can be made
  /// of them. A record has only the fields that it names.
  static boolean isComplete(Kind<?> kind) {
    return !kind.type().isRecord() && kind.type() != PartialObject.class;
  }

  T view(S object) {
    return convert(to, object);
  }

  S original(T object) {
    return convert(from, object);
  }

  private static <R extends KubernetesObject> R convert(Kind<R> kind, KubernetesObject object) {
    Class<R> type = kind.type();
    if (type.isInstance(object)) {
      return type.cast(object);
    }
    return type == PartialObject.class
        ? type.cast(PartialObject.of(object.metadata()))
        : DynamicObject.of(object).as(kind);
  }
}
