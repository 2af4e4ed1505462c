package dev.drover.server.custom;

import dev.drover.crd.engine.CustomObjectValidation;
import dev.drover.crd.engine.JsonPaths;
import dev.drover.schema.FieldError;
import dev.drover.schema.TreeNode;
import dev.drover.server.core.CustomVersion;
import dev.drover.server.strategy.Generation;
import dev.drover.server.strategy.SelectableFields;
import dev.drover.server.strategy.Strategy;
import dev.drover.server.strategy.UpdatePolicy;
import dev.drover.server.strategy.UpdateStrategy;
import dev.drover.server.validation.FinalizerNames;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The rules of the objects of a custom kind in one version.
///
/// In Go: `customResourceStrategy`.
final class CustomResourceStrategy implements Strategy {
  private final CustomVersion version;
  private final boolean hasStatus; // whether /status is served
  private final List<String> selectableFields; // paths without the leading dot
  private final CustomObjectValidation validation;
  // What validation found and accepted, until the warnings of the same object are requested. Keys
  // are compared by identity; one whose write fails after validation is collected.
  private final Map<TreeNode, List<String>> forgiven =
      Collections.synchronizedMap(new WeakHashMap<>());

  CustomResourceStrategy(CustomVersion version, boolean hasStatus, List<String> selectableFields) {
    this.version = version;
    this.hasStatus = hasStatus;
    this.selectableFields = List.copyOf(selectableFields);
    this.validation = CustomObjectValidation.of(version.schema(), version.scale());
  }

  @Override
  public void setDefaults(TreeNode object) {
    version.schema().setDefaults(object.map());
  }

  @Override
  public void prepareForCreate(TreeNode object) {
    if (hasStatus) {
      object.remove("status");
    }
  }

  @Override
  public void prepareForUpdate(TreeNode object, TreeNode old, String now) {
    if (hasStatus) {
      copy("status", old, object);
    }
  }

  private static void copy(String field, TreeNode from, TreeNode to) {
    if (from.map().containsKey(field)) {
      to.set(field, from.get(field));
    } else {
      to.remove(field);
    }
  }

  @Override
  public Generation generation() {
    return Generation.when((object, old) -> !withoutMetadata(object).equals(withoutMetadata(old)));
  }

  private static Map<String, @Nullable Object> withoutMetadata(TreeNode object) {
    Map<String, @Nullable Object> rest = new HashMap<>(object.map());
    rest.remove("metadata");
    return rest;
  }

  @Override
  public UpdateStrategy status() {
    return UpdateStrategy.STATUS
        .preparing((object, old, _) -> prepareStatus(object, old))
        .validating(
            (object, old) ->
                validation.statusErrors(object, old, broken -> forgiven.put(object, broken)));
  }

  /// Nothing but the status comes from the client, metadata included.
  private void prepareStatus(TreeNode object, TreeNode old) {
    TreeNode written = TreeNode.copyOf(object.map());
    object.map().clear();
    object.map().putAll(TreeNode.copyOf(old.map()).map());
    copy("status", written, object);
    TreeNode metadata = object.orCreate("metadata");
    copy("managedFields", written.at("metadata"), metadata);
    copy("resourceVersion", written.at("metadata"), metadata);
  }

  @Override
  public List<FieldError> validate(TreeNode object) {
    return validation.errors(object);
  }

  @Override
  public List<FieldError> validateUpdate(TreeNode object, TreeNode old) {
    return validation.updateErrors(object, old, broken -> forgiven.put(object, broken));
  }

  @Override
  public List<String> warnings(TreeNode object, @Nullable TreeNode old) {
    List<String> added = new ArrayList<>(object.at("metadata").texts("finalizers"));
    if (old != null) {
      added.removeAll(old.at("metadata").texts("finalizers"));
    }
    Stream<String> names = added.stream().distinct().sorted().flatMap(FinalizerNames::warnings);
    List<String> broken = forgiven.remove(object);
    return Stream.concat(names, broken == null ? Stream.empty() : broken.stream()).toList();
  }

  @Override
  public UpdatePolicy updatePolicy() {
    return UpdatePolicy.CONDITIONAL;
  }

  @Override
  public SelectableFields selectableFields() {
    return this::fieldsOf;
  }

  private Map<String, String> fieldsOf(TreeNode object) {
    Map<String, String> fields = new LinkedHashMap<>();
    for (String path : selectableFields) {
      Object value = JsonPaths.find(object, path).orElse(null);
      fields.put(path, value == null ? "" : String.valueOf(value));
    }
    return fields;
  }
}
