package dev.drover.server.kinds.storage;

import dev.drover.api.Names;
import dev.drover.schema.FieldError;
import dev.drover.schema.FieldPath;
import dev.drover.schema.TreeNode;
import dev.drover.server.kinds.core.PersistentVolumeValidation;
import dev.drover.server.strategy.Deletion;
import dev.drover.server.strategy.Generation;
import dev.drover.server.strategy.MetadataCheck;
import dev.drover.server.strategy.MetadataChecks;
import dev.drover.server.strategy.StatusStrategy;
import dev.drover.server.strategy.UpdatePolicy;
import dev.drover.server.strategy.UpdateStrategy;
import dev.drover.server.validation.DriverNames;
import dev.drover.server.validation.FieldValidator;
import dev.drover.server.validation.Immutability;
import dev.drover.server.validation.InternalForm;
import dev.drover.server.validation.StringFormats;
import java.util.List;
import java.util.Map;

/// Attachments of volumes to nodes, whose `spec` is immutable.
public final class VolumeAttachmentStrategy implements StatusStrategy {
  private static final int MAX_METADATA = 256 * 1024;
  private static final int MAX_MESSAGE = 1024;
  private static final String ONE_SOURCE =
      "must specify exactly one of inlineVolumeSpec and persistentVolumeName";

  @Override
  public void setDefaults(TreeNode object) {
    object
        .at("spec")
        .at("source")
        .child("inlineVolumeSpec")
        .ifPresent(PersistentVolumeValidation::setDefaults);
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
    FieldValidator spec = place.child("spec");
    if (!Immutability.isSame(spec, FieldValidator.root(old).child("spec"))) {
      spec.invalid(
          InternalForm.of("storage/v1.VolumeAttachmentSpec", spec.node()),
          FieldValidator.IMMUTABLE);
    }
    return place.errors();
  }

  private static void check(FieldValidator place) {
    FieldValidator spec = place.child("spec");
    DriverNames.checkName(spec.child("attacher"));
    FieldValidator source = spec.child("source");
    FieldValidator volume = source.child("persistentVolumeName");
    if (source.has("inlineVolumeSpec") && volume.isPresent()) {
      source.forbidden(ONE_SOURCE);
    } else if (volume.isPresent()) {
      volume.needText("must specify non empty persistentVolumeName");
    } else if (source.has("inlineVolumeSpec")) {
      PersistentVolumeValidation.checkInline(source.child("inlineVolumeSpec"));
    } else {
      source.required(ONE_SOURCE);
    }
    spec.child("nodeName").checkText(Names::dnsSubdomain);
    checkStatus(place.child("status"));
    if (volume.isPresent()) {
      volume
          .as(FieldPath.of("spec", "source", "persistentVolumeName"))
          .checkText(Names::dnsSubdomain);
    }
  }

  private static void checkStatus(FieldValidator status) {
    FieldValidator metadata = status.child("attachmentMetadata");
    long size = 0;
    for (Map.Entry<String, FieldValidator> entry : metadata.entries().entrySet()) {
      size += StringFormats.length(entry.getKey()) + StringFormats.length(entry.getValue().text());
    }
    if (size > MAX_METADATA) {
      metadata.tooLong(MAX_METADATA);
    }
    for (String name : List.of("attachError", "detachError")) {
      FieldValidator message = status.child(name, "message");
      if (StringFormats.length(message.text()) > MAX_MESSAGE) {
        message.tooLong(MAX_METADATA);
      }
      FieldValidator code = status.child(name, "errorCode");
      if (code.number() < 0) {
        code.needRange(0, Integer.MAX_VALUE);
      }
    }
  }

  @Override
  public UpdateStrategy status() {
    return UpdateStrategy.STATUS
        .preparing((object, old, _) -> prepareStatus(object, old))
        .validating(this::validateStatus)
        .checkingMetadata(MetadataCheck.AS_NEW);
  }

  private void prepareStatus(TreeNode object, TreeNode old) {
    UpdateStrategy.restoreAllButStatus(object, old);
    StatusStrategy.keepMetadata(object, old);
  }

  private List<FieldError> validateStatus(TreeNode object, TreeNode old) {
    return validateUpdate(object, old);
  }

  @Override
  public MetadataChecks metadataChecks() {
    return MetadataChecks.onUpdate(MetadataCheck.AS_NEW);
  }

  @Override
  public Generation generation() {
    return Generation.NONE;
  }

  @Override
  public UpdatePolicy updatePolicy() {
    return UpdatePolicy.CONDITIONAL;
  }

  @Override
  public Deletion deletion() {
    return Deletion.RETURNS_OBJECT;
  }
}
