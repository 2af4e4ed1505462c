package dev.drover.client;

import dev.drover.api.KubernetesObject;
import java.util.function.UnaryOperator;

/// A [Reader] and [Writer] of one cluster, and what needs both: the type to pass to code that must
/// not care whether reads come from a cache.
///
/// ```java
/// void restock(ReadWriter cluster) {
///   cluster.createOrPatch(ConfigMap.named("shop", "prices"), map -> map.with(m -> m.data("tea", "2")));
/// }
/// ```
///
/// In Go: {@index client.Client}.
public interface ReadWriter extends Reader, Writer {
  @Override
  ReadWriter writing(WriteOptions options);

  /// Creates the object, or changes the one that is there by a patch of the difference; sends
  /// nothing when it is so already. Fields that this program does not know stay as they are.
  ///
  /// ```java
  /// client.createOrPatch(
  ///     ConfigMap.named("shop", "prices"), map -> map.with(m -> m.ownedBy(shop).data("tea", "2")));
  /// ```
  ///
  /// A status that the change sets is written too, with a second request where the kind has the
  /// subresource `status`; a change without a status leaves it as it is. If another writer was
  /// faster, the change is made again to the object as the server has it then, five times at most.
  ///
  /// In Go: {@index controllerutil.CreateOrPatch}.
  ///
  /// @param change makes of the object that is there, or of `fresh`, the one that is wanted; it may
  ///   be called several times and must not change the name
  /// @throws ApiException.Conflict when others were faster every time
  default <T extends KubernetesObject> WriteResult<T> createOrPatch(
      T fresh, UnaryOperator<T> change) {
    return new Upsert<>(this, (there, wanted) -> edit(there, _ -> wanted), fresh, change).run();
  }

  /// As [#createOrPatch], but replaces the object that is there whole; see the warning at
  /// [ResourceClient#update].
  ///
  /// In Go: {@index controllerutil.CreateOrUpdate}.
  ///
  /// @throws ApiException.Conflict when others were faster every time
  default <T extends KubernetesObject> WriteResult<T> createOrUpdate(
      T fresh, UnaryOperator<T> change) {
    return new Upsert<>(this, (there, wanted) -> update(wanted), fresh, change).run();
  }

  /// As [#edit]; if another writer was faster, the change is made again to the object as the server
  /// has it then, five times at most.
  ///
  /// In Go: {@index retry.RetryOnConflict}.
  ///
  /// @param change may be called several times
  /// @throws ApiException.Conflict when others were faster every time
  /// @throws ApiException.NotFound when the object is gone
  default <T extends KubernetesObject> T editLatest(T object, UnaryOperator<T> change) {
    T current = object;
    for (int tries = 1; true; tries++) {
      try {
        return edit(current, change);
      } catch (ApiException.Conflict e) {
        if (tries == Upsert.MOST_TRIES) {
          throw e;
        }
        current = live().get(kindOf(object), object.key());
      }
    }
  }
}
