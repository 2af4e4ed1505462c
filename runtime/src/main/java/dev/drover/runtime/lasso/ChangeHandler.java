package dev.drover.runtime.lasso;

import dev.drover.api.KubernetesObject;
import dev.drover.api.ObjectKey;
import org.jspecify.annotations.Nullable;

/// Acts on an object that may have changed.
///
/// ```java
/// factory.forObject(Deployment.class).registerHandler("scale-up", (key, deployment) -> {
///   if (deployment == null) {
///     return null;                                     // it is gone
///   }
///   return client.edit(deployment, d -> ...);          // the next handler gets this one
/// });
/// ```
///
/// In Go: {@index lasso controller.SharedControllerHandler}, {@index generic.ObjectHandler}.
///
/// @param <T> the type of the object
@FunctionalInterface
public interface ChangeHandler<T extends KubernetesObject> {
  /// Looks at the object.
  ///
  /// @param object as the cache has it, or as the handler before this one returned it; null once it
  ///   is gone
  /// @return the newest version, for the next handler; null = the one that this handler got
  /// @throws IgnoredException if this handler has failed and the failure is to have no effect
  /// @throws Exception when it did not work: all handlers are called again, later with every
  ///   attempt
  @Nullable T onChange(ObjectKey key, @Nullable T object) throws Exception;
}
