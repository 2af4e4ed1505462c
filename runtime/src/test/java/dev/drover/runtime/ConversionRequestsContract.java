package dev.drover.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.api.CustomResource;
import dev.drover.api.DynamicObject;
import dev.drover.api.HasStatus;
import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.api.ObjectMeta;
import dev.drover.api.OwnerReference;
import dev.drover.api.Patch;
import dev.drover.api.Scope;
import dev.drover.api.WatchEvent;
import dev.drover.api.crd.ConversionWebhook;
import dev.drover.api.crd.Crd;
import dev.drover.client.ApiException;
import dev.drover.client.Client;
import dev.drover.client.ResourceClient;
import dev.drover.client.WatchOptions;
import dev.drover.client.WatchStream;
import dev.drover.client.WriteOptions;
import dev.drover.runtime.webhook.Conversion;
import dev.drover.runtime.webhook.WebhookCaller;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// Requests in a version that is not the stored one, of every verb.
@ExtendWith(TestCluster.Supply.class)
abstract class ConversionRequestsContract {
  private static final String GROUP = "requests.drover.dev";

  @CustomResource(group = GROUP, version = "v1")
  record Gate(ObjectMeta metadata, Spec spec, @Nullable Status status)
      implements KubernetesObject, HasStatus<Gate.Status> {
    record Spec(int width, @Nullable String color) {}

    record Status(int passed) {}
  }

  @CustomResource(group = GROUP, version = "v1beta1", kind = "Gate", storage = false)
  record OldGate(ObjectMeta metadata, Spec spec, @Nullable Status status)
      implements KubernetesObject, HasStatus<OldGate.Status> {
    record Spec(String width, @Nullable String color) {}

    record Status(String passed) {}
  }

  private static final CountDownLatch NEVER = new CountDownLatch(1);

  /// Server-side apply converts objects that have some of the fields only.
  private static Gate toHub(OldGate gate) {
    String width = gate.spec.width;
    return new Gate(
        changed(gate.metadata()),
        new Gate.Spec(width.isEmpty() ? 0 : Integer.parseInt(width), gate.spec.color),
        gate.status == null ? null : new Gate.Status(Integer.parseInt(gate.status.passed)));
  }

  private static OldGate fromHub(Gate gate) {
    return new OldGate(
        changed(gate.metadata()),
        new OldGate.Spec("" + gate.spec.width, gate.spec.color),
        gate.status == null ? null : new OldGate.Status("" + gate.status.passed));
  }

  /// What a function does wrong, as the name of the object says.
  private static ObjectMeta changed(ObjectMeta metadata) {
    return switch (metadata.name()) {
      case "renamed" -> metadata.with(m -> m.name("other"));
      case "adopted" ->
          metadata.with(
              m ->
                  m.finalizers(List.of("drover.dev/converted"))
                      .ownerReference(
                          OwnerReference.builder()
                              .apiVersion("v1")
                              .kind("ConfigMap")
                              .name("a")
                              .uid("u")
                              .build())
                      .label("converted", "yes")
                      .annotation("drover.dev/converted", "yes"));
      case "mislabelled" -> metadata.with(m -> m.label("no label!", "yes"));
      case "slow" -> slow(metadata);
      case "recursive" -> changed(metadata);
      default -> metadata;
    };
  }

  private static ObjectMeta slow(ObjectMeta metadata) {
    try {
      NEVER.await();
      return metadata;
    } catch (InterruptedException e) {
      throw new IllegalStateException("interrupted", e);
    }
  }

  private static final Conversion<Gate> CONVERSION =
      Conversion.hub(Gate.class)
          .spoke(
              OldGate.class,
              ConversionRequestsContract::toHub,
              ConversionRequestsContract::fromHub);

  private static final WebhookCaller CALLER = new WebhookCaller();

  private static Client client;
  private static Manager manager;

  @BeforeAll
  static void start(TestCluster cluster) throws Exception {
    client = Client.connect(cluster.config());
    manager =
        Manager.connect(
            "gates",
            cluster.config(),
            ManagerOptions.defaults()
                .with(
                    o ->
                        o.webhooks(
                            w ->
                                w.port(0)
                                    .timeout(Duration.ofSeconds(2))
                                    .certificate(CALLER.newCertificate()))));
    manager.conversions(CONVERSION);
    manager.start();
    manager.install(
        ConversionWebhook.url(
                "https://127.0.0.1:%d/convert".formatted(manager.webhookPort().orElseThrow()))
            .withAuthority(CALLER.authorityPem()),
        Gate.class,
        OldGate.class);
  }

  @AfterAll
  static void stop() throws Exception {
    ResourceClient<DynamicObject> definitions =
        client.resources(Kind.dynamic(Crd.KIND, "customresourcedefinitions", Scope.CLUSTER));
    String name = "gates." + GROUP;
    definitions.delete(name);
    Eventually.holds("the definition is gone", () -> definitions.find(name).isEmpty());
    manager.close();
    client.close();
  }

  private static ObjectMeta named(String name) {
    return ObjectMeta.builder().namespace("default").name(name).build();
  }

  private static Gate create(String name) {
    return client.create(new Gate(named(name), new Gate.Spec(3, "red"), null));
  }

  @Test
  void statusIsWrittenInEveryVersion() {
    create("status");
    OldGate old = client.get(OldGate.class, "default", "status");
    OldGate written = client.updateStatus(old, new OldGate.Status("5"));
    assertThat(written.status()).isEqualTo(new OldGate.Status("5"));
    Gate gate = client.get(Gate.class, "default", "status");
    assertThat(gate.status()).isEqualTo(new Gate.Status(5));
    assertThat(gate.metadata().generation()).isEqualTo(1);
    client.updateStatus(gate, new Gate.Status(6));
    assertThat(client.get(OldGate.class, "default", "status").status())
        .isEqualTo(new OldGate.Status("6"));
  }

  @Test
  void watchOfOneVersionBringsChangesMadeInTheOther() {
    Gate before = create("watched");
    ResourceClient<OldGate> old = client.resources(OldGate.class).inNamespace("default");
    try (WatchStream<OldGate> events =
        old.watch(
            WatchOptions.defaults()
                .with(
                    o ->
                        o.resourceVersion(before.metadata().resourceVersion())
                            .timeout(Duration.ofMinutes(1))))) {
      client.update(new Gate(before.metadata(), new Gate.Spec(4, "red"), null));
      OldGate changed = object(events, "watched");
      assertThat(changed.spec()).isEqualTo(new OldGate.Spec("4", "red"));
      assertThat(changed.metadata().labels()).isEmpty();
      client.resources(Gate.class).inNamespace("default").delete("watched");
      assertThat(object(events, "watched").spec().width()).isEqualTo("4");
    }
  }

  private static OldGate object(WatchStream<OldGate> events, String name) {
    while (events.hasNext()) {
      @Nullable OldGate found =
          switch (events.next()) {
            case WatchEvent.Added<OldGate>(OldGate object) -> object;
            case WatchEvent.Modified<OldGate>(OldGate object) -> object;
            case WatchEvent.Deleted<OldGate>(OldGate object) -> object;
            case WatchEvent.Bookmark<OldGate> _, WatchEvent.Failed<OldGate> _ -> null;
          };
      if (found != null && found.name().equals(name)) {
        return found;
      }
    }
    throw new AssertionError("the watch ended: " + events.failure());
  }

  @Test
  void patchAndApplyWorkInEveryVersion() {
    create("patched");
    client
        .resources(OldGate.class)
        .inNamespace("default")
        .patch("patched", Patch.merge("{\"spec\": {\"width\": \"7\"}}"));
    assertThat(client.get(Gate.class, "default", "patched").spec().width()).isEqualTo(7);

    Client applying = client.writing(WriteOptions.defaults().with(o -> o.fieldManager("painter")));
    applying.apply(new OldGate(named("applied"), new OldGate.Spec("1", "blue"), null));
    applying.apply(new Gate(named("applied"), new Gate.Spec(2, null), null));
    Gate applied = client.get(Gate.class, "default", "applied");
    assertThat(applied.spec().width()).isEqualTo(2);
    assertThat(applied.spec().color()).as("no longer applied").isNull();
  }

  @Test
  void ofTheMetadataOnlyLabelsAndAnnotationsAreTakenFromAConversion() {
    create("adopted");
    OldGate old = client.get(OldGate.class, "default", "adopted");
    assertThat(old.metadata().labels()).containsEntry("converted", "yes");
    assertThat(old.metadata().annotations()).containsEntry("drover.dev/converted", "yes");
    assertThat(old.metadata().finalizers()).isEmpty();
    assertThat(old.metadata().ownerReferences()).extracting(OwnerReference::name).isEmpty();
  }

  @Test
  void conversionThatChangesTheNameIsRefused() {
    create("renamed");
    assertThatThrownBy(() -> client.get(OldGate.class, "default", "renamed"))
        .isInstanceOf(ApiException.ServerError.class)
        .hasMessageContaining("must have the same name: renamed != other");
    client.resources(Gate.class).inNamespace("default").delete("renamed");
  }

  @Test
  void conversionThatMakesAnInvalidLabelIsRefused() {
    create("mislabelled");
    assertThatThrownBy(() -> client.get(OldGate.class, "default", "mislabelled"))
        .isInstanceOf(ApiException.ServerError.class)
        .hasMessageContaining("no label!");
    client.resources(Gate.class).inNamespace("default").delete("mislabelled");
  }

  @Test
  void conversionThatIsSlowIsInterrupted() {
    create("slow");
    assertThatThrownBy(() -> client.get(OldGate.class, "default", "slow"))
        .isInstanceOf(ApiException.ServerError.class)
        .hasMessageContaining("the conversion took longer than 2000 ms");
    client.resources(Gate.class).inNamespace("default").delete("slow");
    create("quick");
    assertThat(client.get(OldGate.class, "default", "quick").spec().width()).isEqualTo("3");
  }

  @Test
  void conversionThatNeverEndsItsRecursionIsAnAnswer() {
    create("recursive");
    assertThatThrownBy(() -> client.get(OldGate.class, "default", "recursive"))
        .isInstanceOf(ApiException.ServerError.class)
        .hasMessageContaining("cannot convert object 'recursive': java.lang.StackOverflowError");
    client.resources(Gate.class).inNamespace("default").delete("recursive");
  }
}
