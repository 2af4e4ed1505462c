package dev.drover.server.kinds.core;

import dev.drover.schema.FieldError;
import dev.drover.schema.TreeNode;
import dev.drover.server.kinds.core.pod.DisabledFields;
import dev.drover.server.kinds.core.pod.PodDefaults;
import dev.drover.server.kinds.core.pod.PodValidation;
import dev.drover.server.kinds.core.pod.PodWarnings;
import dev.drover.server.strategy.Deletion;
import dev.drover.server.strategy.Strategy;
import dev.drover.server.validation.FieldValidator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Pod templates as objects of their own.
public final class PodTemplateStrategy implements Strategy {
  @Override
  public void setDefaults(TreeNode object) {
    PodDefaults.setTemplate(object.orCreate("template"));
  }

  @Override
  public void prepareForCreate(TreeNode object) {
    DisabledFields.dropFromSpec(object.at("template").at("spec"));
  }

  @Override
  public void prepareForUpdate(TreeNode object, TreeNode old, String now) {
    DisabledFields.dropFromSpec(object.at("template").at("spec"));
  }

  @Override
  public List<FieldError> validate(TreeNode object) {
    FieldValidator place = FieldValidator.root(object);
    PodValidation.checkTemplate(place.child("template"));
    return place.errors();
  }

  @Override
  public Deletion deletion() {
    return Deletion.RETURNS_OBJECT;
  }

  @Override
  public List<String> warnings(TreeNode object, @Nullable TreeNode old) {
    return PodWarnings.isNewGeneration(object, old)
        ? PodWarnings.ofTemplate(FieldValidator.root(object).child("template"))
        : List.of();
  }
}
