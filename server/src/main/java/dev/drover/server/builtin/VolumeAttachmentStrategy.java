package dev.drover.server.builtin;

import dev.drover.api.Names;
import dev.drover.schema.FieldError;
import dev.drover.schema.FieldPath;
import dev.drover.schema.TreeNode;
import dev.drover.server.core.MetadataCheck;
import dev.drover.server.rules.Changes;
import dev.drover.server.rules.Drivers;
import dev.drover.server.rules.Formats;
import dev.drover.server.rules.InternalForm;
import dev.drover.server.rules.Place;
import dev.drover.server.rules.StatusStrategy;
import dev.drover.server.workloads.PersistentVolumeRules;
import java.util.List;
import java.util.Map;

/// Attachments of volumes to nodes, which say for good what goes where.
final class VolumeAttachmentStrategy implements StatusStrategy {
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
        .ifPresent(PersistentVolumeRules::setDefaults);
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
    Place spec = place.child("spec");
    if (!Changes.isSame(spec, Place.root(old).child("spec"))) {
      spec.invalid(
          InternalForm.of("storage/v1.VolumeAttachmentSpec", spec.node()), Place.IMMUTABLE);
    }
    return place.errors();
  }

  private static void check(Place place) {
    Place spec = place.child("spec");
    Drivers.checkName(spec.child("attacher"));
    Place source = spec.child("source");
    Place volume = source.child("persistentVolumeName");
    if (source.has("inlineVolumeSpec") && volume.isPresent()) {
      source.forbidden(ONE_SOURCE);
    } else if (volume.isPresent()) {
      volume.needText("must specify non empty persistentVolumeName");
    } else if (source.has("inlineVolumeSpec")) {
      PersistentVolumeRules.checkInline(source.child("inlineVolumeSpec"));
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

  private static void checkStatus(Place status) {
    Place metadata = status.child("attachmentMetadata");
    long size = 0;
    for (Map.Entry<String, Place> entry : metadata.entries().entrySet()) {
      size += Formats.length(entry.getKey()) + Formats.length(entry.getValue().text());
    }
    if (size > MAX_METADATA) {
      metadata.tooLong(MAX_METADATA);
    }
    for (String name : List.of("attachError", "detachError")) {
      Place message = status.child(name, "message");
      if (Formats.length(message.text()) > MAX_MESSAGE) {
        message.tooLong(MAX_METADATA);
      }
      Place code = status.child(name, "errorCode");
      if (code.number() < 0) {
        code.needRange(0, Integer.MAX_VALUE);
      }
    }
  }

  @Override
  public void prepareForStatusUpdate(TreeNode object, TreeNode old) {
    StatusStrategy.super.prepareForStatusUpdate(object, old);
    StatusStrategy.keepMetadata(object, old);
  }

  @Override
  public List<FieldError> validateStatusUpdate(TreeNode object, TreeNode old) {
    return validateUpdate(object, old);
  }

  @Override
  public List<MetadataCheck> metadataChecks() {
    return List.of(MetadataCheck.AS_NEW);
  }

  @Override
  public List<MetadataCheck> statusMetadataChecks() {
    return List.of(MetadataCheck.AS_NEW);
  }

  @Override
  public boolean hasGeneration() {
    return false;
  }

  @Override
  public boolean allowsUnconditionalUpdate() {
    return false;
  }

  @Override
  public boolean returnsDeletedObject() {
    return true;
  }
}
