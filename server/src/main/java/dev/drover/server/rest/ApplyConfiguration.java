package dev.drover.server.rest;

import dev.drover.schema.JsonShape;
import dev.drover.schema.TreeNode;
import dev.drover.schema.TypedForm;
import dev.drover.schema.UnreadableException;
import dev.drover.server.core.ApiError;
import dev.drover.server.core.ApiObjects.Write;
import dev.drover.server.core.Call;
import dev.drover.server.core.Resource;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The configuration that a manager applies: server-side apply.
///
/// In Go: `applyPatcher`.
final class ApplyConfiguration implements ObjectPatch {
  private final Call call;
  private final WriteOptions options;
  private final FieldOwnership ownership;
  private final Write write;

  ApplyConfiguration(Call call, WriteOptions options, FieldOwnership ownership, Write write) {
    this.call = call;
    this.options = options;
    this.ownership = ownership;
    this.write = write;
  }

  @Override
  public TreeNode apply(Resource resource, Optional<TreeNode> current) {
    TypedForm.FromYaml yaml;
    Object config;
    try {
      yaml = TypedForm.fromYaml(call.body().toByteArray());
      config = TypedForm.parse(yaml.json().toByteArray()).tree();
    } catch (UnreadableException e) {
      throw ApiError.badRequest(
          "error decoding YAML: error converting YAML to JSON: " + e.getMessage());
    }
    StoredSize.requireNesting(config);
    Map<String, @Nullable Object> merged =
        ownership.applied(
            resource,
            current.map(TreeNode::map).orElse(null),
            object(config),
            options.force().orElse(false),
            write);
    checkRepeatedKeys(yaml);
    return AppliedObject.of(resource, merged);
  }

  @SuppressWarnings("unchecked") // JSON objects have string keys
  private static Map<String, @Nullable Object> object(@Nullable Object tree) {
    return switch (tree) {
      case null -> Map.of();
      case Map<?, ?> map -> (Map<String, @Nullable Object>) map;
      default ->
          throw ApiError.badRequest(
              "error decoding YAML: error unmarshaling JSON: while decoding JSON: json: cannot"
                  + " unmarshal "
                  + JsonShape.of(tree)
                  + " into Go value of type map[string]interface {}");
    };
  }

  private void checkRepeatedKeys(TypedForm.FromYaml yaml) {
    if (yaml.strictErrors().isEmpty()) {
      return;
    }
    switch (options.fieldValidation()) {
      case IGNORE -> {}
      case WARN -> StrictWarnings.add(yaml.strictErrors(), call.notes());
      case STRICT ->
          throw ApiError.badRequest(
              "error strict decoding YAML: error converting YAML to JSON: "
                  + yaml.strictErrors().getFirst());
    }
  }
}
