package dev.drover.server.builtin;

import dev.drover.api.Names;
import dev.drover.schema.FieldError;
import dev.drover.schema.TreeNode;
import dev.drover.server.core.MetadataCheck;
import dev.drover.server.rules.Place;
import dev.drover.server.rules.StatusStrategy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Namespaces: every one has a finalizer in its spec until its content is gone, and a label with
/// its name.
final class NamespaceStrategy implements StatusStrategy {
  private static final String NAME_LABEL = "kubernetes.io/metadata.name";
  private static final String FINALIZER = "kubernetes";
  private static final Set<String> STANDARD_FINALIZERS =
      Set.of(FINALIZER, "orphan", "foregroundDeletion");

  @Override
  public void setDefaults(TreeNode object) {
    String name = object.at("metadata").text("name");
    if (!name.isEmpty()) {
      object.orCreate("metadata").orCreate("labels").set(NAME_LABEL, name);
    }
    TreeNode status = object.orCreate("status");
    if (status.text("phase").isEmpty()) {
      status.set("phase", "Active");
    }
  }

  @Override
  public void prepareForCreate(TreeNode object) {
    object.remove("status").orCreate("status").set("phase", "Active");
    TreeNode spec = object.orCreate("spec");
    List<String> finalizers = new ArrayList<>(spec.texts("finalizers"));
    if (!finalizers.contains(FINALIZER)) {
      finalizers.add(FINALIZER);
    }
    spec.set("finalizers", finalizers);
    setDefaults(object); // the name may be a generated one
  }

  @Override
  public void prepareForUpdate(TreeNode object, TreeNode old) {
    StatusStrategy.super.prepareForUpdate(object, old);
    StatusStrategy.keep(object.orCreate("spec"), old.at("spec"), "finalizers");
  }

  @Override
  public List<FieldError> validate(TreeNode object) {
    Place finalizers = Place.root(object).child("spec", "finalizers");
    finalizers.each(finalizer -> checkFinalizer(finalizer.as(finalizers.path())));
    return finalizers.errors();
  }

  private static void checkFinalizer(Place finalizer) {
    String name = finalizer.text();
    finalizer.invalid(Names.qualifiedName(name));
    if (name.indexOf('/') < 0 && !STANDARD_FINALIZERS.contains(name)) {
      finalizer.invalid("name is neither a standard finalizer name nor is it fully qualified");
    }
  }

  @Override
  public List<FieldError> validateStatusUpdate(TreeNode object, TreeNode old) {
    boolean isDeleted = object.at("metadata").has("deletionTimestamp");
    String expected = isDeleted ? "Terminating" : "Active";
    Place phase = Place.root(object).child("status", "Phase");
    String actual = object.at("status").text("phase");
    if (!actual.equals(expected)) {
      phase.invalid(
          actual,
          "may only be '"
              + expected
              + "' if `deletionTimestamp` is "
              + (isDeleted ? "not empty" : "empty"));
    }
    return phase.errors();
  }

  @Override
  public List<String> validateName(String name) {
    return Names.dnsLabel(name);
  }

  @Override
  public boolean hasGeneration() {
    return false;
  }

  @Override
  public Map<String, String> selectableFields(TreeNode object) {
    return Map.of("status.phase", object.at("status").text("phase"));
  }

  @Override
  public List<MetadataCheck> metadataChecks() {
    return List.of(MetadataCheck.AS_NEW, MetadataCheck.AS_CHANGE);
  }
}
