package dev.drover.server.rest;

import dev.drover.api.GroupVersionKind;
import dev.drover.schema.SchemaTable;
import dev.drover.schema.TreeNode;
import dev.drover.server.core.AdmissionPlugin.Attempt;
import dev.drover.server.core.AdmissionPlugin.Operation;
import dev.drover.server.core.Answer;
import dev.drover.server.core.ApiObjects.Write;
import dev.drover.server.core.Call;
import dev.drover.server.core.CreateOnlyResource;
import dev.drover.server.core.Resource;
import dev.drover.server.core.ResourceEndpoint;
import dev.drover.server.core.Subresources;
import dev.drover.server.http.Negotiation;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Handles creates of objects that are not stored, such as reviews, with the checks of stored ones.
final class CreateOnlyHandler implements ResourceEndpoint {
  private final ObjectRegistry objects;
  private final Subresources subresources;
  private final BodyReader bodies;
  private final Output output;

  CreateOnlyHandler(
      ObjectRegistry objects, Subresources subresources, BodyReader bodies, Output output) {
    this.objects = objects;
    this.subresources = subresources;
    this.bodies = bodies;
    this.output = output;
  }

  @Override
  public Answer serve(Call call, Resource resource) {
    String subresource = call.info().subresource();
    CreateOnlyResource creates = subresources.notStored(resource, subresource).orElseThrow();
    Negotiation.Choice choice = Output.negotiate(call, resource);
    bodies.requireReadable(call);
    WriteOptions options = WriteOptions.of(call, "CreateOptions");
    GroupVersionKind kind =
        subresource.isEmpty()
            ? resource.gvk()
            : resource.subresource(subresource).orElseThrow().kind();
    GroupVersionKind said =
        creates.alsoReads().stream()
            .filter(other -> bodies.isOf(call, other))
            .findFirst()
            .orElse(kind);
    Resource sent = resource.below(said, SchemaTable.builtIn().structure(kind).orElseThrow());
    TreeNode object = bodies.read(call, sent, options.fieldValidation());
    creates.setDefaults(object);
    call.notes().sent(object);
    TreeNode metadata = object.orCreate("metadata");
    if (!creates.keepsMetadata()) {
      CreateOperation.dropSystemFields(metadata);
    }
    NamespaceValidation.place(resource, call.info().namespace(), metadata);
    Write write = options.write(call);
    TreeNode owned = objects.ownership().created(sent, object, write);
    WriteEnvironment environment = objects.environment();
    Attempt attempt =
        environment.attempt(
            Operation.CREATE,
            resource,
            call.info().namespace(),
            subresource.isEmpty() ? metadata.text("name") : call.info().name(),
            owned,
            null,
            write);
    environment.admit(attempt);
    environment.validate(attempt);
    Map<String, @Nullable Object> answer = creates.create(call, resource, owned);
    return output.object(call, resource, choice, status(answer), answer);
  }

  private static int status(Map<String, @Nullable Object> answer) {
    return "Status".equals(answer.get("kind")) && answer.get("code") instanceof Long code
        ? code.intValue()
        : 201;
  }
}
