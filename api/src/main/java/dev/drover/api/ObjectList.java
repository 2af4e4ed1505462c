package dev.drover.api;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// A list of objects as the server gave it; items of kinds without a type may be [DynamicObject] or
/// [RawExtension].
///
/// ```java
/// ObjectList<Pod> list = client.resources(Pod.KIND).list();
/// list.items().forEach(pod -> LOG.info("{}", pod.key()));
/// String version = list.resourceVersion();                   // to watch from
/// ```
///
/// In Go: {@index metav1.List}, {@index client.ObjectList}.
///
/// @param metadata the version the list was taken at, and where it goes on
/// @param items the objects, immutable
/// @param <T> the type of the objects
public record ObjectList<T>(ListMeta metadata, List<T> items) {
  /// Copies the items.
  public ObjectList {
    items = List.copyOf(items);
  }

  /// The version the list was taken at: opaque, to be passed back as it is.
  public String resourceVersion() {
    return metadata.resourceVersion();
  }

  /// Where the next page begins; empty on the last page. Opaque, and it expires (410).
  ///
  /// In Go: {@index continue}.
  public Optional<String> continueToken() {
    String token = metadata.continueToken();
    return token.isEmpty() ? Optional.empty() : Optional.of(token);
  }

  /// About how many objects come after this page, where the server says so. Never steer by it.
  ///
  /// In Go: {@index remainingItemCount}.
  public OptionalLong remainingItemCount() {
    Long count = metadata.remainingItemCount();
    return count == null ? OptionalLong.empty() : OptionalLong.of(count);
  }
}
