package dev.drover.server.kinds.apiextensions;

import dev.drover.schema.FieldError;
import dev.drover.schema.TreeNode;
import dev.drover.server.custom.Condition;
import dev.drover.server.custom.Definition;
import dev.drover.server.strategy.Deletion;
import dev.drover.server.strategy.Strategy;
import dev.drover.server.strategy.UpdatePolicy;
import dev.drover.server.strategy.UpdateStrategy;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The rules of `CustomResourceDefinition`.
public final class CustomResourceDefinitionStrategy implements Strategy {
  private static final long HTTPS = 443;

  @Override
  public void setDefaults(TreeNode object) {
    TreeNode spec = object.orCreate("spec");
    TreeNode names = spec.orCreate("names");
    String kind = names.text("kind");
    if (names.text("singular").isEmpty() && !kind.isEmpty()) {
      names.set("singular", kind.toLowerCase(Locale.ROOT));
    }
    if (names.text("listKind").isEmpty() && !kind.isEmpty()) {
      names.set("listKind", kind + "List");
    }
    if (!spec.has("conversion")) {
      spec.orCreate("conversion").set("strategy", "None");
    }
    spec.at("conversion")
        .at("webhook")
        .at("clientConfig")
        .child("service")
        .ifPresent(service -> service.setDefault("port", HTTPS));
    if (object.at("status").texts("storedVersions").isEmpty()) {
      addStorageVersion(object);
    }
  }

  private static void addStorageVersion(TreeNode object) {
    new Definition(object)
        .storageVersion()
        .ifPresent(
            version -> {
              TreeNode status = object.orCreate("status");
              List<String> stored = new ArrayList<>(status.texts("storedVersions"));
              if (!stored.contains(version)) {
                stored.add(version);
                status.set("storedVersions", stored);
              }
            });
  }

  @Override
  public void prepareForCreate(TreeNode object) {
    object.set("status", emptyStatus());
    addStorageVersion(object);
  }

  /// As Go writes a status in which nothing is set.
  private static TreeNode emptyStatus() {
    return TreeNode.empty()
        .set("conditions", null)
        .set("acceptedNames", Map.of("plural", "", "kind", ""))
        .set("storedVersions", null);
  }

  @Override
  public void prepareForUpdate(TreeNode object, TreeNode old, String now) {
    object.set("status", old.has("status") ? old.get("status") : emptyStatus());
    addStorageVersion(object);
  }

  @Override
  public List<FieldError> validate(TreeNode object) {
    return CustomResourceDefinitionValidation.create(object);
  }

  @Override
  public List<FieldError> validateUpdate(TreeNode object, TreeNode old) {
    return CustomResourceDefinitionValidation.update(object, old);
  }

  @Override
  public UpdateStrategy status() {
    return UpdateStrategy.STATUS.validating((object, _) -> validateStatus(object));
  }

  private List<FieldError> validateStatus(TreeNode object) {
    return CustomResourceDefinitionValidation.statusUpdate(object);
  }

  @Override
  public List<String> warnings(TreeNode object, @Nullable TreeNode old) {
    List<String> formats = formats(object);
    if (old != null) {
      formats.removeAll(formats(old));
    }
    List<String> warnings = new ArrayList<>();
    formats.forEach(format -> warnings.add("unrecognized format \"" + format + "\""));
    return warnings;
  }

  /// Of schemas that all versions share, once.
  private static List<String> formats(TreeNode object) {
    List<String> formats = new ArrayList<>();
    new Definition(object)
        .versions().stream()
            .map(version -> version.at("schema").at("openAPIV3Schema"))
            .map(TreeNode::map)
            .distinct()
            .forEach(schema -> formats.addAll(SchemaFormats.unrecognized(TreeNode.view(schema))));
    return formats;
  }

  @Override
  public UpdatePolicy updatePolicy() {
    return UpdatePolicy.CONDITIONAL;
  }

  /// The instances go first: until they are gone the definition stays, and says so.
  @Override
  public Deletion deletion() {
    return Deletion.DEFAULT.startingWith(CustomResourceDefinitionStrategy::markTerminating);
  }

  private static boolean markTerminating(TreeNode object, String now) {
    TreeNode metadata = object.orCreate("metadata");
    metadata.set("deletionTimestamp", now);
    List<String> finalizers = new ArrayList<>(metadata.texts("finalizers"));
    if (!finalizers.contains(Definition.CLEANUP)) {
      finalizers.add(Definition.CLEANUP);
      metadata.set("finalizers", finalizers);
    }
    Condition.isTrue(
            "Terminating",
            "InstanceDeletionPending",
            "CustomResourceDefinition marked for deletion; CustomResource deletion will begin soon")
        .setIn(object, now);
    return true;
  }
}
