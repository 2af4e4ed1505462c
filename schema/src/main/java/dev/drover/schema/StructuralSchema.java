package dev.drover.schema;

import dev.drover.api.JsonTree;
import dev.drover.api.RawExtension;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The schema of one version of a custom kind: what its objects are made of.
///
/// Safe for any number of threads, and for hostile objects.
///
/// In Go: `structuralschema.Structural` and the algorithms around it.
public final class StructuralSchema {
  private final Map<String, @Nullable Object> tree;
  private final SchemaNode root;
  private final ValueSchema values;
  private final boolean keepsUnknown;

  private StructuralSchema(Map<String, @Nullable Object> tree, boolean keepsUnknown) {
    this.tree = tree;
    this.root = SchemaNode.of(tree);
    this.values = ValueSchema.of(tree);
    this.keepsUnknown = keepsUnknown;
  }

  /// Takes an `openAPIV3Schema` that was found valid.
  ///
  /// @param keepsUnknown whether the whole definition says `preserveUnknownFields`, as old ones may
  public static StructuralSchema of(
      Map<String, @Nullable Object> openApiV3Schema, boolean keepsUnknown) {
    return new StructuralSchema(JsonTree.copyOf(openApiV3Schema), keepsUnknown);
  }

  /// What is wrong with the defaults in an `openAPIV3Schema` that is structural.
  ///
  /// @param at where the schema stands
  /// @param embedded looks at the objects in defaults
  public static List<FieldError> defaultErrors(
      Map<String, @Nullable Object> openApiV3Schema, FieldPath at, EmbeddedCheck embedded) {
    return DefaultsCheck.errors(openApiV3Schema, at, embedded);
  }

  /// The schema as it is written in the definition.
  public Map<String, @Nullable Object> tree() {
    return tree;
  }

  /// Reads the body of a request into the object that kube-apiserver would store: without fields
  /// that the schema does not know, with `metadata` in canonical form, here and in embedded
  /// objects. What the values must be like is not looked at.
  ///
  /// @throws UnreadableException when it is no object, or the metadata in it is not metadata
  public TypedForm.Reading read(byte[] json) {
    JsonSyntax.check(json);
    UntypedReader reader = new UntypedReader(new JsonCursor(json));
    return reading(reader.object(), reader.duplicates());
  }

  /// Brings a tree into this form, such as the result of a patch.
  ///
  /// @throws UnreadableException when the metadata in it is not metadata
  public TypedForm.Reading readTree(Map<String, ? extends @Nullable Object> object) {
    return read(RawExtension.ofTree(object).raw().toByteArray());
  }

  private TypedForm.Reading reading(Map<String, @Nullable Object> object, List<String> duplicates) {
    List<String> strict = new ArrayList<>(duplicates);
    List<String> unknown = new ArrayList<>(ObjectMetadata.normalize(object, FieldPath.ROOT));
    if (!keepsUnknown) {
      unknown.addAll(Pruning.prune(object, root.asObject()));
      Pruning.dropNulls(object, root);
    }
    unknown.addAll(ObjectMetadata.normalizeEmbedded(object, root));
    unknown.forEach(field -> strict.add("unknown field " + GoQuoting.quote(field)));
    return new TypedForm.Reading(JsonTree.copyOf(object), strict);
  }

  /// The object without fields that the schema does not know: the same if there are none.
  public Map<String, @Nullable Object> pruned(Map<String, @Nullable Object> object) {
    if (keepsUnknown) {
      return object;
    }
    TreeNode copy = TreeNode.copyOf(object);
    Pruning.prune(copy.map(), root.asObject());
    Pruning.dropNulls(copy.map(), root);
    return JsonTree.copyOf(copy.map(), object);
  }

  /// Sets what the schema has defaults for, in place.
  public void setDefaults(Map<String, @Nullable Object> object) {
    SchemaDefaults.set(object, root);
  }

  /// The object with the defaults of the schema: the same if it has all it needs. What was stored
  /// before the schema had a default has it now.
  public Map<String, @Nullable Object> withDefaults(Map<String, @Nullable Object> object) {
    TreeNode copy = TreeNode.copyOf(object);
    setDefaults(copy.map());
    return JsonTree.copyOf(copy.map(), object);
  }

  /// What of an object is not as the schema demands.
  ///
  /// @param old the object before a change, whose mistakes are forgiven where they stay as they
  ///   were; null for a new one
  public List<FieldError> errors(
      Map<String, @Nullable Object> object, @Nullable Map<String, @Nullable Object> old) {
    return ValueCheck.errors(values, object, old, FieldPath.ROOT);
  }

  /// What of the status alone is not as the schema demands.
  ///
  /// @param old the status before the change
  public List<FieldError> statusErrors(@Nullable Object status, @Nullable Object old) {
    ValueSchema ofStatus = values.properties().get("status");
    return ofStatus == null
        ? List.of()
        : ValueCheck.errors(ofStatus, status, old, FieldPath.of("status"));
  }

  /// What objects are made of, as server-side apply sees it.
  ///
  /// @param name for messages
  public Structure.Fields structure(String name) {
    return SchemaStructures.of(root, name, keepsUnknown);
  }
}
