package dev.drover.server.kinds.node;

import dev.drover.api.Names;
import dev.drover.schema.FieldError;
import dev.drover.schema.TreeNode;
import dev.drover.server.kinds.core.pod.TolerationValidation;
import dev.drover.server.strategy.DataStrategy;
import dev.drover.server.strategy.MetadataCheck;
import dev.drover.server.strategy.MetadataChecks;
import dev.drover.server.strategy.UpdatePolicy;
import dev.drover.server.validation.FieldValidator;
import dev.drover.server.validation.Immutability;
import dev.drover.server.validation.InternalForm;
import dev.drover.server.validation.LabelSelectorValidation;
import dev.drover.server.validation.NodeLabels;
import dev.drover.server.validation.ResourceLists;
import dev.drover.server.validation.ResourceNames;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Runtime classes: an immutable handler, and the overhead and scheduling constraints of their
/// pods.
public final class RuntimeClassStrategy implements DataStrategy {
  @Override
  public void setDefaults(TreeNode object) {
    ResourceLists.setDefaults(object.at("overhead"), "podFixed");
  }

  @Override
  public List<FieldError> validate(TreeNode object) {
    FieldValidator place = FieldValidator.root(object);
    check(place);
    return place.errors();
  }

  @Override
  public List<FieldError> validateUpdate(TreeNode object, TreeNode old) {
    FieldValidator place = FieldValidator.root(object);
    check(place);
    Immutability.needSame(place.child("handler"), FieldValidator.root(old).child("handler"));
    return place.errors();
  }

  private static void check(FieldValidator place) {
    FieldValidator handler = place.child("handler");
    if (handler.needText()) {
      handler.checkText(Names::dnsLabel);
    }
    checkOverhead(place.child("overhead"));
    FieldValidator scheduling = place.child("scheduling");
    LabelSelectorValidation.checkLabels(scheduling.child("nodeSelector"));
    checkTolerations(scheduling.child("tolerations"));
  }

  /// Complaints are about limits, which is what an overhead amounts to.
  private static void checkOverhead(FieldValidator overhead) {
    FieldValidator amounts = overhead.child("podFixed");
    FieldValidator limits = amounts.as(overhead.path().child("limits"));
    for (String name : limits.keys()) {
      ResourceNames.checkContainerName(limits.entry(name), name);
      ResourceNames.checkAmount(limits.entry(name), name);
    }
  }

  private static void checkTolerations(FieldValidator tolerations) {
    TolerationValidation.check(tolerations);
    Set<Object> seen = new HashSet<>();
    for (FieldValidator toleration : tolerations.items()) {
      Map<String, @Nullable Object> key = new HashMap<>(toleration.node().map());
      key.remove("tolerationSeconds");
      if (!seen.add(key)) {
        toleration.duplicate(InternalForm.of("core/v1.Toleration", toleration.node()));
      }
    }
  }

  @Override
  public List<String> warnings(TreeNode object, @Nullable TreeNode old) {
    List<String> warnings = new ArrayList<>();
    for (String key : object.at("scheduling").at("nodeSelector").map().keySet()) {
      NodeLabels.deprecation(key)
          .ifPresent(text -> warnings.add("scheduling.nodeSelector: " + text));
    }
    return warnings;
  }

  @Override
  public UpdatePolicy updatePolicy() {
    return UpdatePolicy.CREATES_CONDITIONAL;
  }

  @Override
  public MetadataChecks metadataChecks() {
    return MetadataChecks.onUpdate(MetadataCheck.AS_NEW, MetadataCheck.AS_CHANGE);
  }
}
