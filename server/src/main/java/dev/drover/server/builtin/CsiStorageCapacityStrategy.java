package dev.drover.server.builtin;

import dev.drover.api.Names;
import dev.drover.api.Quantity;
import dev.drover.schema.FieldError;
import dev.drover.schema.TreeNode;
import dev.drover.server.core.MetadataCheck;
import dev.drover.server.rules.Changes;
import dev.drover.server.rules.DataStrategy;
import dev.drover.server.rules.LabelSelectors;
import dev.drover.server.rules.NodeLabels;
import dev.drover.server.rules.Place;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/// How much storage of a class is left on some nodes.
final class CsiStorageCapacityStrategy implements DataStrategy {
  @Override
  public List<FieldError> validate(TreeNode object) {
    Place place = Place.root(object);
    check(place, false);
    return place.errors();
  }

  @Override
  public List<FieldError> validateUpdate(TreeNode object, TreeNode old) {
    Place now = Place.root(object);
    Place was = Place.root(old);
    check(now, !LabelSelectors.isUsable(was.child("nodeTopology")));
    Place topology = now.child("nodeTopology");
    if (!Objects.equals(topology.value(), was.child("nodeTopology").value())) {
      topology.invalid(
          topology.isPresent() ? LabelSelectors.shown(topology) : null, Place.IMMUTABLE);
    }
    Changes.needSame(now.child("storageClassName"), was.child("storageClassName"));
    return now.errors();
  }

  private static void check(Place place, boolean toleratesValues) {
    LabelSelectors.check(place.child("nodeTopology"), toleratesValues);
    place.child("storageClassName").checkText(Names::dnsSubdomain);
    Place capacity = place.child("capacity");
    if (capacity.isPresent() && Quantity.parse(capacity.text()).signum() < 0) {
      capacity.invalid("must be greater than or equal to 0");
    }
  }

  @Override
  public List<String> warnings(TreeNode object) {
    List<String> warnings = new ArrayList<>();
    Place topology = Place.root(object).child("nodeTopology");
    for (Place expression : topology.child("matchExpressions").items()) {
      Place key = expression.child("key");
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
  public boolean allowsUnconditionalUpdate() {
    return false;
  }

  @Override
  public List<MetadataCheck> metadataChecks() {
    return List.of(MetadataCheck.AS_NEW, MetadataCheck.AS_CHANGE);
  }
}
