package dev.drover.server.rest;

import dev.drover.schema.TreeNode;
import dev.drover.server.core.Answer;
import dev.drover.server.core.ApiError;
import dev.drover.server.core.ApiObjects.Write;
import dev.drover.server.core.Call;
import dev.drover.server.core.Resource;
import dev.drover.server.core.ResourceEndpoint;
import dev.drover.server.core.Subresources;
import dev.drover.server.http.Negotiation;
import dev.drover.server.strategy.UpdateStrategy;

/// Replaces an object, or the part of it that a subresource covers.
final class UpdateHandler implements ResourceEndpoint {
  private final ObjectRegistry objects;
  private final Subresources subresources;
  private final CreateCheck createCheck;
  private final BodyReader bodies;
  private final Output output;

  UpdateHandler(
      ObjectRegistry objects,
      Subresources subresources,
      CreateCheck createCheck,
      BodyReader bodies,
      Output output) {
    this.objects = objects;
    this.subresources = subresources;
    this.createCheck = createCheck;
    this.bodies = bodies;
    this.output = output;
  }

  @Override
  public Answer serve(Call call, Resource resource) {
    Negotiation.Choice choice = Output.negotiate(call, resource);
    WriteOptions options = WriteOptions.of(call, "UpdateOptions");
    TreeNode object = bodies.read(call, resource, options.fieldValidation());
    resource.strategy().setDefaults(object);
    call.notes().sent(object);
    TreeNode metadata = object.orCreate("metadata");
    String namespace = call.info().namespace();
    String name = call.info().name();
    NamespaceValidation.place(resource, namespace, metadata);
    requireName(metadata, name);
    String subresource = call.info().subresource();
    UpdateStrategy rules = subresources.rules(resource, subresource).orElseThrow();
    Write write = options.write(call);
    OwnerReferences.dropDuplicates(object, false, write.notes());
    UpdateOperation.Result result =
        objects
            .updating()
            .update(
                new UpdateOperation.Target(
                    resource,
                    rules,
                    namespace,
                    name,
                    metadata.text("uid"),
                    subresource.isEmpty() && resource.strategy().updatePolicy().createsAbsent(),
                    () -> createCheck.require(call)),
                current -> {
                  TreeNode copy = TreeNode.copyOf(object.map());
                  return current == null
                      ? objects.ownership().created(resource, copy, write)
                      : objects.ownership().updated(resource, copy, current, write);
                },
                write);
    return output.object(call, resource, choice, result.isNew() ? 201 : 200, result.object());
  }

  static void requireName(TreeNode metadata, String name) {
    String given = metadata.text("name");
    if (given.isEmpty()) {
      throw ApiError.badRequest(
          "the name of the object ("
              + name
              + " based on URL) was undeterminable: name must be provided");
    }
    if (!given.equals(name)) {
      throw ApiError.badRequest(
          "the name of the object (%s) does not match the name on the URL (%s)"
              .formatted(given, name));
    }
  }
}
