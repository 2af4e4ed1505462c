package dev.drover.server.kinds.storage;

import dev.drover.api.Names;
import dev.drover.api.Quantity;
import dev.drover.schema.FieldError;
import dev.drover.schema.TreeNode;
import dev.drover.server.strategy.DataStrategy;
import dev.drover.server.strategy.MetadataCheck;
import dev.drover.server.strategy.MetadataChecks;
import dev.drover.server.strategy.UpdatePolicy;
import dev.drover.server.validation.FieldValidator;
import dev.drover.server.validation.Immutability;
import dev.drover.server.validation.LabelSelectorValidation;
import dev.drover.server.validation.NodeLabels;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// How much storage of a class is left on some nodes.
public final class CsiStorageCapacityStrategy implements DataStrategy {
  @Override
  public List<FieldError> validate(TreeNode object) {
    FieldValidator place = FieldValidator.root(object);
    check(place, false);
    return place.errors();
  }

  @Override
  public List<FieldError> validateUpdate(TreeNode object, TreeNode old) {
    FieldValidator now = FieldValidator.root(object);
    FieldValidator was = FieldValidator.root(old);
    check(now, !LabelSelectorValidation.isUsable(was.child("nodeTopology")));
    FieldValidator topology = now.child("nodeTopology");
    if (!Objects.equals(topology.value(), was.child("nodeTopology").value())) {
      topology.invalid(
          topology.isPresent() ? LabelSelectorValidation.shown(topology) : null,
          FieldValidator.IMMUTABLE);
    }
    Immutability.needSame(now.child("storageClassName"), was.child("storageClassName"));
    return now.errors();
  }

  private static void check(FieldValidator place, boolean toleratesValues) {
    LabelSelectorValidation.check(place.child("nodeTopology"), toleratesValues);
    place.child("storageClassName").checkText(Names::dnsSubdomain);
    FieldValidator capacity = place.child("capacity");
    if (capacity.isPresent() && Quantity.parse(capacity.text()).signum() < 0) {
      capacity.invalid("must be greater than or equal to 0");
    }
  }

  @Override
  public List<String> warnings(TreeNode object, @Nullable TreeNode old) {
    List<String> warnings = new ArrayList<>();
    FieldValidator topology = FieldValidator.root(object).child("nodeTopology");
    for (FieldValidator expression : topology.child("matchExpressions").items()) {
      FieldValidator key = expression.child("key");
      NodeLabels.deprecation(key.text())
          .ifPresent(text -> warnings.add(key.path() + ": " + key.text() + " is " + text));
    }
    for (String label : topology.child("matchLabels").keys()) {
      NodeLabels.deprecation(label)
          .ifPresent(
              text ->
                  warnings.add(topology.path().child("matchLabels").child(label) + ": " + text));
    }
    return warnings;
  }

  @Override
  public UpdatePolicy updatePolicy() {
    return UpdatePolicy.CONDITIONAL;
  }

  @Override
  public MetadataChecks metadataChecks() {
    return MetadataChecks.onUpdate(MetadataCheck.AS_NEW, MetadataCheck.AS_CHANGE);
  }
}
