package dev.drover.server.strategy;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A consistent look at everything that is stored: trees in their stored version.
public interface StoredObjects {
  /// The object of this name.
  ///
  /// @param resource the name under which objects are kept, such as `/pods` or `apps/deployments`
  /// @param namespace empty for cluster-wide objects
  Optional<Map<String, @Nullable Object>> get(String resource, String namespace, String name);

  /// All objects of a resource in a namespace, or everywhere when it is empty.
  List<Map<String, @Nullable Object>> list(String resource, String namespace);
}
