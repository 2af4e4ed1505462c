package dev.drover.crd.engine;

import dev.drover.schema.FieldError;
import dev.drover.schema.FieldPath;
import dev.drover.schema.StructuralSchema;
import dev.drover.schema.TreeNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Validates the objects that a schema declares inside of objects
/// (`x-kubernetes-embedded-resource`).
///
/// In Go: `schemaobjectmeta.Validate`.
public final class EmbeddedObjectValidation {
  private final List<FieldError> errors = new ArrayList<>();

  private EmbeddedObjectValidation() {}

  static List<FieldError> errors(TreeNode object, StructuralSchema schema) {
    return errors(object.map(), schema.tree(), FieldPath.ROOT);
  }

  /// What is wrong in any value.
  ///
  /// @param at where it stands
  public static List<FieldError> errors(Object value, Map<?, ?> schema, FieldPath at) {
    EmbeddedObjectValidation validation = new EmbeddedObjectValidation();
    validation.check(value, schema, at);
    return validation.errors;
  }

  private void check(@Nullable Object value, @Nullable Object schema, FieldPath at) {
    if (!(schema instanceof Map<?, ?> node)) {
      return;
    }
    if (value instanceof List<?> list) {
      for (int i = 0; i < list.size(); i++) {
        check(list.get(i), node.get("items"), at.index(i));
      }
    } else if (value instanceof Map<?, ?> map) {
      if (Boolean.TRUE.equals(node.get("x-kubernetes-embedded-resource"))) {
        checkObject(TreeNode.view(map), at);
      }
      checkFields(map, node, at);
    }
  }

  private void checkFields(Map<?, ?> fields, Map<?, ?> schema, FieldPath at) {
    Map<?, ?> properties = schema.get("properties") instanceof Map<?, ?> map ? map : Map.of();
    fields.forEach(
        (key, value) -> {
          String name = (String) key;
          if (properties.containsKey(name)) {
            check(value, properties.get(name), at.child(name));
          } else {
            check(value, schema.get("additionalProperties"), at.key(name));
          }
        });
  }

  private void checkObject(TreeNode object, FieldPath at) {
    checkApiVersion(object.get("apiVersion"), at.child("apiVersion"));
    checkKind(object.get("kind"), at.child("kind"));
    if (object.has("metadata")) {
      errors.addAll(metadataErrors(object.at("metadata"), at.child("metadata")));
    }
  }

  private void checkApiVersion(@Nullable Object apiVersion, FieldPath at) {
    if (apiVersion == null) {
      errors.add(FieldError.required(at, ""));
    } else if (text(apiVersion).isEmpty()) {
      errors.add(FieldError.invalid(at, apiVersion, "must not be empty"));
    } else if (text(apiVersion).chars().filter(c -> c == '/').count() > 1) {
      errors.add(
          FieldError.invalid(at, apiVersion, "unexpected GroupVersion string: " + apiVersion));
    }
  }

  private void checkKind(@Nullable Object kind, FieldPath at) {
    if (kind == null) {
      errors.add(FieldError.required(at, ""));
    } else if (text(kind).isEmpty()) {
      errors.add(FieldError.invalid(at, kind, "must not be empty"));
    } else {
      List<String> complaints = GoNames.dns1035Label(text(kind).toLowerCase(Locale.ROOT));
      if (!complaints.isEmpty()) {
        errors.add(
            FieldError.invalid(
                at,
                kind,
                "may have mixed case, but should otherwise match: "
                    + String.join(",", complaints)));
      }
    }
  }

  private static String text(Object value) {
    return value instanceof String text ? text : "";
  }

  /// Metadata without a name is valid here, and names the namespace itself.
  private static List<FieldError> metadataErrors(TreeNode written, FieldPath at) {
    TreeNode metadata = TreeNode.copyOf(written.map());
    if (metadata.text("name").isEmpty()) {
      metadata.set("name", "fakename");
    }
    return new ObjectMetaValidation(metadata, at).pathErrors(!metadata.text("namespace").isEmpty());
  }
}
