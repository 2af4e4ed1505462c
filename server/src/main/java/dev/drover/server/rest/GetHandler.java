package dev.drover.server.rest;

import dev.drover.api.GroupResource;
import dev.drover.server.core.Answer;
import dev.drover.server.core.ApiError;
import dev.drover.server.core.Call;
import dev.drover.server.core.Resource;
import dev.drover.server.core.ResourceEndpoint;
import dev.drover.server.http.Negotiation;
import dev.drover.server.storage.Store;
import dev.drover.server.storage.StoredObject;

/// Returns one object.
final class GetHandler implements ResourceEndpoint {
  private final Store store;
  private final Output output;
  private final ObjectBytes bytes;

  GetHandler(Store store, Output output, ObjectBytes bytes) {
    this.store = store;
    this.output = output;
    this.bytes = bytes;
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
        .map(stored -> answer(call, resource, choice, stored))
        .orElseThrow(() -> notFound(resource, name));
  }

  private Answer answer(
      Call call, Resource resource, Negotiation.Choice choice, StoredObject stored) {
    if (choice.as().isEmpty()
        && ObjectBytes.areLasting(resource)
        && output.isCompact(call, choice)) {
      return new Answer.Parts(
          200, choice.media().text(), bytes.body(resource, choice.media(), stored));
    }
    return output.object(
        call, resource, choice, 200, resource.storage().fromStored().apply(stored.tree()));
  }

  /// The one resource that goes by its singular name there.
  private static ApiError notFound(Resource resource, String name) {
    boolean isComponent = resource.storage().name().equals("/componentstatuses");
    return ApiError.notFound(
        isComponent ? new GroupResource("", "componentstatus") : resource.groupResource(), name);
  }
}
