package dev.drover.server.custom;

import dev.drover.schema.FieldError;
import dev.drover.schema.FieldPath;
import dev.drover.schema.TreeNode;
import dev.drover.server.core.CustomVersion;
import dev.drover.server.strategy.Generation;
import dev.drover.server.strategy.SelectableFields;
import dev.drover.server.strategy.Strategy;
import dev.drover.server.strategy.UpdatePolicy;
import dev.drover.server.strategy.UpdateStrategy;
import dev.drover.server.validation.FinalizerNames;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The rules of the objects of a custom kind in one version.
///
/// In Go: `customResourceStrategy`.
final class CustomResourceStrategy implements Strategy {
  private static final Set<FieldError.Type> BLOCKING =
      EnumSet.of(
          FieldError.Type.NOT_SUPPORTED,
          FieldError.Type.REQUIRED,
          FieldError.Type.TOO_LONG,
          FieldError.Type.TOO_MANY,
          FieldError.Type.TYPE_INVALID);

  private final CustomVersion version;
  private final boolean hasStatus; // whether /status is served
  private final List<String> selectableFields; // paths without the leading dot
  private final Optional<RuleValidator> rules;

  CustomResourceStrategy(CustomVersion version, boolean hasStatus, List<String> selectableFields) {
    this.version = version;
    this.hasStatus = hasStatus;
    this.selectableFields = List.copyOf(selectableFields);
    this.rules = RuleValidator.of(version.schema().tree());
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
        .validating(this::validateStatus);
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
    List<FieldError> errors = new ArrayList<>(version.schema().errors(object.map(), null));
    version.scale().ifPresent(scale -> errors.addAll(ScaleValidation.errors(scale, object, true)));
    errors.addAll(EmbeddedObjectValidation.errors(object, version.schema()));
    errors.addAll(ListItemValidation.errors(object, version.schema()));
    return withRules(errors, object, null);
  }

  /// Rules are only evaluated for objects that have the shape they rely on.
  private List<FieldError> withRules(
      List<FieldError> errors, TreeNode object, @Nullable TreeNode old) {
    if (rules.isEmpty()) {
      return errors;
    }
    if (errors.stream().anyMatch(error -> BLOCKING.contains(error.type()))) {
      errors.add(
          FieldError.invalid(
              FieldPath.ROOT,
              null,
              "some validation rules were not checked because the object was invalid; correct the"
                  + " existing errors to complete validation"));
    } else {
      errors.addAll(findings(rules.get(), object, old).errors());
    }
    return errors;
  }

  private static RuleValidator.Findings findings(
      RuleValidator rules, TreeNode object, @Nullable TreeNode old) {
    return rules.check(object.map(), old == null ? null : old.map());
  }

  @Override
  public List<FieldError> validateUpdate(TreeNode object, TreeNode old) {
    List<FieldError> errors = new ArrayList<>(version.schema().errors(object.map(), old.map()));
    version.scale().ifPresent(scale -> errors.addAll(ScaleValidation.errors(scale, object, true)));
    errors.addAll(EmbeddedObjectValidation.errors(object, version.schema()));
    if (ListItemValidation.errors(old, version.schema()).isEmpty()) {
      errors.addAll(ListItemValidation.errors(object, version.schema()));
    }
    return withRules(errors, object, old);
  }

  private List<FieldError> validateStatus(TreeNode object, TreeNode old) {
    List<FieldError> errors = new ArrayList<>();
    if (object.map().containsKey("status")) {
      errors.addAll(version.schema().statusErrors(object.get("status"), old.get("status")));
    }
    version.scale().ifPresent(scale -> errors.addAll(ScaleValidation.errors(scale, object, false)));
    if (ListItemValidation.errors(old, version.schema()).isEmpty()) {
      errors.addAll(ListItemValidation.errors(object, version.schema()));
    }
    return withRules(errors, object, old);
  }

  @Override
  public List<String> warnings(TreeNode object, @Nullable TreeNode old) {
    List<String> added = new ArrayList<>(object.at("metadata").texts("finalizers"));
    if (old != null) {
      added.removeAll(old.at("metadata").texts("finalizers"));
    }
    Stream<String> names = added.stream().distinct().sorted().flatMap(FinalizerNames::warnings);
    Stream<String> forgiven =
        old == null
            ? Stream.empty()
            : rules.stream().flatMap(all -> findings(all, object, old).warnings().stream());
    return Stream.concat(names, forgiven).toList();
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
