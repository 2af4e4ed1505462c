package dev.drover.server.core;

import dev.drover.server.strategy.StoredObjects;
import dev.drover.server.strategy.UpdateStrategy;
import java.time.InstantSource;
import java.util.function.Function;
import java.util.function.Supplier;

/// How a path below objects of a kind is served.
///
/// ```java
/// SubresourceDefinition.update(NamespaceFinalize.STRATEGY)
/// SubresourceDefinition.endpoint(context -> new PodLogSubresource(context))
/// ```
public sealed interface SubresourceDefinition {
  /// Get, update and patch of the object itself, with rules of their own.
  record Update(UpdateStrategy strategy) implements SubresourceDefinition {}

  /// All verbs by an endpoint.
  record Served(Function<Context, ResourceEndpoint> endpoint) implements SubresourceDefinition {}

  /// Creates of something that is not stored.
  record Created(Function<Context, CreateOnlyResource> resource) implements SubresourceDefinition {}

  /// Get, update and patch of the object itself, with rules of their own.
  static SubresourceDefinition update(UpdateStrategy strategy) {
    return new Update(strategy);
  }

  /// All verbs by an endpoint.
  static SubresourceDefinition endpoint(Function<Context, ResourceEndpoint> endpoint) {
    return new Served(endpoint);
  }

  /// Creates of something that is not stored.
  static SubresourceDefinition create(Function<Context, CreateOnlyResource> resource) {
    return new Created(resource);
  }

  /// The parts of one server that subresources need.
  interface Context {
    ApiObjects objects();

    Catalog catalog();

    Supplier<StoredObjects> stored();

    InstantSource clock();

    /// Serves the `Scale` of a workload.
    ResourceEndpoint scale(ScaleShape shape);
  }
}
