package dev.drover.server.kinds.scheduling;

import dev.drover.schema.FieldError;
import dev.drover.schema.TreeNode;
import dev.drover.server.strategy.Deletion;
import dev.drover.server.strategy.Generation;
import dev.drover.server.strategy.Strategy;
import dev.drover.server.validation.FieldValidator;
import dev.drover.server.validation.Immutability;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Priority classes: an immutable value, below those of the system.
public final class PriorityClassStrategy implements Strategy {
  private static final long HIGHEST = 1_000_000_000;
  private static final String SYSTEM_PREFIX = "system-";
  private static final Map<String, Long> SYSTEM_CLASSES =
      Map.of("system-node-critical", 2_000_001_000L, "system-cluster-critical", 2_000_000_000L);

  @Override
  public void setDefaults(TreeNode object) {
    object.setDefault("preemptionPolicy", "PreemptLowerPriority");
  }

  @Override
  public Generation generation() {
    return Generation.CONSTANT;
  }

  @Override
  public List<FieldError> validate(TreeNode object) {
    FieldValidator place = FieldValidator.root(object);
    FieldValidator value = place.child("value");
    FieldValidator name = place.child("metadata", "name");
    if (name.text().startsWith(SYSTEM_PREFIX)) {
      checkSystemClass(name, value.number(), object.isTrue("globalDefault"));
    } else if (value.number() > HIGHEST) {
      value.forbidden("maximum allowed value of a user defined priority is " + HIGHEST);
    }
    FieldValidator policy = place.child("preemptionPolicy");
    if (policy.needText()) {
      policy.needOneOf(List.of("PreemptLowerPriority", "Never"));
    }
    return place.errors();
  }

  private static void checkSystemClass(FieldValidator name, long value, boolean isDefault) {
    Long expected = SYSTEM_CLASSES.get(name.text());
    String complaint = "";
    if (expected == null) {
      complaint = name.text() + " is not a known system priority class";
    } else if (value != expected) {
      complaint = "value of " + name.text() + " PriorityClass must be " + expected;
    } else if (isDefault) {
      complaint = "globalDefault of " + name.text() + " PriorityClass must be false";
    }
    if (!complaint.isEmpty()) {
      name.forbidden(
          "priority class names with '"
              + SYSTEM_PREFIX
              + "' prefix are reserved for system use only. error: "
              + complaint);
    }
  }

  @Override
  public List<FieldError> validateUpdate(TreeNode object, TreeNode old) {
    FieldValidator now = FieldValidator.root(object);
    FieldValidator was = FieldValidator.root(old);
    if (now.child("value").number() != was.child("value").number()) {
      now.child("value").forbidden("may not be changed in an update.");
    }
    Immutability.needSamePointer(now.child("preemptionPolicy"), was.child("preemptionPolicy"));
    return now.errors();
  }

  @Override
  public Deletion deletion() {
    return Deletion.DEFAULT.unless(PriorityClassStrategy::reasonToKeep);
  }

  private static Optional<String> reasonToKeep(String name) {
    return SYSTEM_CLASSES.containsKey(name)
        ? Optional.of("this is a system priority class and cannot be deleted")
        : Optional.empty();
  }
}
