package dev.drover.server.rest;

import dev.drover.api.GroupResource;
import dev.drover.server.core.Answer;
import dev.drover.server.core.ApiError;
import dev.drover.server.core.Call;
import dev.drover.server.core.Resource;
import dev.drover.server.core.ResourceEndpoint;
import dev.drover.server.http.Negotiation;
import dev.drover.server.storage.Store;

/// Returns one object.
final class GetHandler implements ResourceEndpoint {
  private final Store store;
  private final Output output;

  GetHandler(Store store, Output output) {
    this.store = store;
    this.output = output;
  }

  @Override
  public Answer serve(Call call, Resource resource) {
    Negotiation.Choice choice = Output.negotiate(call, resource);
    if (Parameters.truth(call, "export").orElse(false)) {
      throw ApiError.badRequest(
          "the export parameter, deprecated since v1.14, is no longer supported");
    }
    String name = call.info().name();
    return store
        .get(
            WriteEnvironment.key(resource, call.info().namespace(), name),
            call.parameter("resourceVersion").orElse(""))
        .map(stored -> resource.storage().fromStored().apply(stored.tree()))
        .map(tree -> output.object(call, resource, choice, 200, tree))
        .orElseThrow(() -> notFound(resource, name));
  }

  /// The one resource that goes by its singular name there.
  private static ApiError notFound(Resource resource, String name) {
    boolean isComponent = resource.storage().name().equals("/componentstatuses");
    return ApiError.notFound(
        isComponent ? new GroupResource("", "componentstatus") : resource.groupResource(), name);
  }
}
