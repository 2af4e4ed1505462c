package dev.drover.server.core;

import dev.drover.server.strategy.UpdateStrategy;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// The endpoints that replace the generic handlers: below objects (`/pods`, `eviction`), and at
/// resources that are not stored (`authentication.k8s.io/tokenreviews`, and the empty name).
///
/// Filled while the server is put together, only read afterwards.
public final class Subresources {
  /// @param resource the name under which objects are kept, such as `/pods` or `apps/deployments`
  /// @param name the last part of the path; empty for the resource itself
  private record Path(String resource, String name) {}

  private final Map<Path, ResourceEndpoint> endpoints = new HashMap<>();
  private final Map<Path, UpdateStrategy> rules = new HashMap<>();
  private final Map<Path, CreateOnlyResource> notStored = new HashMap<>();

  /// Serves a path by the endpoint.
  public Subresources serve(String resource, String name, ResourceEndpoint endpoint) {
    endpoints.put(new Path(resource, name), endpoint);
    return this;
  }

  /// Serves get, update and patch of the object itself at a path with its own rules.
  public Subresources serve(String resource, String name, UpdateStrategy rulesThere) {
    rules.put(new Path(resource, name), rulesThere);
    return this;
  }

  /// Answers creates at a path.
  public Subresources serve(String resource, String name, CreateOnlyResource creates) {
    notStored.put(new Path(resource, name), creates);
    return this;
  }

  /// The handler of creates at a path of what is not stored, if it is such a path.
  public Optional<CreateOnlyResource> notStored(Resource resource, String name) {
    return Optional.ofNullable(notStored.get(new Path(resource.storage().name(), name)));
  }

  public Optional<ResourceEndpoint> endpoint(Resource resource, String name) {
    return Optional.ofNullable(endpoints.get(new Path(resource.storage().name(), name)));
  }

  /// The rules for writes of the object itself through this path, if it is such a path.
  public Optional<UpdateStrategy> rules(Resource resource, String name) {
    return switch (name) {
      case "" -> Optional.of(UpdateStrategy.main(resource.strategy()));
      case "status" ->
          Optional.ofNullable(rules.get(new Path(resource.storage().name(), name)))
              .or(() -> Optional.of(resource.strategy().status()));
      default -> Optional.ofNullable(rules.get(new Path(resource.storage().name(), name)));
    };
  }
}
