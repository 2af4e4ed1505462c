package dev.drover.server.custom;

import dev.drover.schema.FieldError;
import dev.drover.schema.FieldPath;
import dev.drover.schema.StructuralSchema;
import dev.drover.schema.TreeNode;
import dev.drover.server.validation.FieldValidator;
import dev.drover.server.validation.ObjectMetaValidation;
import dev.drover.server.validation.StringFormats;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What is wrong with objects inside of objects, where the schema says there are such.
///
/// In Go: `schemaobjectmeta.Validate`.
public final class EmbeddedObjectValidation {
  private EmbeddedObjectValidation() {}

  public static List<FieldError> errors(TreeNode object, StructuralSchema schema) {
    FieldValidator root = FieldValidator.root(object);
    check(root, schema.tree());
    return root.errors();
  }

  /// What is wrong in any value.
  ///
  /// @param at where it stands
  public static List<FieldError> errors(Object value, Map<?, ?> schema, FieldPath at) {
    FieldValidator place = FieldValidator.of(value, at);
    check(place, schema);
    return place.errors();
  }

  private static void check(FieldValidator place, @Nullable Object schema) {
    if (!(schema instanceof Map<?, ?> node)) {
      return;
    }
    if (place.value() instanceof List<?>) {
      place.each(item -> check(item, node.get("items")));
      return;
    }
    if (!(place.value() instanceof Map<?, ?>)) {
      return;
    }
    if (Boolean.TRUE.equals(node.get("x-kubernetes-embedded-resource"))) {
      checkObject(place);
    }
    Map<?, ?> properties = node.get("properties") instanceof Map<?, ?> map ? map : Map.of();
    for (String name : place.keys()) {
      if (properties.containsKey(name)) {
        check(place.child(name), properties.get(name));
      } else {
        check(place.entry(name), node.get("additionalProperties"));
      }
    }
  }

  private static void checkObject(FieldValidator object) {
    FieldValidator apiVersion = object.child("apiVersion");
    FieldValidator kind = object.child("kind");
    if (!apiVersion.isPresent()) {
      apiVersion.required("");
    } else if (apiVersion.isBlank()) {
      apiVersion.invalid("must not be empty");
    } else if (apiVersion.text().chars().filter(c -> c == '/').count() > 1) {
      apiVersion.invalid("unexpected GroupVersion string: " + apiVersion.text());
    }
    if (!kind.isPresent()) {
      kind.required("");
    } else if (kind.isBlank()) {
      kind.invalid("must not be empty");
    } else {
      List<String> complaints = StringFormats.dns1035Label(kind.text().toLowerCase(Locale.ROOT));
      if (!complaints.isEmpty()) {
        kind.invalid(
            "may have mixed case, but should otherwise match: " + String.join(",", complaints));
      }
    }
    if (object.has("metadata")) {
      object.report(metadataErrors(object.child("metadata")));
    }
  }

  /// Metadata without a name is valid here, and names the namespace itself.
  private static List<FieldError> metadataErrors(FieldValidator place) {
    TreeNode metadata = TreeNode.copyOf(place.node().map());
    if (metadata.text("name").isEmpty()) {
      metadata.set("name", "fakename");
    }
    return new ObjectMetaValidation(metadata, place.path())
        .pathErrors(!metadata.text("namespace").isEmpty());
  }
}
