package dev.drover.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.api.CustomResource;
import dev.drover.api.DynamicObject;
import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.api.ObjectMeta;
import dev.drover.api.Scope;
import dev.drover.api.crd.ConversionWebhook;
import dev.drover.api.crd.Crd;
import dev.drover.client.ApiException;
import dev.drover.client.Client;
import dev.drover.client.ResourceClient;
import dev.drover.runtime.webhook.Conversion;
import dev.drover.runtime.webhook.WebhookCaller;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// A server converts objects between versions with the functions of a manager.
@ExtendWith(TestCluster.Supply.class)
abstract class ConversionContract {
  // tag::conversion
  @CustomResource(group = "conversion.drover.dev", version = "v1")
  record Door(ObjectMeta metadata, Spec spec) implements KubernetesObject {
    record Spec(int widthMillimetres, String color) {}
  }

  @CustomResource(
      group = "conversion.drover.dev",
      version = "v1beta1",
      kind = "Door",
      plural = "doors",
      storage = false)
  record OldDoor(ObjectMeta metadata, Spec spec) implements KubernetesObject {
    record Spec(String width, String color) {}

    Door toHub() {
      if (!spec.width.endsWith("mm")) {
        throw new IllegalArgumentException("spec.width must end in mm, got " + spec.width);
      }
      int width = Integer.parseInt(spec.width.substring(0, spec.width.length() - 2));
      return new Door(metadata, new Door.Spec(width, spec.color));
    }

    static OldDoor fromHub(Door door) {
      return new OldDoor(
          door.metadata().with(m -> m.label("converted", "yes")),
          new Spec(door.spec().widthMillimetres() + "mm", door.spec().color()));
    }
  }

  private static final Conversion<Door> CONVERSION =
      Conversion.hub(Door.class).spoke(OldDoor.class, OldDoor::toHub, OldDoor::fromHub);
  // end::conversion

  private static final WebhookCaller CALLER = new WebhookCaller();

  private static Client client;
  private static Manager manager;

  @BeforeAll
  static void start(TestCluster cluster) throws Exception {
    client = Client.connect(cluster.config());
    manager =
        Manager.connect(
            "converting",
            cluster.config(),
            ManagerOptions.defaults()
                .with(
                    o ->
                        o.health(0).webhooks(w -> w.port(0).certificate(CALLER.newCertificate()))));
    // tag::install
    manager.conversions(CONVERSION);
    manager.start();
    manager.install(
        ConversionWebhook.url(
                "https://127.0.0.1:%d/convert".formatted(manager.webhookPort().orElseThrow()))
            .withAuthority(CALLER.authorityPem()),
        Door.class,
        OldDoor.class);
    // end::install
  }

  /// The definition is gone before its webhook: the server may convert what it deletes.
  @AfterAll
  static void stop() throws Exception {
    ResourceClient<DynamicObject> definitions =
        client.resources(Kind.dynamic(Crd.KIND, "customresourcedefinitions", Scope.CLUSTER));
    String name = "doors.conversion.drover.dev";
    definitions.delete(name);
    Eventually.holds("the definition is gone", () -> definitions.find(name).isEmpty());
    manager.close();
    client.close();
  }

  private static ObjectMeta named(String name) {
    return ObjectMeta.builder().namespace("default").name(name).build();
  }

  @Test
  void objectsAreReadInEveryVersion() {
    client.create(new OldDoor(named("front"), new OldDoor.Spec("900mm", "red")));
    Door stored = client.get(Door.class, "default", "front");
    assertThat(stored.spec()).isEqualTo(new Door.Spec(900, "red"));
    client.create(new Door(named("back"), new Door.Spec(700, "blue")));
    OldDoor old = client.get(OldDoor.class, "default", "back");
    assertThat(old.spec()).isEqualTo(new OldDoor.Spec("700mm", "blue"));
    assertThat(old.metadata().labels()).isEqualTo(Map.of("converted", "yes"));
    assertThat(client.resources(OldDoor.class).inNamespace("default").list().items())
        .extracting(door -> door.spec().width())
        .containsExactly("700mm", "900mm");
  }

  @Test
  void failureOfAConversionReachesTheClient() {
    assertThatThrownBy(
            () -> client.create(new OldDoor(named("bad"), new OldDoor.Spec("3ft", "red"))))
        .isInstanceOf(ApiException.class)
        .hasMessageContaining("cannot convert object 'bad': spec.width must end in mm, got 3ft");
  }

  @Test
  void conversionKnowsItsVersions() {
    Door door = new Door(named("a"), new Door.Spec(1, "red"));
    assertThat(CONVERSION.convert(door, "v1")).isSameAs(door);
    assertThat(CONVERSION.convert(CONVERSION.convert(door, "v1beta1"), "v1"))
        .isEqualTo(relabelled(door));
    assertThat(CONVERSION.versions())
        .isEqualTo(List.of(Kind.of(Door.class), Kind.of(OldDoor.class)));
    assertThatThrownBy(() -> CONVERSION.convert(door, "v2"))
        .hasMessageContaining("no conversion for version 'v2'");
    assertThatThrownBy(() -> CONVERSION.spoke(OldDoor.class, OldDoor::toHub, OldDoor::fromHub))
        .hasMessageContaining("there are two records of version v1beta1");
  }

  private static Door relabelled(Door door) {
    return new Door(door.metadata().with(m -> m.label("converted", "yes")), door.spec());
  }
}
