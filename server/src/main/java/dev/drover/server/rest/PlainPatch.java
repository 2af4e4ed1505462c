package dev.drover.server.rest;

import dev.drover.api.GroupKind;
import dev.drover.api.GroupVersionKind;
import dev.drover.api.RawExtension;
import dev.drover.api.text.GoText;
import dev.drover.schema.FieldError;
import dev.drover.schema.FieldPath;
import dev.drover.schema.GoFormat;
import dev.drover.schema.JsonPatch;
import dev.drover.schema.MergePatch;
import dev.drover.schema.PatchException;
import dev.drover.schema.StrategicMergePatch;
import dev.drover.schema.TreeNode;
import dev.drover.schema.TypedForm;
import dev.drover.schema.UnreadableException;
import dev.drover.server.core.ApiError;
import dev.drover.server.core.ApiObjects.Write;
import dev.drover.server.core.Call;
import dev.drover.server.core.Resource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A JSON, merge or strategic merge patch.
///
/// In Go: `jsonPatcher` and `smpPatcher`.
final class PlainPatch implements ObjectPatch {
  private final PatchType type;
  private final Call call;
  private final WriteOptions options;
  private final KnownKinds kinds;
  private final FieldOwnership ownership;
  private final Write write;

  PlainPatch(
      PatchType type,
      Call call,
      WriteOptions options,
      KnownKinds kinds,
      FieldOwnership ownership,
      Write write) {
    this.type = type;
    this.call = call;
    this.options = options;
    this.kinds = kinds;
    this.ownership = ownership;
    this.write = write;
  }

  @Override
  public TreeNode apply(Resource resource, Optional<TreeNode> current) {
    TreeNode live =
        current.orElseThrow(() -> ApiError.notFound(resource.groupResource(), call.info().name()));
    TypedForm.Parsed patch = parsed();
    List<String> strictErrors = new ArrayList<>(patch.strictErrors());
    Map<String, @Nullable Object> merged;
    try {
      merged = merged(resource, live, patch.tree(), strictErrors);
    } catch (PatchException e) {
      throw ApiError.of(e.status());
    }
    TreeNode object = typed(resource, patch.tree(), merged, strictErrors);
    object.set("apiVersion", resource.gvk().apiVersion());
    object.set("kind", resource.gvk().kind());
    resource.strategy().setDefaults(object);
    return ownership.updated(resource, object, live, write);
  }

  private TypedForm.Parsed parsed() {
    try {
      return TypedForm.parse(call.body().toByteArray());
    } catch (UnreadableException e) {
      boolean isStrict = options.fieldValidation() != WriteOptions.FieldValidation.IGNORE;
      String prefix = isStrict && type != PatchType.STRATEGIC ? "error decoding patch: " : "";
      throw ApiError.badRequest(prefix + e.getMessage());
    }
  }

  private Map<String, @Nullable Object> merged(
      Resource resource, TreeNode live, @Nullable Object patch, List<String> strictErrors) {
    return switch (type) {
      case JSON -> {
        JsonPatch operations = JsonPatch.read(patch);
        strictErrors.addAll(operations.unknownFields());
        yield sorted(operations.apply(live.map()));
      }
      case MERGE -> sorted(MergePatch.apply(live.map(), patch));
      case STRATEGIC -> StrategicMergePatch.apply(resource.structure(), live.map(), patch);
      case APPLY -> throw new IllegalStateException("a configuration is no plain patch");
    };
  }

  /// Go writes the fields of what it patched in the order of their names, which is the order in
  /// which it then complains of them.
  private static Map<String, @Nullable Object> sorted(Map<String, @Nullable Object> patched) {
    return TreeNode.sorted(patched).map();
  }

  /// The result as an object of the kind.
  private TreeNode typed(
      Resource resource,
      @Nullable Object patch,
      Map<String, @Nullable Object> merged,
      List<String> strictErrors) {
    if (type != PatchType.STRATEGIC && !resource.isCustom()) {
      requireKind(resource, patch, merged);
    }
    TypedForm.Reading reading;
    try {
      reading = hasNoVersion(resource, merged) ? internal(merged) : read(resource, merged);
    } catch (UnreadableException e) {
      throw invalid(patch, merged, String.valueOf(e.getMessage()));
    }
    strictErrors.addAll(reading.strictErrors());
    if (!strictErrors.isEmpty()) {
      switch (options.fieldValidation()) {
        case IGNORE -> {}
        case WARN -> StrictWarnings.add(strictErrors, call.notes());
        case STRICT ->
            throw invalid(
                patch, merged, "strict decoding error: " + String.join(", ", strictErrors));
      }
    }
    return TreeNode.copyOf(reading.tree());
  }

  private boolean hasNoVersion(Resource resource, Map<String, @Nullable Object> merged) {
    return type != PatchType.STRATEGIC
        && !resource.isCustom()
        && text(merged.get("apiVersion")).isEmpty();
  }

  /// Without its version Go takes the object for one of its internal types, where no field has the
  /// name that it has in JSON: nothing is left of it.
  private static TypedForm.Reading internal(Map<String, @Nullable Object> merged) {
    return new TypedForm.Reading(
        Map.of(),
        merged.keySet().stream()
            .filter(name -> !name.equals("apiVersion") && !name.equals("kind"))
            .map(name -> "unknown field " + GoText.quote(name))
            .toList());
  }

  /// A patch may not make an object one of another kind.
  private void requireKind(
      Resource resource, @Nullable Object patch, Map<String, @Nullable Object> merged) {
    GroupVersionKind said =
        GroupVersionKind.parse(text(merged.get("apiVersion")), text(merged.get("kind")));
    GroupVersionKind kind = resource.gvk();
    kinds
        .problem(
            KnownKinds.withDefaults(said, kind), kind, other -> TypedForm.ofTree(merged, other))
        .ifPresent(
            problem -> {
              throw invalid(patch, merged, problem);
            });
  }

  private static String text(@Nullable Object value) {
    return value instanceof String text ? text : "";
  }

  private TypedForm.Reading read(Resource resource, Map<String, @Nullable Object> merged) {
    if (resource.custom().isPresent()) {
      return resource.custom().get().schema().readTree(merged);
    }
    return type == PatchType.STRATEGIC
        ? TypedForm.ofUnstructured(merged, resource.structure(), TypedForm.Empties.KEPT)
        : TypedForm.ofTree(merged, resource.structure(), TypedForm.Empties.KEPT);
  }

  private ApiError invalid(
      @Nullable Object patch, Map<String, @Nullable Object> merged, String problem) {
    String shown =
        type == PatchType.STRATEGIC
            ? GoFormat.value(patch)
            : RawExtension.ofTree(merged).raw().utf8();
    return ApiError.invalid(
        new GroupKind("", ""),
        "",
        List.of(FieldError.invalid(FieldPath.of("patch"), shown, problem)));
  }
}
