package dev.drover.server.builtin;

import dev.drover.api.Names;
import dev.drover.schema.FieldError;
import dev.drover.schema.TreeNode;
import dev.drover.server.core.MetadataCheck;
import dev.drover.server.rules.Changes;
import dev.drover.server.rules.DataStrategy;
import dev.drover.server.rules.NodeLabels;
import dev.drover.server.rules.Place;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Storage classes: who provides volumes and how; only topologies and expansion may change.
final class StorageClassStrategy implements DataStrategy {
  @Override
  public void setDefaults(TreeNode object) {
    object.setDefault("reclaimPolicy", "Delete").setDefault("volumeBindingMode", "Immediate");
  }

  @Override
  public List<FieldError> validate(TreeNode object) {
    Place place = Place.root(object);
    check(place);
    return place.errors();
  }

  @Override
  public List<FieldError> validateUpdate(TreeNode object, TreeNode old) {
    Place now = Place.root(object);
    Place was = Place.root(old);
    check(now);
    if (!Changes.isSame(now.child("parameters"), was.child("parameters"))) {
      now.child("parameters").invalid(Place.IMMUTABLE);
    }
    Changes.needSame(now.child("provisioner"), was.child("provisioner"));
    Changes.needSamePointer(now.child("reclaimPolicy"), was.child("reclaimPolicy"));
    Changes.needSamePointer(now.child("volumeBindingMode"), was.child("volumeBindingMode"));
    return now.errors();
  }

  private static void check(Place place) {
    Provisioners.checkName(place.child("provisioner"));
    Provisioners.checkParameters(place.child("parameters"));
    Place policy = place.child("reclaimPolicy");
    if (!policy.isBlank()) {
      policy.needOneOf(List.of("Delete", "Retain"));
    }
    place.child("volumeBindingMode").needOneOf(List.of("Immediate", "WaitForFirstConsumer"));
    checkTopologies(place.child("allowedTopologies"));
  }

  private static void checkTopologies(Place topologies) {
    Set<Object> seen = new HashSet<>();
    for (Place term : topologies.items()) {
      Place expressions = term.child("matchLabelExpressions");
      Map<String, Set<String>> values = new HashMap<>();
      for (Place expression : expressions.items()) {
        checkExpression(expression, values);
      }
      // Kubernetes compares with as many empty terms as there are terms, so an empty one is double.
      int copies = (seen.contains(values) ? 1 : 0) + (values.isEmpty() ? topologies.size() : 0);
      for (int i = 0; i < copies; i++) {
        expressions.duplicate("");
      }
      seen.add(values);
    }
  }

  private static void checkExpression(Place expression, Map<String, Set<String>> all) {
    Place list = expression.child("values");
    if (list.size() == 0) {
      list.required("");
    }
    Set<String> values = new HashSet<>();
    for (Place value : list.items()) {
      if (!values.add(value.text())) {
        value.duplicate();
      }
    }
    Place key = expression.child("key");
    key.checkText(Names::qualifiedName);
    if (all.put(key.text(), values) != null) {
      key.duplicate(key.text());
    }
  }

  @Override
  public List<String> warnings(TreeNode object) {
    List<String> warnings = new ArrayList<>();
    for (Place term : Place.root(object).child("allowedTopologies").items()) {
      for (Place expression : term.child("matchLabelExpressions").items()) {
        Place key = expression.child("key");
        NodeLabels.deprecation(key.text())
            .ifPresent(text -> warnings.add(key.path() + ": " + text));
      }
    }
    return warnings;
  }

  @Override
  public boolean returnsDeletedObject() {
    return true;
  }

  @Override
  public List<MetadataCheck> metadataChecks() {
    return List.of(MetadataCheck.AS_NEW, MetadataCheck.AS_CHANGE);
  }
}
