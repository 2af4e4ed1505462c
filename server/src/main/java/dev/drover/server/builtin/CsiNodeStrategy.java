package dev.drover.server.builtin;

import dev.drover.api.Names;
import dev.drover.schema.FieldError;
import dev.drover.schema.TreeNode;
import dev.drover.server.core.MetadataCheck;
import dev.drover.server.rules.DataStrategy;
import dev.drover.server.rules.Drivers;
import dev.drover.server.rules.Formats;
import dev.drover.server.rules.InternalForm;
import dev.drover.server.rules.Place;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// The CSI drivers of a node; of each, only how much it can take may change.
final class CsiNodeStrategy implements DataStrategy {
  private static final int MAX_NODE_ID = 256;

  @Override
  public List<FieldError> validate(TreeNode object) {
    Place drivers = Place.root(object).child("spec", "drivers");
    check(drivers);
    return drivers.errors();
  }

  @Override
  public List<FieldError> validateUpdate(TreeNode object, TreeNode old) {
    Place drivers = Place.root(object).child("spec", "drivers");
    check(drivers);
    for (TreeNode was : old.at("spec").items("drivers")) {
      for (Place driver : drivers.items()) {
        TreeNode now = TreeNode.copyOf(driver.node().map()).remove("allocatable");
        TreeNode before = TreeNode.copyOf(was.map()).remove("allocatable");
        if (now.text("name").equals(before.text("name")) && !now.map().equals(before.map())) {
          drivers.invalid(InternalForm.of("storage/v1.CSINodeDriver", now), Place.IMMUTABLE);
        }
      }
    }
    return drivers.errors();
  }

  private static void check(Place drivers) {
    Set<String> names = new HashSet<>();
    for (Place driver : drivers.items()) {
      Place name = driver.child("name");
      Drivers.checkName(name);
      Place id = driver.child("nodeID");
      id.needText();
      if (Formats.length(id.text()) > MAX_NODE_ID) {
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
  private static void checkTopologyKeys(Place driver) {
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
  public boolean allowsUnconditionalUpdate() {
    return false;
  }

  @Override
  public boolean returnsDeletedObject() {
    return true;
  }

  @Override
  public List<MetadataCheck> metadataChecks() {
    return List.of(MetadataCheck.AS_NEW);
  }
}
