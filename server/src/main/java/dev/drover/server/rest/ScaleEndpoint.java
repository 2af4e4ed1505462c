package dev.drover.server.rest;

import dev.drover.api.GroupVersionKind;
import dev.drover.api.Names;
import dev.drover.crd.engine.MetadataValidation;
import dev.drover.schema.FieldError;
import dev.drover.schema.FieldPath;
import dev.drover.schema.SchemaTable;
import dev.drover.schema.Structure;
import dev.drover.schema.TreeNode;
import dev.drover.schema.TypedForm;
import dev.drover.schema.apply.ScaleFields;
import dev.drover.server.core.AdmissionPlugin;
import dev.drover.server.core.Answer;
import dev.drover.server.core.ApiError;
import dev.drover.server.core.ApiObjects.Write;
import dev.drover.server.core.Call;
import dev.drover.server.core.KindDefinition;
import dev.drover.server.core.Resource;
import dev.drover.server.core.ResourceEndpoint;
import dev.drover.server.core.ScaleShape;
import dev.drover.server.http.Negotiation;
import dev.drover.server.http.Representation;
import dev.drover.server.strategy.UpdateStrategy;
import dev.drover.server.table.Cells;
import dev.drover.server.table.Columns;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Shows and changes the number of replicas of a workload, as an object of its own: the `Scale` at
/// `/scale`.
public final class ScaleEndpoint implements ResourceEndpoint {
  private static final GroupVersionKind SCALE = new GroupVersionKind("autoscaling", "v1", "Scale");
  private static final Structure.Fields STRUCTURE =
      SchemaTable.builtIn().structure(SCALE).orElseThrow();

  private static final KindDefinition DEFINITION =
      KindDefinition.plain("Scale")
          .columns(
              List.of(
                  Columns.name().withFormat(""),
                  Columns.integer("Desired", Cells.number("spec.replicas")),
                  Columns.integer("Available", Cells.number("status.replicas")),
                  Columns.age()));

  /// What a patch finds in an object that does not say how many replicas it wants.
  private static final long NOT_SET = Integer.MIN_VALUE;

  private final ObjectRegistry objects;
  private final ScaleShape shape;
  private final BodyReader bodies;
  private final Output output;

  /// Serves the scales of resources of one shape.
  public ScaleEndpoint(
      ObjectRegistry objects, ScaleShape shape, KnownKinds kinds, Representation representation) {
    this.objects = objects;
    this.shape = shape;
    this.bodies = new BodyReader(kinds);
    this.output = new Output(representation, new Tables(objects.environment().clock()));
  }

  @Override
  public Answer serve(Call call, Resource resource) {
    Resource scales = resource.below(SCALE, STRUCTURE, DEFINITION);
    Negotiation.Choice choice = Output.negotiate(call, scales);
    Map<String, @Nullable Object> object =
        switch (call.info().verb()) {
          case "get" -> get(call, resource);
          case "update" -> replace(call, resource, scales);
          case "patch" -> patch(call, resource, scales);
          default -> throw ApiError.noSuchMethod();
        };
    TreeNode scale = scaleOf(TreeNode.copyOf(object));
    scale.at("metadata").remove("managedFields");
    return output.object(call, scales, choice, 200, canonical(scale));
  }

  private Map<String, @Nullable Object> get(Call call, Resource resource) {
    Map<String, @Nullable Object> object =
        objects.get(resource, call.info().namespace(), call.info().name());
    if (resource.isCustom() && !shape.hasSpecReplicas(TreeNode.view(object))) {
      throw ApiError.internal(
          "the spec replicas field \"" + shape.specReplicasPath() + "\" does not exist");
    }
    return object;
  }

  private Map<String, @Nullable Object> replace(Call call, Resource resource, Resource scales) {
    WriteOptions options = WriteOptions.of(call, "UpdateOptions");
    TreeNode sent = bodies.read(call, scales, options.fieldValidation());
    Write write = options.write(call);
    return update(
        call,
        resource,
        scales,
        sent.orCreate("metadata").text("uid"),
        live -> objects.ownership().updated(scales, TreeNode.copyOf(sent.map()), live, write),
        write);
  }

  private Map<String, @Nullable Object> patch(Call call, Resource resource, Resource scales) {
    PatchType type =
        PatchType.of(call, resource.isCustom())
            .orElseThrow(() -> PatchType.unsupported(resource.isCustom()));
    WriteOptions options = WriteOptions.ofPatch(call, type == PatchType.APPLY);
    Write write = options.write(call);
    ObjectPatch patch =
        type == PatchType.APPLY
            ? new ApplyConfiguration(call, options, objects.ownership(), write)
            : new PlainPatch(type, call, options, bodies.kinds(), objects.ownership(), write);
    return update(
        call, resource, scales, "", live -> patch.apply(scales, Optional.of(live)), write);
  }

  /// Makes the new scale from the one that is there.
  private interface ScaleChange {
    TreeNode apply(TreeNode live);
  }

  private Map<String, @Nullable Object> update(
      Call call, Resource resource, Resource scales, String uid, ScaleChange change, Write write) {
    String namespace = call.info().namespace();
    String name = call.info().name();
    UpdateOperation.Target target =
        new UpdateOperation.Target(
                resource,
                UpdateStrategy.main(resource.strategy()),
                namespace,
                name,
                uid,
                false,
                () -> {})
            .seenAs(object -> TreeNode.copyOf(canonical(scaleOf(object))));
    return objects
        .updating()
        .update(
            target,
            current -> {
              TreeNode object = java.util.Objects.requireNonNull(current, "only what is there");
              ScaleFields owners = objects.ownership().scaled(resource, shape);
              TreeNode live = scaleOf(object);
              if (resource.isCustom() && !shape.hasSpecReplicas(object)) {
                live.at("spec").set("replicas", NOT_SET);
              }
              live.at("metadata")
                  .set("managedFields", owners.toScale(object.at("metadata").get("managedFields")));
              TreeNode old = TreeNode.copyOf(canonical(live));
              TreeNode scale = admitted(resource, change.apply(live), old, write);
              NamespaceValidation.place(scales, namespace, scale.orCreate("metadata"));
              UpdateHandler.requireName(scale.at("metadata"), name);
              if (resource.isCustom()) {
                requireReplicas(scale); // the rest is up to the rules of the kind
              } else {
                requireValid(scale);
              }
              write(scale, object, owners);
              return object;
            },
            write)
        .object();
  }

  private TreeNode admitted(Resource resource, TreeNode scale, TreeNode old, Write write) {
    objects
        .environment()
        .admit(
            objects
                .environment()
                .attempt(
                    AdmissionPlugin.Operation.UPDATE,
                    resource,
                    old.at("metadata").text("namespace"),
                    old.at("metadata").text("name"),
                    scale,
                    old,
                    write));
    return scale;
  }

  private void requireReplicas(TreeNode scale) {
    if (scale.at("spec").number("replicas", 0) == NOT_SET) {
      throw ApiError.badRequest(
          "the spec replicas field \"" + shape.specReplicasPath() + "\" cannot be empty");
    }
  }

  private static void requireValid(TreeNode scale) {
    TreeNode metadata = scale.at("metadata");
    List<FieldError> errors =
        new ArrayList<>(MetadataValidation.errors(metadata, true, Names::dnsSubdomain));
    long replicas = scale.at("spec").number("replicas", 0);
    if (replicas < 0) {
      errors.add(
          FieldError.invalid(
              FieldPath.of("spec", "replicas"), replicas, "must be greater than or equal to 0"));
    }
    if (!errors.isEmpty()) {
      throw ApiError.invalid(SCALE.groupKind(), metadata.text("name"), errors);
    }
  }

  private void write(TreeNode scale, TreeNode object, ScaleFields owners) {
    TreeNode metadata = object.orCreate("metadata");
    shape.setSpecReplicas(object, scale.at("spec").number("replicas", 0));
    List<@Nullable Object> managed =
        owners.fromScale(metadata.get("managedFields"), scale.at("metadata").get("managedFields"));
    if (managed.isEmpty()) {
      metadata.remove("managedFields");
    } else {
      metadata.set("managedFields", managed);
    }
    String version = scale.at("metadata").text("resourceVersion");
    if (!version.isEmpty()) { // else the change is of whatever version is there
      metadata.set("resourceVersion", version);
    }
  }

  private TreeNode scaleOf(TreeNode object) {
    TreeNode scale = TreeNode.empty();
    scale.set("apiVersion", SCALE.apiVersion()).set("kind", SCALE.kind());
    TreeNode metadata = scale.orCreate("metadata");
    for (String field :
        List.of("name", "namespace", "uid", "resourceVersion", "creationTimestamp")) {
      if (object.at("metadata").has(field)) {
        metadata.set(field, object.at("metadata").get(field));
      }
    }
    scale.orCreate("spec").set("replicas", ScaleShape.number(object, shape.specReplicas()));
    scale
        .orCreate("status")
        .set("replicas", ScaleShape.number(object, shape.statusReplicas()))
        .set("selector", shape.selector().apply(object));
    return scale;
  }

  private static Map<String, @Nullable Object> canonical(TreeNode scale) {
    return TypedForm.ofTree(scale.map(), STRUCTURE).tree();
  }
}
