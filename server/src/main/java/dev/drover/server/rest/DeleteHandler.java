package dev.drover.server.rest;

import dev.drover.api.DeleteOptions;
import dev.drover.api.Format;
import dev.drover.api.GroupVersionKind;
import dev.drover.schema.TypedForm;
import dev.drover.server.core.Answer;
import dev.drover.server.core.ApiError;
import dev.drover.server.core.ApiObjects.Write;
import dev.drover.server.core.Call;
import dev.drover.server.core.OperationOptions;
import dev.drover.server.core.Resource;
import dev.drover.server.core.ResourceEndpoint;
import dev.drover.server.http.Negotiation;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Deletes an object.
final class DeleteHandler implements ResourceEndpoint {
  private final DeleteOperation deletion;
  private final DeleteOptionsReader options;
  private final Output output;

  DeleteHandler(DeleteOperation deletion, DeleteOptionsReader options, Output output) {
    this.deletion = deletion;
    this.options = options;
    this.output = output;
  }

  @Override
  public Answer serve(Call call, Resource resource) {
    Negotiation.Choice choice = Output.negotiate(call, resource);
    DeleteOptions wanted = options.read(call);
    warn(call, resource, wanted);
    resource
        .strategy()
        .deletion()
        .veto()
        .apply(call.info().name())
        .ifPresent(
            reason -> {
              throw ApiError.forbidden(resource.groupResource(), call.info().name(), reason);
            });
    DeleteOperation.Result result =
        deletion.delete(
            resource, call.info().namespace(), call.info().name(), wanted, write(call, wanted));
    boolean isGone = result.outcome() == DeleteOperation.Outcome.GONE;
    int status = !isGone && Boolean.FALSE.equals(wanted.orphanDependents()) ? 202 : 200;
    boolean showsObject =
        resource.strategy().deletion().returnsObject()
            || result.outcome() == DeleteOperation.Outcome.MARKED
            || wanted.dryRun().contains("All") && !isGone;
    return output.object(
        call,
        resource,
        choice,
        status,
        showsObject ? result.object() : success(resource, result.object()));
  }

  /// Warns a client that does not set a propagation policy where the default is unusual.
  static void warn(Call call, Resource resource, DeleteOptions wanted) {
    if (wanted.propagationPolicy() == null && wanted.orphanDependents() == null) {
      resource.strategy().deletion().warnings().forEach(call.notes()::warn);
    }
  }

  static Write write(Call call, DeleteOptions options) {
    return new Write(
        call.user(),
        "",
        call.info().subresource(),
        !options.dryRun().isEmpty(),
        call.notes(),
        new OperationOptions(sent(options), call.info().verb().equals("deletecollection")));
  }

  /// The options without their type, which admission adds.
  private static Map<String, @Nullable Object> sent(DeleteOptions options) {
    byte[] json =
        DeleteOptions.TYPE.encode(
            options, new GroupVersionKind("", "v1", "DeleteOptions"), Format.JSON);
    Map<String, @Nullable Object> tree = new LinkedHashMap<>();
    if (TypedForm.parse(json).tree() instanceof Map<?, ?> fields) {
      fields.forEach((name, value) -> tree.put((String) name, value));
    }
    tree.remove("kind");
    tree.remove("apiVersion");
    return tree;
  }

  /// Tells which object is gone.
  private static Map<String, @Nullable Object> success(
      Resource resource, Map<String, @Nullable Object> object) {
    Map<String, @Nullable Object> details = new LinkedHashMap<>();
    if (object.get("metadata") instanceof Map<?, ?> metadata) {
      details.put("name", metadata.get("name"));
      details.put("uid", metadata.get("uid"));
    }
    if (!resource.gvr().group().isEmpty()) {
      details.put("group", resource.gvr().group());
    }
    details.put("kind", resource.gvr().resource()); // not the kind: that is what clients get
    Map<String, @Nullable Object> status = new LinkedHashMap<>();
    status.put("kind", "Status");
    status.put("apiVersion", "v1");
    status.put("metadata", Map.of());
    status.put("status", "Success");
    status.put("details", details);
    return status;
  }
}
