package dev.drover.server.kinds.core;

import dev.drover.api.Names;
import dev.drover.schema.FieldError;
import dev.drover.schema.TreeNode;
import dev.drover.server.strategy.Generation;
import dev.drover.server.strategy.MetadataCheck;
import dev.drover.server.strategy.MetadataChecks;
import dev.drover.server.strategy.Naming;
import dev.drover.server.strategy.SelectableFields;
import dev.drover.server.strategy.StatusStrategy;
import dev.drover.server.strategy.UpdateStrategy;
import dev.drover.server.validation.FieldValidator;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Namespaces: each has a finalizer in its spec until its content is gone, and a label with its
/// name.
public final class NamespaceStrategy implements StatusStrategy {
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
  public void prepareForUpdate(TreeNode object, TreeNode old, String now) {
    StatusStrategy.super.prepareForUpdate(object, old, now);
    StatusStrategy.keep(object.orCreate("spec"), old.at("spec"), "finalizers");
  }

  @Override
  public List<FieldError> validate(TreeNode object) {
    FieldValidator finalizers = FieldValidator.root(object).child("spec", "finalizers");
    finalizers.each(finalizer -> checkFinalizer(finalizer.as(finalizers.path())));
    return finalizers.errors();
  }

  private static void checkFinalizer(FieldValidator finalizer) {
    String name = finalizer.text();
    finalizer.invalid(Names.qualifiedName(name));
    if (name.indexOf('/') < 0 && !STANDARD_FINALIZERS.contains(name)) {
      finalizer.invalid("name is neither a standard finalizer name nor is it fully qualified");
    }
  }

  @Override
  public UpdateStrategy status() {
    return UpdateStrategy.STATUS.validating((object, _) -> validateStatus(object));
  }

  private List<FieldError> validateStatus(TreeNode object) {
    boolean isDeleted = object.at("metadata").has("deletionTimestamp");
    String expected = isDeleted ? "Terminating" : "Active";
    FieldValidator phase = FieldValidator.root(object).child("status", "Phase");
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
  public Naming naming() {
    return Naming.LABEL;
  }

  @Override
  public Generation generation() {
    return Generation.NONE;
  }

  @Override
  public SelectableFields selectableFields() {
    return this::fieldsOf;
  }

  private Map<String, String> fieldsOf(TreeNode object) {
    return Map.of("status.phase", object.at("status").text("phase"));
  }

  @Override
  public MetadataChecks metadataChecks() {
    return MetadataChecks.onUpdate(MetadataCheck.AS_NEW, MetadataCheck.AS_CHANGE);
  }
}
