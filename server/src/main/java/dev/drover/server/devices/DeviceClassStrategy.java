package dev.drover.server.devices;

import dev.drover.api.Names;
import dev.drover.schema.FieldError;
import dev.drover.schema.TreeNode;
import dev.drover.server.core.MetadataCheck;
import dev.drover.server.core.Strategy;
import dev.drover.server.rules.Place;
import dev.drover.server.rules.ResourceRules;
import java.util.List;
import java.util.Objects;

/// Classes of devices: what belongs to them, and what their drivers are told.
public final class DeviceClassStrategy implements Strategy {
  @Override
  public List<FieldError> validate(TreeNode object) {
    Place spec = Place.root(object).child("spec");
    check(spec, true);
    return spec.errors();
  }

  @Override
  public List<FieldError> validateUpdate(TreeNode object, TreeNode old) {
    Place spec = Place.root(object).child("spec");
    Object before = old.at("spec").get("config");
    check(spec, !Objects.equals(spec.child("config").value(), before));
    return spec.errors();
  }

  private static void check(Place spec, boolean isNewConfig) {
    DeviceRequests.checkSelectors(spec.child("selectors"));
    Lists.check(
        spec.child("config"),
        ClaimRules.MAX_CONFIGS,
        config -> DeviceConfigs.check(config, isNewConfig));
    Place resource = spec.child("extendedResourceName");
    if (resource.isPresent() && !isExtendedResource(resource.text())) {
      resource.invalid("must be a valid extended resource name");
    }
  }

  private static boolean isExtendedResource(String name) {
    return !ResourceRules.isNative(name)
        && !name.startsWith("requests.")
        && Names.qualifiedName("requests." + name).isEmpty();
  }

  @Override
  public List<MetadataCheck> metadataChecks() {
    return List.of(MetadataCheck.AS_NEW, MetadataCheck.AS_CHANGE);
  }

  @Override
  public boolean returnsDeletedObject() {
    return true;
  }
}
