package dev.drover.api;

import org.jspecify.annotations.Nullable;

/// An object whose observed state lives in a field `status` that has a write path of its own.
///
/// ```java
/// @CustomResource(group = "example.com", version = "v1")
/// record Shop(ObjectMeta metadata, ShopSpec spec, @Nullable ShopStatus status)
///     implements KubernetesObject, HasStatus<ShopStatus> {}
/// ```
///
/// @param <S> the type of the status
public interface HasStatus<S> {
  /// The observed state; null when nothing has been observed yet.
  @Nullable S status();
}
