package dev.drover.server.workloads;

import dev.drover.schema.FieldError;
import dev.drover.schema.TreeNode;
import dev.drover.server.core.Strategy;
import dev.drover.server.rules.Place;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Pod templates that stand alone.
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
  public void prepareForUpdate(TreeNode object, TreeNode old) {
    DisabledFields.dropFromSpec(object.at("template").at("spec"));
  }

  @Override
  public List<FieldError> validate(TreeNode object) {
    Place place = Place.root(object);
    PodRules.checkTemplate(place.child("template"));
    return place.errors();
  }

  @Override
  public boolean returnsDeletedObject() {
    return true;
  }

  @Override
  public List<String> warnings(TreeNode object, @Nullable TreeNode old) {
    return PodWarnings.isNewGeneration(object, old)
        ? PodWarnings.ofTemplate(Place.root(object).child("template"))
        : List.of();
  }
}
