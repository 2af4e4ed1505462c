package shop;

import dev.drover.api.CustomResource;
import dev.drover.api.KubernetesObject;
import dev.drover.api.ObjectMeta;
import dev.drover.api.crd.Minimum;

/// A shop.
@CustomResource(group = "example.dev", version = "v1")
public record Shop(ObjectMeta metadata, Spec spec) implements KubernetesObject {
  /// What is wanted.
  ///
  /// @param tills open tills
  /// @param door the generated record is a part of this one
  public record Spec(@Minimum(0) int tills, dev.example.v1.Door.Spec door) {}

  static final Class<?> CODEC = ShopKind.KIND.codec().getClass();
}
