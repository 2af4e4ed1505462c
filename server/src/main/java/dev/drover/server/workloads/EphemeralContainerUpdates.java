package dev.drover.server.workloads;

import dev.drover.api.GoText;
import dev.drover.schema.FieldError;
import dev.drover.schema.FieldPath;
import dev.drover.schema.TreeNode;
import dev.drover.server.core.UpdateRules;
import dev.drover.server.rules.InternalForm;
import dev.drover.server.rules.Place;
import dev.drover.server.rules.UnifiedDiff;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The rules of `/ephemeralcontainers`: containers come to a running pod, and stay.
public final class EphemeralContainerUpdates implements UpdateRules {
  @Override
  public void prepare(TreeNode pod, TreeNode old) {
    Object containers = pod.at("spec").get("ephemeralContainers");
    PodParts.keepAll(pod, old);
    TreeNode spec = pod.orCreate("spec");
    if (containers == null) {
      spec.remove("ephemeralContainers");
    } else {
      spec.set("ephemeralContainers", containers);
    }
    DisabledFields.dropFromSpec(spec);
  }

  @Override
  public List<FieldError> validate(TreeNode pod, TreeNode old) {
    Place object = Place.root(pod);
    PodRules.check(object, old);
    PodUpdateRules.checkAnnotations(object, old);
    if (old.at("metadata").textMap("annotations").containsKey(PodRules.MIRROR)) {
      return List.of(
          FieldError.forbidden(
              FieldPath.of(""), "static pods do not support ephemeral containers"));
    }
    Place containers = object.child("spec", "ephemeralContainers");
    Map<String, TreeNode> now = new HashMap<>();
    containers.each(container -> now.put(container.child("name").text(), container.node()));
    for (TreeNode before : old.at("spec").items("ephemeralContainers")) {
      String name = before.text("name");
      TreeNode after = now.get(name);
      if (after == null) {
        containers.forbidden(
            "existing ephemeral containers " + GoText.quote(name) + " may not be removed\n");
      } else if (!after.map().equals(before.map())) {
        containers.forbidden(
            "existing ephemeral containers %s may not be changed\n%s"
                .formatted(
                    GoText.quote(name),
                    UnifiedDiff.of(
                        InternalForm.of("core/v1.EphemeralContainer", before),
                        InternalForm.of("core/v1.EphemeralContainer", after))));
      }
    }
    return object.errors();
  }
}
