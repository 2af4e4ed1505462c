package dev.drover.server.builtin;

import dev.drover.api.Names;
import dev.drover.schema.FieldError;
import dev.drover.schema.TreeNode;
import dev.drover.server.rules.Claims;
import dev.drover.server.rules.LabelSelectors;
import dev.drover.server.rules.Place;
import dev.drover.server.rules.StatusStrategy;
import java.util.List;
import java.util.Map;

/// Claims of persistent volumes.
final class PersistentVolumeClaimStrategy implements StatusStrategy {
  private static final List<String> MODES =
      List.of("ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce", "ReadWriteOncePod");

  @Override
  public void setDefaults(TreeNode object) {
    Claims.setDefaults(object);
  }

  @Override
  public void prepareForCreate(TreeNode object) {
    object.remove("status").orCreate("status").set("phase", "Pending");
  }

  @Override
  public List<FieldError> validate(TreeNode object) {
    Place spec = Place.root(object).child("spec");
    Place modes = spec.child("accessModes");
    if (modes.size() == 0) {
      modes.required("at least 1 access mode is required");
    }
    LabelSelectors.check(spec.child("selector"));
    modes.each(mode -> mode.as(modes.path()).needOneOf(MODES));
    Place requests = spec.child("resources", "requests");
    if (!requests.has("storage")) {
      spec.child("resources").entry("storage").required("");
    }
    Place storageClass = spec.child("storageClassName");
    if (!storageClass.isBlank()) {
      storageClass.checkText(Names::dnsSubdomain);
    }
    spec.child("volumeMode").ifPresent(it -> it.needOneOf(List.of("Block", "Filesystem")));
    return spec.errors();
  }

  @Override
  public boolean hasGeneration() {
    return false;
  }

  @Override
  public Map<String, String> selectableFields(TreeNode object) {
    return Map.of("name", object.at("metadata").text("name"));
  }
}
