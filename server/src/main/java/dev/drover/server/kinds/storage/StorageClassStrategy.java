package dev.drover.server.kinds.storage;

import dev.drover.api.Names;
import dev.drover.schema.FieldError;
import dev.drover.schema.TreeNode;
import dev.drover.server.strategy.DataStrategy;
import dev.drover.server.strategy.Deletion;
import dev.drover.server.strategy.MetadataCheck;
import dev.drover.server.strategy.MetadataChecks;
import dev.drover.server.validation.FieldValidator;
import dev.drover.server.validation.Immutability;
import dev.drover.server.validation.NodeLabels;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Storage classes: provisioner and parameters; only topologies and expansion may change.
public final class StorageClassStrategy implements DataStrategy {
  @Override
  public void setDefaults(TreeNode object) {
    object.setDefault("reclaimPolicy", "Delete").setDefault("volumeBindingMode", "Immediate");
  }

  @Override
  public List<FieldError> validate(TreeNode object) {
    FieldValidator place = FieldValidator.root(object);
    check(place);
    return place.errors();
  }

  @Override
  public List<FieldError> validateUpdate(TreeNode object, TreeNode old) {
    FieldValidator now = FieldValidator.root(object);
    FieldValidator was = FieldValidator.root(old);
    check(now);
    if (!Immutability.isSame(now.child("parameters"), was.child("parameters"))) {
      now.child("parameters").invalid(FieldValidator.IMMUTABLE);
    }
    Immutability.needSame(now.child("provisioner"), was.child("provisioner"));
    Immutability.needSamePointer(now.child("reclaimPolicy"), was.child("reclaimPolicy"));
    Immutability.needSamePointer(now.child("volumeBindingMode"), was.child("volumeBindingMode"));
    return now.errors();
  }

  private static void check(FieldValidator place) {
    ProvisionerValidation.checkName(place.child("provisioner"));
    ProvisionerValidation.checkParameters(place.child("parameters"));
    FieldValidator policy = place.child("reclaimPolicy");
    if (!policy.isBlank()) {
      policy.needOneOf(List.of("Delete", "Retain"));
    }
    place.child("volumeBindingMode").needOneOf(List.of("Immediate", "WaitForFirstConsumer"));
    checkTopologies(place.child("allowedTopologies"));
  }

  private static void checkTopologies(FieldValidator topologies) {
    Set<Object> seen = new HashSet<>();
    for (FieldValidator term : topologies.items()) {
      FieldValidator expressions = term.child("matchLabelExpressions");
      Map<String, Set<String>> values = new HashMap<>();
      for (FieldValidator expression : expressions.items()) {
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

  private static void checkExpression(FieldValidator expression, Map<String, Set<String>> all) {
    FieldValidator list = expression.child("values");
    if (list.size() == 0) {
      list.required("");
    }
    Set<String> values = new HashSet<>();
    for (FieldValidator value : list.items()) {
      if (!values.add(value.text())) {
        value.duplicate();
      }
    }
    FieldValidator key = expression.child("key");
    key.checkText(Names::qualifiedName);
    if (all.put(key.text(), values) != null) {
      key.duplicate(key.text());
    }
  }

  @Override
  public List<String> warnings(TreeNode object, @Nullable TreeNode old) {
    List<String> warnings = new ArrayList<>();
    for (FieldValidator term : FieldValidator.root(object).child("allowedTopologies").items()) {
      for (FieldValidator expression : term.child("matchLabelExpressions").items()) {
        FieldValidator key = expression.child("key");
        NodeLabels.deprecation(key.text())
            .ifPresent(text -> warnings.add(key.path() + ": " + text));
      }
    }
    return warnings;
  }

  @Override
  public Deletion deletion() {
    return Deletion.RETURNS_OBJECT;
  }

  @Override
  public MetadataChecks metadataChecks() {
    return MetadataChecks.onUpdate(MetadataCheck.AS_NEW, MetadataCheck.AS_CHANGE);
  }
}
