package dev.drover.server.validation;

import dev.drover.api.Names;
import dev.drover.api.Quantity;
import dev.drover.schema.TreeNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Validates the `spec` of persistent volume claims, in claims, in templates of stateful sets and
/// in ephemeral volumes.
public final class VolumeClaimSpecs {
  private static final List<String> ACCESS_MODES =
      List.of("ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce", "ReadWriteOncePod");
  private static final List<String> VOLUME_MODES = List.of("Block", "Filesystem");

  private VolumeClaimSpecs() {}

  /// Defaults of a claim that stands in a list of templates.
  public static void setDefaults(TreeNode claim) {
    TreeNode status = claim.orCreate("status");
    if (status.text("phase").isEmpty()) {
      status.set("phase", "Pending");
    }
    setSpecDefaults(claim.orCreate("spec"));
    ResourceLists.setDefaults(status, "capacity");
    ResourceLists.setDefaults(status, "allocatedResources");
  }

  /// Defaults of a claim's `spec`.
  public static void setSpecDefaults(TreeNode spec) {
    spec.setDefault("volumeMode", "Filesystem");
    TreeNode resources = spec.orCreate("resources");
    ResourceLists.setDefaults(resources, "limits");
    ResourceLists.setDefaults(resources, "requests");
  }

  /// Checks a claim's `spec`.
  ///
  /// In Go: {@index validation.ValidatePersistentVolumeClaimSpec}.
  public static void checkSpec(FieldValidator spec) {
    checkSpec(spec, TreeNode.empty());
  }

  /// Checks a claim's `spec` in a change.
  ///
  /// @param old the `spec` before, in which mistakes of older servers may stay
  public static void checkSpec(FieldValidator spec, TreeNode old) {
    FieldValidator modes = spec.child("accessModes");
    if (modes.size() == 0) {
      modes.required("at least 1 access mode is required");
    }
    spec.child("selector").ifPresent(LabelSelectorValidation::check);
    checkAccessModes(modes);
    checkStorage(spec);
    checkClassName(spec.child("storageClassName"));
    spec.child("volumeMode").ifPresent(mode -> mode.needOneOf(VOLUME_MODES));
    boolean checksGroup =
        !old.at("dataSource").has("apiGroup") && !old.at("dataSourceRef").has("apiGroup");
    spec.child("dataSource").ifPresent(source -> checkDataSource(source, checksGroup));
    spec.child("dataSourceRef").ifPresent(source -> checkDataSourceRef(source, checksGroup));
    checkSameSource(spec);
    checkClassName(spec.child("volumeAttributesClassName"));
  }

  private static void checkAccessModes(FieldValidator modes) {
    List<String> given = modes.items().stream().map(FieldValidator::text).toList();
    for (FieldValidator mode : modes.items()) {
      if (!ACCESS_MODES.contains(mode.text())) {
        mode.as(modes.path()).notSupported(ACCESS_MODES);
      }
    }
    if (given.contains("ReadWriteOncePod")
        && given.stream()
            .anyMatch(m -> ACCESS_MODES.contains(m) && !m.equals("ReadWriteOncePod"))) {
      modes.forbidden("may not use ReadWriteOncePod with other access modes");
    }
  }

  private static void checkStorage(FieldValidator spec) {
    FieldValidator resources = spec.child("resources");
    FieldValidator storage =
        resources.child("requests").child("storage").as(resources.path().key("storage"));
    if (!storage.isPresent()) {
      storage.required("");
    } else if (Quantity.parse(storage.text()).signum() <= 0) {
      storage.invalid("must be greater than zero");
    }
  }

  private static void checkClassName(FieldValidator name) {
    if (!name.isBlank()) {
      name.checkText(Names::dnsSubdomain);
    }
  }

  private static void checkDataSource(FieldValidator source, boolean checksGroup) {
    source.child("name").needText();
    source.child("kind").needText();
    String kind = source.child("kind").text();
    FieldValidator group = source.child("apiGroup");
    if (group.isBlank()) {
      if (!kind.equals("PersistentVolumeClaim")) {
        source.invalid(
            kind, "must be 'PersistentVolumeClaim' when referencing the default apiGroup");
      }
    } else if (checksGroup) {
      group.checkText(Names::dnsSubdomain);
    }
  }

  private static void checkDataSourceRef(FieldValidator source, boolean checksGroup) {
    checkDataSource(source, checksGroup);
    FieldValidator namespace = source.child("namespace");
    if (!namespace.isBlank()) {
      namespace.checkText(Names::dnsLabel);
    }
  }

  private static void checkSameSource(FieldValidator spec) {
    if (!spec.has("dataSource") || !spec.has("dataSourceRef")) {
      return;
    }
    TreeNode source = spec.child("dataSource").node();
    TreeNode ref = spec.child("dataSourceRef").node();
    if (!ref.text("namespace").isEmpty()) {
      spec.invalid(Map.of(), "may not be specified when dataSourceRef.namespace is specified");
    } else if (!source.text("kind").equals(ref.text("kind"))
        || !source.text("name").equals(ref.text("name"))
        || source.has("apiGroup") != ref.has("apiGroup")
        || !source.text("apiGroup").equals(ref.text("apiGroup"))) {
      spec.invalid(Map.of(), "must match dataSourceRef");
    }
  }

  /// What is worth a warning in a claim's `spec`.
  ///
  /// In Go: {@index persistentvolumeclaim.GetWarningsForPersistentVolumeClaimSpec}.
  public static List<String> warnings(FieldValidator spec) {
    List<String> warnings = new ArrayList<>();
    for (String field : List.of("requests", "limits")) {
      FieldValidator storage = spec.child("resources", field).entry("storage");
      if (!storage.isBlank() && ResourceNames.isFraction(storage.text())) {
        warnings.add(ResourceNames.fractionWarning(storage));
      }
    }
    return warnings;
  }
}
