package dev.drover.server.devices;

import dev.drover.schema.FieldError;
import dev.drover.schema.TreeNode;
import dev.drover.server.core.MetadataCheck;
import dev.drover.server.core.StoredObjects;
import dev.drover.server.core.Strategy;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The rules for `v1beta1`: objects are judged in the shape of today, and complained about in its
/// terms. Defaults are the same for both shapes.
///
/// @param rules for objects of today
public record JudgedAsToday(FirstBeta shape, Strategy rules) implements Strategy {
  private TreeNode today(TreeNode object) {
    return TreeNode.view(shape.toToday(object.map()));
  }

  private @Nullable TreeNode todayOrNull(@Nullable TreeNode object) {
    return object == null ? null : today(object);
  }

  private void change(TreeNode object, Consumer<TreeNode> change) {
    TreeNode today = TreeNode.copyOf(shape.toToday(object.map()));
    change.accept(today);
    Map<String, @Nullable Object> changed = shape.fromToday(today.map());
    object.map().clear();
    object.map().putAll(changed);
  }

  @Override
  public void setDefaults(TreeNode object) {
    rules.setDefaults(object);
  }

  @Override
  public void prepareForCreate(TreeNode object) {
    change(object, rules::prepareForCreate);
  }

  @Override
  public void prepareForUpdate(TreeNode object, TreeNode old, String now) {
    change(object, it -> rules.prepareForUpdate(it, today(old), now));
  }

  @Override
  public void prepareForStatusUpdate(TreeNode object, TreeNode old, String now) {
    change(object, it -> rules.prepareForStatusUpdate(it, today(old), now));
  }

  @Override
  public List<FieldError> validateAmong(
      TreeNode object, @Nullable TreeNode old, StoredObjects others) {
    return rules.validateAmong(today(object), todayOrNull(old), others);
  }

  @Override
  public List<FieldError> validate(TreeNode object) {
    return rules.validate(today(object));
  }

  @Override
  public List<FieldError> validateUpdate(TreeNode object, TreeNode old) {
    return rules.validateUpdate(today(object), today(old));
  }

  @Override
  public List<FieldError> validateStatusUpdate(TreeNode object, TreeNode old) {
    return rules.validateStatusUpdate(today(object), today(old));
  }

  @Override
  public List<MetadataCheck> metadataChecks() {
    return rules.metadataChecks();
  }

  @Override
  public List<MetadataCheck> statusMetadataChecks() {
    return rules.statusMetadataChecks();
  }

  @Override
  public List<String> warnings(TreeNode object, @Nullable TreeNode old) {
    return rules.warnings(today(object), todayOrNull(old));
  }

  @Override
  public boolean hasGeneration() {
    return rules.hasGeneration();
  }

  @Override
  public boolean raisesGeneration(TreeNode object, TreeNode old) {
    return rules.raisesGeneration(today(object), today(old));
  }

  @Override
  public boolean returnsDeletedObject() {
    return rules.returnsDeletedObject();
  }

  @Override
  public Map<String, String> selectableFields(TreeNode object) {
    return rules.selectableFields(object);
  }
}
