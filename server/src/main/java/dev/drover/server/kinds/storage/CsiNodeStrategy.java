package dev.drover.server.kinds.storage;

import dev.drover.api.Names;
import dev.drover.schema.FieldError;
import dev.drover.schema.TreeNode;
import dev.drover.server.strategy.DataStrategy;
import dev.drover.server.strategy.Deletion;
import dev.drover.server.strategy.MetadataCheck;
import dev.drover.server.strategy.MetadataChecks;
import dev.drover.server.strategy.UpdatePolicy;
import dev.drover.server.validation.DriverNames;
import dev.drover.server.validation.FieldValidator;
import dev.drover.server.validation.InternalForm;
import dev.drover.server.validation.StringFormats;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// The CSI drivers of a node; an update may change the allocatable count of each only.
public final class CsiNodeStrategy implements DataStrategy {
  private static final int MAX_NODE_ID = 256;

  @Override
  public List<FieldError> validate(TreeNode object) {
    FieldValidator drivers = FieldValidator.root(object).child("spec", "drivers");
    check(drivers);
    return drivers.errors();
  }

  @Override
  public List<FieldError> validateUpdate(TreeNode object, TreeNode old) {
    FieldValidator drivers = FieldValidator.root(object).child("spec", "drivers");
    check(drivers);
    for (TreeNode was : old.at("spec").items("drivers")) {
      for (FieldValidator driver : drivers.items()) {
        TreeNode now = TreeNode.copyOf(driver.node().map()).remove("allocatable");
        TreeNode before = TreeNode.copyOf(was.map()).remove("allocatable");
        if (now.text("name").equals(before.text("name")) && !now.map().equals(before.map())) {
          drivers.invalid(
              InternalForm.of("storage/v1.CSINodeDriver", now), FieldValidator.IMMUTABLE);
        }
      }
    }
    return drivers.errors();
  }

  private static void check(FieldValidator drivers) {
    Set<String> names = new HashSet<>();
    for (FieldValidator driver : drivers.items()) {
      FieldValidator name = driver.child("name");
      DriverNames.checkName(name);
      FieldValidator id = driver.child("nodeID");
      id.needText();
      if (StringFormats.length(id.text()) > MAX_NODE_ID) {
        id.invalid("must be " + MAX_NODE_ID + " characters or less");
      }
      driver.child("allocatable", "count").needNonNegative();
      if (!names.add(name.text())) {
        name.duplicate(name.text());
      }
      checkTopologyKeys(driver);
    }
  }

  /// Complaints are about the driver.
  private static void checkTopologyKeys(FieldValidator driver) {
    Set<String> keys = new HashSet<>();
    for (String key : driver.node().texts("topologyKeys")) {
      if (key.isEmpty()) {
        driver.required("");
      }
      if (!keys.add(key)) {
        driver.duplicate(key);
      }
      Names.qualifiedName(key).forEach(complaint -> driver.invalid(key, complaint));
    }
  }

  @Override
  public UpdatePolicy updatePolicy() {
    return UpdatePolicy.CONDITIONAL;
  }

  @Override
  public Deletion deletion() {
    return Deletion.RETURNS_OBJECT;
  }

  @Override
  public MetadataChecks metadataChecks() {
    return MetadataChecks.onUpdate(MetadataCheck.AS_NEW);
  }
}
