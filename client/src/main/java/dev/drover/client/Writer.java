package dev.drover.client;

import dev.drover.api.DeleteOptions;
import dev.drover.api.HasStatus;
import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.api.ObjectMeta;
import dev.drover.api.Patch;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// Writes objects of any kind to the server.
///
/// ```java
/// static void pause(Writer cluster, Deployment deployment) {
///   cluster.edit(deployment, d -> d.with(s -> s.spec(spec -> spec.paused(true))));
/// }
/// ```
///
/// Implemented by [Client] and by the client of a manager. All implementations have these rules:
/// - An object without a namespace, of a kind that has namespaces, is written to the namespace of
///   the configuration ([ClientConfig#namespace]), by every method alike.
/// - [#delete] of an object that does not exist does nothing; every other change of one throws
///   [ApiException.NotFound], [#create] of one that exists [ApiException.AlreadyExists]. [#update],
///   [#edit] and [#replaceStatus] of an object that changed since it was read throw
///   [ApiException.Conflict].
/// - With [WriteOptions] of a dry run every method returns what the server would store, and nothing
///   changes; reads never show it.
///
/// Eight methods are abstract; a decorator forwards those. Any number of threads.
///
/// In Go: {@index client.Writer}, {@index client.StatusWriter}.
public interface Writer {
  /// Creates an object; returns it as the server has it.
  ///
  /// @throws ApiException.AlreadyExists when there is one of this name
  <T extends KubernetesObject> T create(T object);

  /// Replaces an object whole; see the warning at [ResourceClient#update].
  ///
  /// @throws ApiException.Conflict when it changed since it was read
  <T extends KubernetesObject> T update(T object);

  /// Makes an object as described, whether it exists or not: server-side apply.
  <T extends KubernetesObject> T apply(T object);

  /// Changes an object by a patch, or one of its subresources.
  <T extends KubernetesObject> T patch(T object, Patch patch, String... subresource);

  /// Changes an object; sends only the difference, and nothing when there is none. Fields that this
  /// program's type does not know stay as they are.
  ///
  /// @throws ApiException.Conflict when it changed since it was read
  <T extends KubernetesObject> T edit(T object, UnaryOperator<T> change);

  /// Changes the status of an object, also of a dynamic one, whose status is a tree; sends nothing
  /// when it is that already.
  ///
  /// @throws IllegalArgumentException when the kind has no status, or `status` is not of its type
  /// @throws ApiException.Conflict when it changed since it was read
  <T extends KubernetesObject> T replaceStatus(T object, Object status);

  /// Deletes an object; does nothing when it is gone already.
  ///
  /// @return the object as it is while something still holds it: a finalizer, or its grace period;
  ///   empty when it is gone
  <T extends KubernetesObject> Optional<T> delete(T object, DeleteOptions options);

  /// A writer with these options, such as a dry run.
  Writer writing(WriteOptions options);

  /// Deletes an object; what it owns goes in the background. Does nothing when it is gone already.
  default void delete(KubernetesObject object) {
    var _ = delete(object, DeleteOptions.builder().propagationPolicy("Background").build());
  }

  /// Changes the status of an object; sends nothing when it is that already.
  ///
  /// @throws ApiException.Conflict when it changed since it was read
  default <S, T extends KubernetesObject & HasStatus<S>> T updateStatus(T object, S status) {
    return replaceStatus(object, status);
  }

  /// Changes the metadata of an object; sends nothing when it stays the same.
  ///
  /// @throws ApiException.Conflict when it changed since it was read
  default <T extends KubernetesObject> T editMetadata(T object, UnaryOperator<ObjectMeta> change) {
    return edit(object, o -> Kind.ofObject(o).withMetadata(o, change.apply(o.metadata())));
  }

  /// Applies objects in this order, such as those of `Manifests.read`; returns them as the server
  /// has them now.
  default List<KubernetesObject> apply(Collection<? extends KubernetesObject> objects) {
    List<KubernetesObject> applied = new ArrayList<>();
    for (KubernetesObject object : objects) {
      applied.add(apply(object));
    }
    return List.copyOf(applied);
  }

  /// Keeps an object from being removed until the finalizer is gone; sends nothing when it has the
  /// finalizer.
  ///
  /// In Go: {@index controllerutil.AddFinalizer}.
  default <T extends KubernetesObject> T addFinalizer(T object, String finalizer) {
    return editMetadata(object, m -> m.withFinalizer(finalizer));
  }

  /// Removes a finalizer; sends nothing when the object does not have it.
  ///
  /// In Go: {@index controllerutil.RemoveFinalizer}.
  default <T extends KubernetesObject> T removeFinalizer(T object, String finalizer) {
    return editMetadata(object, m -> m.withoutFinalizer(finalizer));
  }
}
