package dev.drover.server.kinds.core.pod;

import dev.drover.api.text.GoText;
import dev.drover.schema.FieldError;
import dev.drover.schema.FieldPath;
import dev.drover.schema.TreeNode;
import dev.drover.server.strategy.UpdateStrategy;
import dev.drover.server.validation.FieldValidator;
import dev.drover.server.validation.InternalForm;
import dev.drover.server.validation.UnifiedDiff;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The subresource `/ephemeralcontainers`: adds containers to a running pod, and never removes one.
public final class EphemeralContainersSubresource {
  public static final UpdateStrategy STRATEGY =
      UpdateStrategy.SUBRESOURCE
          .preparing((pod, old, _) -> prepare(pod, old))
          .validating(EphemeralContainersSubresource::validate)
          .countingGeneration();

  private EphemeralContainersSubresource() {}

  private static void prepare(TreeNode pod, TreeNode old) {
    Object containers = pod.at("spec").get("ephemeralContainers");
    PreservedFields.keepAll(pod, old);
    TreeNode spec = pod.orCreate("spec");
    if (containers == null) {
      spec.remove("ephemeralContainers");
    } else {
      spec.set("ephemeralContainers", containers);
    }
    DisabledFields.dropFromSpec(spec);
  }

  private static List<FieldError> validate(TreeNode pod, TreeNode old) {
    FieldValidator object = FieldValidator.root(pod);
    PodValidation.check(object, old);
    PodUpdateValidation.checkAnnotations(object, old);
    if (old.at("metadata").textMap("annotations").containsKey(PodValidation.MIRROR)) {
      return List.of(
          FieldError.forbidden(
              FieldPath.of(""), "static pods do not support ephemeral containers"));
    }
    FieldValidator containers = object.child("spec", "ephemeralContainers");
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
