package dev.drover.runtime;

import dev.drover.api.CustomResource;
import dev.drover.api.KubernetesObject;
import dev.drover.api.ObjectMeta;
import org.jspecify.annotations.Nullable;

/// What the webhooks of the tests are about.
@CustomResource(group = "shop.example.com", version = "v1")
public record Cone(ObjectMeta metadata, Spec spec) implements KubernetesObject {
  public record Spec(int scoops, @Nullable String flavor) {}

  public Cone withFlavor(String flavor) {
    return new Cone(metadata, new Spec(spec.scoops, flavor));
  }
}
