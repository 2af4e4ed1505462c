package dev.drover.crd;

import dev.drover.api.GroupVersionKind;
import dev.drover.api.JsonTree;
import dev.drover.api.Names;
import dev.drover.api.RawExtension;
import dev.drover.crd.engine.CustomObjectValidation;
import dev.drover.crd.engine.MetadataValidation;
import dev.drover.crd.engine.ScalePaths;
import dev.drover.schema.FieldError;
import dev.drover.schema.StructuralSchema;
import dev.drover.schema.TreeNode;
import dev.drover.schema.TypedForm;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Checks objects of one version of a kind, in the order in which kube-apiserver does it: read,
/// prune, set defaults, prepare, metadata, schema, rules.
final class VersionValidator {
  private static final String SUFFIX = "xxxxx"; // of a generated name

  private final GroupVersionKind kind;
  private final boolean isNamespaced;
  private final boolean hasStatus;
  private final StructuralSchema schema;
  private final CustomObjectValidation validation;

  /// @param version the entry in a definition
  /// @param keepsUnknown whether the definition says `preserveUnknownFields`
  VersionValidator(
      GroupVersionKind kind,
      boolean isNamespaced,
      Map<String, @Nullable Object> version,
      boolean keepsUnknown) {
    TreeNode node = TreeNode.view(version);
    TreeNode subresources = node.at("subresources");
    this.kind = kind;
    this.isNamespaced = isNamespaced;
    this.hasStatus = subresources.has("status");
    this.schema = StructuralSchema.of(node.at("schema").at("openAPIV3Schema").map(), keepsUnknown);
    this.validation =
        CustomObjectValidation.of(
            schema,
            Optional.ofNullable(subresources.child("scale").map(ScalePaths::of).orElse(null)));
  }

  Validation validate(Map<String, @Nullable Object> object) {
    TypedForm.Reading reading = read(object);
    TreeNode wanted = withDefaults(reading.tree());
    TreeNode metadata = wanted.orCreate("metadata");
    place(metadata);
    if (hasStatus) {
      wanted.remove("status");
    }
    List<FieldError> errors =
        new ArrayList<>(MetadataValidation.errors(metadata, isNamespaced, Names::dnsSubdomain));
    errors.addAll(validation.errors(wanted));
    if (errors.isEmpty()) {
      errors.addAll(MetadataValidation.pathErrors(metadata, isNamespaced));
    }
    return result(metadata, errors, reading, List.of());
  }

  Validation validateUpdate(Map<String, @Nullable Object> old, Map<String, @Nullable Object> next) {
    TypedForm.Reading reading = read(next);
    TreeNode wanted = withDefaults(reading.tree());
    TreeNode before = stored(old);
    if (hasStatus) {
      copy("status", before, wanted);
    }
    List<FieldError> errors = changedMetadata(wanted, before);
    List<String> forgiven = new ArrayList<>();
    errors.addAll(validation.updateErrors(wanted, before, forgiven::addAll));
    return result(wanted.at("metadata"), errors, reading, forgiven);
  }

  Validation validateStatus(Map<String, @Nullable Object> old, Map<String, @Nullable Object> next) {
    TypedForm.Reading reading = read(next);
    TreeNode written = withDefaults(reading.tree());
    TreeNode before = stored(old);
    TreeNode wanted = TreeNode.copyOf(before.map());
    copy("status", written, wanted);
    List<FieldError> errors = changedMetadata(wanted, before);
    List<String> forgiven = new ArrayList<>();
    errors.addAll(validation.statusErrors(wanted, before, forgiven::addAll));
    return result(wanted.at("metadata"), errors, reading, forgiven);
  }

  private TypedForm.Reading read(Map<String, @Nullable Object> object) {
    return schema.read(RawExtension.ofTree(object).raw().toByteArray());
  }

  private TreeNode withDefaults(Map<String, @Nullable Object> object) {
    TreeNode copy = TreeNode.copyOf(object);
    schema.setDefaults(copy.map());
    return copy;
  }

  /// What the server has stored of an object: pruned, with defaults, and with a version.
  private TreeNode stored(Map<String, @Nullable Object> object) {
    TreeNode stored = withDefaults(read(object).tree());
    TreeNode metadata = stored.orCreate("metadata");
    place(metadata);
    return stored;
  }

  /// The server knows the namespace from the address of the request, and generates names.
  private void place(TreeNode metadata) {
    if (isNamespaced && metadata.text("namespace").isEmpty()) {
      metadata.set("namespace", "default");
    }
    if (metadata.text("name").isEmpty() && !metadata.text("generateName").isEmpty()) {
      metadata.set("name", metadata.text("generateName") + SUFFIX);
    }
  }

  /// What only the server sets is taken from the stored object, where the change does not say it.
  private List<FieldError> changedMetadata(TreeNode wanted, TreeNode before) {
    TreeNode metadata = wanted.orCreate("metadata");
    TreeNode old = before.orCreate("metadata");
    place(metadata);
    for (String field :
        List.of(
            "uid",
            "creationTimestamp",
            "deletionTimestamp",
            "deletionGracePeriodSeconds",
            "generation")) {
      if (!metadata.has(field)) {
        copy(field, old, metadata);
      }
    }
    if (metadata.text("resourceVersion").isEmpty()) {
      metadata.set(
          "resourceVersion", old.has("resourceVersion") ? old.get("resourceVersion") : "1");
    }
    List<FieldError> errors =
        new ArrayList<>(MetadataValidation.pathErrors(metadata, isNamespaced));
    errors.addAll(MetadataValidation.updateErrors(metadata, old));
    return errors;
  }

  private static void copy(String field, TreeNode from, TreeNode to) {
    if (from.map().containsKey(field)) {
      to.set(field, from.get(field));
    } else {
      to.remove(field);
    }
  }

  private Validation result(
      TreeNode metadata,
      List<FieldError> errors,
      TypedForm.Reading reading,
      List<String> warnings) {
    return new Validation(kind, metadata.text("name"), errors, reading.strictErrors(), warnings);
  }

  Map<String, @Nullable Object> defaulted(Map<String, @Nullable Object> object) {
    return JsonTree.copyOf(withDefaults(read(object).tree()).map());
  }

  Map<String, @Nullable Object> pruned(Map<String, @Nullable Object> object) {
    return read(object).tree();
  }
}
