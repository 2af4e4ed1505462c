import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.CustomResource;
import dev.drover.api.KubernetesObject;
import dev.drover.api.ObjectMeta;
import dev.drover.api.crd.AllowedValues;
import dev.drover.runtime.Manager;
import dev.drover.runtime.Result;
import dev.drover.runtime.webhook.Conversion;
import dev.drover.testkit.ConversionCheck;
import dev.drover.testkit.KubernetesTest;
import dev.drover.testkit.TestCluster;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("real") // of this repository's build: runs on a real server, too
@KubernetesTest
class ConversionTest {
  @CustomResource(group = "doors.example.dev", version = "v1")
  record Door(ObjectMeta metadata, int millimetres) implements KubernetesObject {}

  @CustomResource(group = "doors.example.dev", version = "v1beta1", kind = "Door", storage = false)
  record OldDoor(ObjectMeta metadata, @AllowedValues({"700mm", "900mm"}) String width)
      implements KubernetesObject {
    Door toHub() {
      return new Door(metadata, Integer.parseInt(width.replace("mm", "")));
    }

    static OldDoor fromHub(Door door) {
      return new OldDoor(door.metadata(), door.millimetres() + "mm");
    }
  }

  private static final Conversion<Door> CONVERSION =
      Conversion.hub(Door.class).spoke(OldDoor.class, OldDoor::toHub, OldDoor::fromHub);

  // tag::tests
  @Test
  void conversionLosesNothing() {
    ConversionCheck.of(CONVERSION).run();
  }

  @Test
  void controllerSeesDoorsOfTheOldVersion(TestCluster cluster) throws Exception {
    cluster.conversion(CONVERSION); // in place of manager.install and manager.conversions
    Manager manager = cluster.manager("doors");
    var _ =
        manager
            .controllerFor(Door.class)
            .complete(
                (door, ctx) -> {
                  ctx.client()
                      .editMetadata(
                          door, m -> m.with(o -> o.label("seen", "" + door.millimetres())));
                  return Result.done();
                });
    manager.start();

    ObjectMeta front = ObjectMeta.builder().namespace(cluster.namespace()).name("front").build();
    cluster.client().create(new OldDoor(front, "900mm"));
    cluster.settle();
    OldDoor seen = cluster.client().get(OldDoor.class, cluster.namespace(), "front");
    assertThat(seen.metadata().labels()).containsEntry("seen", "900");
    assertThat(seen.width()).isEqualTo("900mm");
  }

  // end::tests
}
