package dev.drover.server.kinds.resource;

import dev.drover.schema.FieldError;
import dev.drover.schema.GoQuoting;
import dev.drover.schema.TreeNode;
import dev.drover.server.strategy.Deletion;
import dev.drover.server.strategy.Generation;
import dev.drover.server.strategy.SelectableFields;
import dev.drover.server.strategy.Strategy;
import dev.drover.server.validation.FieldValidator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Prepares and validates resource slices: the devices that a driver has.
public final class ResourceSliceStrategy implements Strategy {
  private static final List<String> LIST_ATTRIBUTES =
      List.of("bools", "ints", "strings", "versions");

  @Override
  public void prepareForCreate(TreeNode object) {
    dropDisabled(object);
    setTimes(object, object.at("metadata").text("creationTimestamp"));
  }

  @Override
  public void prepareForUpdate(TreeNode object, TreeNode old, String now) {
    setTimes(object, now);
    if (!object.at("spec").map().equals(old.at("spec").map())) {
      long generation = old.at("metadata").number("generation", 0);
      object.orCreate("metadata").set("generation", generation + 1);
    }
    dropDisabled(object);
  }

  @Override
  public Generation generation() {
    return Generation.CONSTANT;
  }

  /// Fields of features that are off by default.
  private static void dropDisabled(TreeNode object) {
    for (TreeNode device : object.at("spec").items("devices")) {
      device.remove("nodeAllocatableResourceMappings");
      TreeNode attributes = device.at("attributes");
      for (String name : attributes.map().keySet()) {
        LIST_ATTRIBUTES.forEach(attributes.at(name)::remove);
      }
    }
  }

  /// A taint without a time was added just now.
  private static void setTimes(TreeNode object, String now) {
    for (TreeNode device : object.at("spec").items("devices")) {
      device.items("taints").forEach(taint -> taint.setDefault("timeAdded", now));
    }
  }

  @Override
  public List<FieldError> validate(TreeNode object) {
    FieldValidator spec = FieldValidator.root(object).child("spec");
    ResourceSliceValidation.check(spec, TreeNode.empty());
    return spec.errors();
  }

  @Override
  public List<FieldError> validateUpdate(TreeNode object, TreeNode old) {
    FieldValidator spec = FieldValidator.root(object).child("spec");
    ResourceSliceValidation.check(spec, old.at("spec"));
    return spec.errors();
  }

  @Override
  public List<String> warnings(TreeNode object, @Nullable TreeNode old) {
    String driver = object.at("spec").text("driver");
    return driver.equals(driver.toLowerCase(Locale.ROOT))
        ? List.of()
        : List.of(
            "spec.driver: driver names should be lowercase; "
                + GoQuoting.quote(driver)
                + " contains uppercase characters");
  }

  @Override
  public SelectableFields selectableFields() {
    return this::fieldsOf;
  }

  private Map<String, String> fieldsOf(TreeNode object) {
    TreeNode spec = object.at("spec");
    return Map.of("spec.nodeName", spec.text("nodeName"), "spec.driver", spec.text("driver"));
  }

  @Override
  public Deletion deletion() {
    return Deletion.RETURNS_OBJECT;
  }
}
