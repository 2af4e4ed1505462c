package dev.drover.runtime.cached;

import dev.drover.api.DynamicObject;
import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.api.PartialObject;

/// The forms in which a program may have the objects of one resource: classes of the model,
/// records, dynamic objects, metadata only.
public final class ObjectForms {
  private ObjectForms() {}

  /// The object in the form of a kind.
  ///
  /// @param object of the same resource, in any form
  /// @throws dev.drover.api.DecodeException if it does not fit the Java type of the kind
  public static <T extends KubernetesObject> T in(Kind<T> kind, KubernetesObject object) {
    Class<T> form = kind.type();
    if (form.isInstance(object)) {
      return form.cast(object);
    }
    return form == PartialObject.class
        ? form.cast(PartialObject.of(object.metadata()))
        : DynamicObject.of(object).as(kind);
  }

  /// Whether objects of this form have every field that the server sent.
  public static boolean isComplete(Kind<?> kind) {
    return isComplete(kind.type());
  }

  private static boolean isComplete(Class<?> form) {
    return !form.isRecord() && form != PartialObject.class;
  }

  /// Whether [#in] loses nothing: the object has every field that objects of this kind show.
  public static boolean hasAllOf(KubernetesObject object, Kind<?> kind) {
    return isComplete(object.getClass())
        || kind.type() == object.getClass()
        || kind.type() == PartialObject.class;
  }
}
