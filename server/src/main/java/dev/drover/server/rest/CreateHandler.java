package dev.drover.server.rest;

import dev.drover.schema.TreeNode;
import dev.drover.server.core.Answer;
import dev.drover.server.core.Call;
import dev.drover.server.core.Resource;
import dev.drover.server.core.ResourceEndpoint;
import dev.drover.server.http.Negotiation;

/// Creates an object.
final class CreateHandler implements ResourceEndpoint {
  private final CreateOperation creation;
  private final BodyReader bodies;
  private final Output output;

  CreateHandler(CreateOperation creation, BodyReader bodies, Output output) {
    this.creation = creation;
    this.bodies = bodies;
    this.output = output;
  }

  @Override
  public Answer serve(Call call, Resource resource) {
    Negotiation.Choice choice = Output.negotiate(call, resource);
    bodies.requireReadable(call);
    WriteOptions options = WriteOptions.of(call, "CreateOptions");
    TreeNode object = bodies.read(call, resource, options.fieldValidation());
    resource.strategy().setDefaults(object);
    call.notes().sent(object);
    return output.object(
        call,
        resource,
        choice,
        201,
        creation.create(resource, call.info().namespace(), object, options.write(call)));
  }
}
