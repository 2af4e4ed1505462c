package dev.drover.server.builtin;

import dev.drover.api.Names;
import dev.drover.schema.FieldError;
import dev.drover.schema.TreeNode;
import dev.drover.server.core.MetadataCheck;
import dev.drover.server.rules.Changes;
import dev.drover.server.rules.DataStrategy;
import dev.drover.server.rules.InternalForm;
import dev.drover.server.rules.LabelSelectors;
import dev.drover.server.rules.NodeLabels;
import dev.drover.server.rules.Place;
import dev.drover.server.rules.ResourceLists;
import dev.drover.server.rules.ResourceRules;
import dev.drover.server.workloads.Tolerations;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Runtime classes: a handler for good, and what pods of the class cost and where they may run.
final class RuntimeClassStrategy implements DataStrategy {
  @Override
  public void setDefaults(TreeNode object) {
    ResourceLists.setDefaults(object.at("overhead"), "podFixed");
  }

  @Override
  public List<FieldError> validate(TreeNode object) {
    Place place = Place.root(object);
    check(place);
    return place.errors();
  }

  @Override
  public List<FieldError> validateUpdate(TreeNode object, TreeNode old) {
    Place place = Place.root(object);
    check(place);
    Changes.needSame(place.child("handler"), Place.root(old).child("handler"));
    return place.errors();
  }

  private static void check(Place place) {
    Place handler = place.child("handler");
    if (handler.needText()) {
      handler.checkText(Names::dnsLabel);
    }
    checkOverhead(place.child("overhead"));
    Place scheduling = place.child("scheduling");
    LabelSelectors.checkLabels(scheduling.child("nodeSelector"));
    checkTolerations(scheduling.child("tolerations"));
  }

  /// Complaints are about limits, which is what an overhead amounts to.
  private static void checkOverhead(Place overhead) {
    Place amounts = overhead.child("podFixed");
    Place limits = amounts.as(overhead.path().child("limits"));
    for (String name : limits.keys()) {
      ResourceRules.checkContainerName(limits.entry(name), name);
      ResourceRules.checkAmount(limits.entry(name), name);
    }
  }

  private static void checkTolerations(Place tolerations) {
    Tolerations.check(tolerations);
    Set<Object> seen = new HashSet<>();
    for (Place toleration : tolerations.items()) {
      Map<String, @Nullable Object> key = new HashMap<>(toleration.node().map());
      key.remove("tolerationSeconds");
      if (!seen.add(key)) {
        toleration.duplicate(InternalForm.of("core/v1.Toleration", toleration.node()));
      }
    }
  }

  @Override
  public List<String> warnings(TreeNode object) {
    List<String> warnings = new ArrayList<>();
    for (String key : object.at("scheduling").at("nodeSelector").map().keySet()) {
      NodeLabels.deprecation(key)
          .ifPresent(text -> warnings.add("scheduling.nodeSelector: " + text));
    }
    return warnings;
  }

  @Override
  public boolean createsOnUpdate() {
    return true;
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
