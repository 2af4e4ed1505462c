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
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Changes part of an object, or applies a configuration to it.
final class PatchHandler implements ResourceEndpoint {
  private final ObjectRegistry objects;
  private final Subresources subresources;
  private final CreateCheck createCheck;
  private final KnownKinds kinds;
  private final Output output;

  PatchHandler(
      ObjectRegistry objects,
      Subresources subresources,
      CreateCheck createCheck,
      KnownKinds kinds,
      Output output) {
    this.objects = objects;
    this.subresources = subresources;
    this.createCheck = createCheck;
    this.kinds = kinds;
    this.output = output;
  }

  @Override
  public Answer serve(Call call, Resource resource) {
    PatchType type =
        PatchType.of(call, resource.isCustom())
            .orElseThrow(() -> PatchType.unsupported(resource.isCustom()));
    Negotiation.Choice choice = Output.negotiate(call, resource);
    boolean isApply = type == PatchType.APPLY;
    WriteOptions options = WriteOptions.ofPatch(call, isApply);
    Write write = options.write(call);
    call.notes().sentPatch(call.body());
    String subresource = call.info().subresource();
    UpdateStrategy rules = subresources.rules(resource, subresource).orElseThrow();
    ObjectPatch patch =
        isApply
            ? new ApplyConfiguration(call, options, objects.ownership(), write)
            : new PlainPatch(type, call, options, kinds, objects.ownership(), write);
    UpdateOperation.Target target =
        new UpdateOperation.Target(
            resource,
            rules,
            call.info().namespace(),
            call.info().name(),
            "",
            isApply && subresource.isEmpty(),
            () -> createCheck.require(call));
    UpdateOperation.Result result =
        objects.updating().update(target, current -> patched(target, patch, current), write);
    return output.object(call, resource, choice, result.isNew() ? 201 : 200, result.object());
  }

  private static TreeNode patched(
      UpdateOperation.Target target, ObjectPatch patch, @Nullable TreeNode current) {
    Resource resource = target.resource();
    TreeNode object = patch.apply(resource, Optional.ofNullable(current));
    TreeNode metadata = object.orCreate("metadata");
    String uid = metadata.text("uid");
    if (current == null && !uid.isEmpty()) {
      throw ApiError.conflict(
          resource.groupResource(),
          target.name(),
          "uid mismatch: the provided object specified uid "
              + uid
              + ", and no existing object was found");
    }
    NamespaceValidation.place(resource, target.namespace(), metadata);
    UpdateHandler.requireName(metadata, target.name());
    return object;
  }
}
