package dev.drover.testkit;

import dev.drover.api.CustomResource;
import dev.drover.api.KubernetesObject;
import dev.drover.api.ObjectMeta;
import dev.drover.runtime.webhook.Conversion;
import org.junit.jupiter.api.Test;

/// Conversions of tests, called by the server of a test.
@KubernetesTest
class TestConversionTest {
  @CustomResource(group = "testkit.drover.dev", version = "v1")
  record Door(ObjectMeta metadata, int millimetres) implements KubernetesObject {}

  @CustomResource(group = "testkit.drover.dev", version = "v1beta1", kind = "Door", storage = false)
  record OldDoor(ObjectMeta metadata, String width) implements KubernetesObject {
    Door toHub() {
      return new Door(metadata, Integer.parseInt(width.replace("mm", "")));
    }

    static OldDoor fromHub(Door door) {
      return new OldDoor(door.metadata(), door.millimetres() + "mm");
    }
  }

  private static final Conversion<Door> CONVERSION =
      Conversion.hub(Door.class).spoke(OldDoor.class, OldDoor::toHub, OldDoor::fromHub);

  @Test
  void laterConversionOfAKindReplacesTheEarlierOne(TestCluster cluster) {
    cluster.conversion(CONVERSION);
    ObjectMeta back = ObjectMeta.builder().namespace(cluster.namespace()).name("back").build();
    cluster.client().create(new Door(back, 700));
    awaitWidth(cluster, "700mm");
    cluster.conversion(
        Conversion.hub(Door.class)
            .spoke(
                OldDoor.class,
                OldDoor::toHub,
                door -> new OldDoor(door.metadata(), door.millimetres() + ".0mm")));
    awaitWidth(cluster, "700.0mm");
    cluster.conversion(CONVERSION);
    awaitWidth(cluster, "700mm");
  }

  /// A real server sees a changed definition a moment later.
  private static void awaitWidth(TestCluster cluster, String width) {
    cluster
        .client()
        .resources(OldDoor.class)
        .inNamespace(cluster.namespace())
        .await("back", door -> door.width().equals(width), TestCluster.PATIENCE);
  }
}
