package dev.drover.recipes;

import dev.drover.api.Condition;
import dev.drover.api.CustomResource;
import dev.drover.api.HasStatus;
import dev.drover.api.KubernetesObject;
import dev.drover.api.ObjectMeta;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A kind with children, a status and conditions.
@CustomResource(group = "recipes.drover.dev", version = "v1")
public record Cone(ObjectMeta metadata, Spec spec, @Nullable Status status)
    implements KubernetesObject, HasStatus<Cone.Status> {
  public record Spec(int scoops, @Nullable String other) {}

  public record Status(int scoops, List<Condition> conditions) {}

  // tag::ready
  static final StatusFields<Status> READY =
      StatusFields.condition(
          "Ready",
          Status::conditions,
          (status, conditions) -> new Status(status == null ? 0 : status.scoops(), conditions));

  // end::ready

  static Cone of(String namespace, String name, int scoops) {
    return new Cone(
        ObjectMeta.builder().namespace(namespace).name(name).build(), new Spec(scoops, null), null);
  }

  Cone withScoops(int scoops) {
    return new Cone(metadata, new Spec(scoops, spec.other), status);
  }

  Cone withOther(String namespace) {
    return new Cone(metadata, new Spec(spec.scoops, namespace), status);
  }

  Status served() {
    return new Status(spec.scoops, status == null ? List.of() : status.conditions());
  }
}
