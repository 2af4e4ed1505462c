package dev.drover.server.core;

/// Serves the calls to a resource, or to a path below its objects, in its own way: instead of the
/// generic handlers, which read and write stored objects.
@FunctionalInterface
public interface ResourceEndpoint {
  /// Answers a call that is authorized.
  ///
  /// @param resource the resource of the call's path, in the version of the path
  /// @throws ApiError for every answer that is a failure `Status`
  Answer serve(Call call, Resource resource);
}
