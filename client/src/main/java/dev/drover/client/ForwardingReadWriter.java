package dev.drover.client;

import dev.drover.api.DeleteOptions;
import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.api.ObjectKey;
import dev.drover.api.Patch;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// A [ReadWriter] that forwards every call to another one: the base of decorators, which override
/// what they change.
///
/// ```java
/// record NoDeletes(ReadWriter target) implements ForwardingReadWriter {
///   @Override
///   public <T extends KubernetesObject> Optional<T> delete(T object, DeleteOptions options) {
///     throw new IllegalStateException("nothing is deleted here: " + object.key());
///   }
///
///   @Override
///   public ReadWriter writing(WriteOptions options) {
///     return new NoDeletes(target.writing(options));     // still decorated
///   }
/// }
/// ```
///
/// The convenience methods of [Reader], [Writer] and [ReadWriter], such as [#get] or
/// [#createOrPatch], call the methods here, so a decorator sees each read and each write once. A
/// decorator that changes [#find] changes [#findCachedOrLive] in the same way, and [#live] if it is
/// to apply to reads past the cache, too.
public interface ForwardingReadWriter extends ReadWriter {
  /// The one that gets the calls; always the same one.
  ReadWriter target();

  /// Decorates `target().writing(options)`.
  @Override
  ReadWriter writing(WriteOptions options);

  @Override
  default <T extends KubernetesObject> Optional<T> find(Kind<T> kind, ObjectKey key) {
    return target().find(kind, key);
  }

  @Override
  default <T extends KubernetesObject> List<T> list(Kind<T> kind, ListOption... which) {
    return target().list(kind, which);
  }

  @Override
  default Reader live() {
    return target().live();
  }

  @Override
  default <T extends KubernetesObject> Optional<T> findCachedOrLive(Kind<T> kind, ObjectKey key) {
    return target().findCachedOrLive(kind, key);
  }

  @Override
  default <T extends KubernetesObject> Kind<T> kindOf(T object) {
    return target().kindOf(object);
  }

  @Override
  default <T extends KubernetesObject> T create(T object) {
    return target().create(object);
  }

  @Override
  default <T extends KubernetesObject> T update(T object) {
    return target().update(object);
  }

  @Override
  default <T extends KubernetesObject> T apply(T object) {
    return target().apply(object);
  }

  @Override
  default <T extends KubernetesObject> T patch(T object, Patch patch, String... subresource) {
    return target().patch(object, patch, subresource);
  }

  @Override
  default <T extends KubernetesObject> T edit(T object, UnaryOperator<T> change) {
    return target().edit(object, change);
  }

  @Override
  default <T extends KubernetesObject> T replaceStatus(T object, Object status) {
    return target().replaceStatus(object, status);
  }

  @Override
  default <T extends KubernetesObject> Optional<T> delete(T object, DeleteOptions options) {
    return target().delete(object, options);
  }
}
