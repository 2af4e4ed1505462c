package dev.drover.server.kinds.resource;

import dev.drover.api.Names;
import dev.drover.schema.FieldError;
import dev.drover.schema.TreeNode;
import dev.drover.server.strategy.Deletion;
import dev.drover.server.strategy.MetadataCheck;
import dev.drover.server.strategy.MetadataChecks;
import dev.drover.server.strategy.Strategy;
import dev.drover.server.validation.FieldValidator;
import dev.drover.server.validation.ResourceNames;
import java.util.List;
import java.util.Objects;

/// Classes of devices: selectors and the configuration for drivers.
public final class DeviceClassStrategy implements Strategy {
  @Override
  public List<FieldError> validate(TreeNode object) {
    FieldValidator spec = FieldValidator.root(object).child("spec");
    check(spec, true);
    return spec.errors();
  }

  @Override
  public List<FieldError> validateUpdate(TreeNode object, TreeNode old) {
    FieldValidator spec = FieldValidator.root(object).child("spec");
    Object before = old.at("spec").get("config");
    check(spec, !Objects.equals(spec.child("config").value(), before));
    return spec.errors();
  }

  private static void check(FieldValidator spec, boolean isNewConfig) {
    DeviceRequestValidation.checkSelectors(spec.child("selectors"));
    BoundedLists.check(
        spec.child("config"),
        ResourceClaimValidation.MAX_CONFIGS,
        config -> DeviceConfigValidation.check(config, isNewConfig));
    FieldValidator resource = spec.child("extendedResourceName");
    if (resource.isPresent() && !isExtendedResource(resource.text())) {
      resource.invalid("must be a valid extended resource name");
    }
  }

  private static boolean isExtendedResource(String name) {
    return !ResourceNames.isNative(name)
        && !name.startsWith("requests.")
        && Names.qualifiedName("requests." + name).isEmpty();
  }

  @Override
  public MetadataChecks metadataChecks() {
    return MetadataChecks.onUpdate(MetadataCheck.AS_NEW, MetadataCheck.AS_CHANGE);
  }

  @Override
  public Deletion deletion() {
    return Deletion.RETURNS_OBJECT;
  }
}
