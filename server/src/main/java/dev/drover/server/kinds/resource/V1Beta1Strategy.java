package dev.drover.server.kinds.resource;

import dev.drover.schema.FieldError;
import dev.drover.schema.TreeNode;
import dev.drover.server.strategy.CrossObjectRules;
import dev.drover.server.strategy.Deletion;
import dev.drover.server.strategy.Generation;
import dev.drover.server.strategy.MetadataChecks;
import dev.drover.server.strategy.Naming;
import dev.drover.server.strategy.SelectableFields;
import dev.drover.server.strategy.Strategy;
import dev.drover.server.strategy.UpdatePolicy;
import dev.drover.server.strategy.UpdateStrategy;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Applies the strategy of `v1` to objects of `v1beta1`: they are converted, then prepared and
/// validated, so that errors name the fields of `v1`. Defaults are the same in both versions.
///
/// @param v1 the strategy of `v1`
public record V1Beta1Strategy(V1Beta1Conversion conversion, Strategy v1) implements Strategy {
  private TreeNode converted(TreeNode object) {
    return TreeNode.view(conversion.toV1(object.map()));
  }

  private @Nullable TreeNode convertedOrNull(@Nullable TreeNode object) {
    return object == null ? null : converted(object);
  }

  private void change(TreeNode object, Consumer<TreeNode> change) {
    TreeNode converted = TreeNode.copyOf(conversion.toV1(object.map()));
    change.accept(converted);
    Map<String, @Nullable Object> changed = conversion.fromV1(converted.map());
    object.map().clear();
    object.map().putAll(changed);
  }

  @Override
  public void setDefaults(TreeNode object) {
    v1.setDefaults(object);
  }

  @Override
  public void prepareForCreate(TreeNode object) {
    change(object, v1::prepareForCreate);
  }

  @Override
  public void prepareForUpdate(TreeNode object, TreeNode old, String now) {
    change(object, it -> v1.prepareForUpdate(it, converted(old), now));
  }

  @Override
  public List<FieldError> validate(TreeNode object) {
    return v1.validate(converted(object));
  }

  @Override
  public List<FieldError> validateUpdate(TreeNode object, TreeNode old) {
    return v1.validateUpdate(converted(object), converted(old));
  }

  @Override
  public List<String> warnings(TreeNode object, @Nullable TreeNode old) {
    return v1.warnings(converted(object), convertedOrNull(old));
  }

  @Override
  public UpdateStrategy status() {
    UpdateStrategy status = v1.status();
    return status
        .preparing(
            (object, old, now) -> change(object, it -> status.prepare(it, converted(old), now)))
        .validatingEarly((object, old) -> status.early().errors(converted(object), converted(old)))
        .validating((object, old) -> status.validate(converted(object), converted(old)))
        .warning((object, old) -> status.warnings().of(converted(object), converted(old)));
  }

  @Override
  public Naming naming() {
    return v1.naming();
  }

  @Override
  public Generation generation() {
    Generation generation = v1.generation();
    return new Generation(
        generation.isCounted(),
        (object, old) -> generation.isRaised(converted(object), converted(old)));
  }

  @Override
  public UpdatePolicy updatePolicy() {
    return v1.updatePolicy();
  }

  @Override
  public MetadataChecks metadataChecks() {
    MetadataChecks checks = v1.metadataChecks();
    return checks.after(
        (object, old) -> checks.early().errors(converted(object), convertedOrNull(old)));
  }

  @Override
  public Deletion deletion() {
    return v1.deletion();
  }

  @Override
  public SelectableFields selectableFields() {
    return v1.selectableFields();
  }

  @Override
  public CrossObjectRules crossObjectRules() {
    CrossObjectRules rules = v1.crossObjectRules();
    return new CrossObjectRules(
        (object, old, others) ->
            rules.validation().errors(converted(object), convertedOrNull(old), others),
        (object, old, others) ->
            change(object, it -> rules.allocation().allocate(it, convertedOrNull(old), others)));
  }
}
