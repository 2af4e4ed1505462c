package dev.drover.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.api.Condition;
import dev.drover.api.CustomResource;
import dev.drover.api.DynamicObject;
import dev.drover.api.HasStatus;
import dev.drover.api.IntOrString;
import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.api.ListKeys;
import dev.drover.api.Name;
import dev.drover.api.ObjectMeta;
import dev.drover.api.Quantity;
import dev.drover.api.RawExtension;
import dev.drover.api.crd.AllowNull;
import dev.drover.api.crd.AllowedValues;
import dev.drover.api.crd.Atomic;
import dev.drover.api.crd.Crd;
import dev.drover.api.crd.Default;
import dev.drover.api.crd.Description;
import dev.drover.api.crd.EmbeddedResource;
import dev.drover.api.crd.ListSet;
import dev.drover.api.crd.Maximum;
import dev.drover.api.crd.Minimum;
import dev.drover.api.crd.MultipleOf;
import dev.drover.api.crd.Pattern;
import dev.drover.api.crd.PreserveUnknownFields;
import dev.drover.api.crd.PrinterColumn;
import dev.drover.api.crd.Required;
import dev.drover.api.crd.Rule;
import dev.drover.api.crd.Scale;
import dev.drover.api.crd.SelectableField;
import dev.drover.api.crd.Size;
import dev.drover.api.crd.StringFormat;
import dev.drover.api.crd.Union;
import dev.drover.client.ApiException;
import dev.drover.client.Client;
import dev.drover.client.ResourceClient;
import dev.drover.model.apiextensions.v1.CustomResourceDefinition;
import dev.drover.model.core.v1.PodTemplateSpec;
import dev.drover.runtime.internal.Definitions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// A server accepts the definition of a record that uses every annotation, and enforces it.
@ExtendWith(TestCluster.Supply.class)
abstract class CrdContract {
  @CustomResource(group = "crd.drover.dev", version = "v1", shortNames = "pla", categories = "all")
  @Scale(
      specReplicas = ".spec.replicas",
      statusReplicas = ".status.replicas",
      selector = ".status.selector")
  @PrinterColumn(
      name = "Age",
      jsonPath = ".metadata.creationTimestamp",
      type = "date",
      priority = 1)
  @SelectableField(".spec.zone")
  @Description("A plant.")
  @Rule(value = "self.metadata.name.size() < 30", message = "the name is too long")
  record Plant(ObjectMeta metadata, PlantSpec spec, @Nullable PlantStatus status)
      implements KubernetesObject, HasStatus<PlantStatus> {}

  @CustomResource(
      group = "crd.drover.dev",
      version = "v1beta1",
      kind = "Plant",
      storage = false,
      deprecationWarning = "plants are v1 now")
  record OldPlant(ObjectMeta metadata, @PreserveUnknownFields @Nullable OldSpec spec)
      implements KubernetesObject {}

  record OldSpec(@Nullable String zone) {}

  enum Light {
    @Name("full-sun")
    SUN,
    SHADE
  }

  @Rule(
      value = "self.replicas <= self.most",
      messageExpression = "'too many in ' + self.zone",
      reason = Rule.Reason.FORBIDDEN,
      fieldPath = ".replicas")
  @Rule(
      value = "!oldSelf.hasValue() || self.zone == oldSelf.value().zone",
      optionalOldSelf = true,
      message = "zone is immutable")
  record PlantSpec(
      @PrinterColumn @Minimum(0) @Maximum(value = 100, exclusive = true) @Default("1") int replicas,
      @Default("50") @MultipleOf(5) int most,
      @Size(min = 1, max = 63) @Pattern("^[a-z]+$") String zone,
      @Default("SHADE") Light light,
      @Size(max = 3) @ListSet List<@Size(max = 12) @StringFormat("hostname") String> hosts,
      @Size(max = 10) @ListKeys("name") List<Pot> pots,
      @Atomic Map<String, @Minimum(0) Integer> stock,
      @AllowNull @Nullable String note,
      @Required List<String> owners,
      @AllowedValues({"1", "2"}) @Nullable Integer level,
      @Nullable Source source,
      Optional<Step> step,
      @EmbeddedResource @Nullable RawExtension object,
      @Nullable PodTemplateSpec template,
      @PreserveUnknownFields @Nullable Extra extra,
      @Nullable Quantity memory,
      @Nullable IntOrString port,
      @Nullable Duration timeout,
      @Nullable Instant since,
      @Nullable Object anything) {}

  record Pot(String name, @Default("3") int litres) {}

  record Extra(@Nullable String known) {}

  @Union
  sealed interface Source permits Seed, Cutting {}

  record Seed(String brand) implements Source {}

  record Cutting(String parent) implements Source {}

  @Union(discriminator = "type")
  sealed interface Step permits Water, Prune {}

  record Water(int litres) implements Step {}

  record Prune(String branch) implements Step {}

  record PlantStatus(int replicas, @Nullable String selector, List<Condition> conditions) {}

  private Client client;
  private ResourceClient<Plant> plants;
  private ResourceClient<DynamicObject> raw;

  @BeforeEach
  void install(TestCluster cluster) throws Exception {
    client = Client.connect(cluster.config());
    Definitions.installAll(client, List.of(Kind.of(Plant.class), Kind.of(OldPlant.class)));
    plants = client.resources(Kind.of(Plant.class)).inNamespace("default");
    raw =
        client
            .resources(
                Kind.dynamic(Kind.of(Plant.class).gvk(), "plants", dev.drover.api.Scope.NAMESPACED))
            .inNamespace("default");
    plants.find("fern").ifPresent(old -> plants.delete("fern"));
  }

  @AfterEach
  void close() {
    client.close();
  }

  private static DynamicObject plant(Map<String, ?> spec) {
    return DynamicObject.named(Kind.of(Plant.class).gvk(), "default", "fern").with(spec, "spec");
  }

  @Test
  void definitionReadsBackAsItWasWritten() {
    var stored = client.get(CustomResourceDefinition.class, "plants.crd.drover.dev");
    Crd made = Crd.of(Plant.class, OldPlant.class);
    assertThat(Crd.ofObject(stored).versions()).isEqualTo(made.versions());
    assertThat(made.as(CustomResourceDefinition.class).spec().versions())
        .isEqualTo(stored.spec().versions());
  }

  @Test
  void objectOfEveryTypeRoundTrips() {
    Plant made =
        new Plant(
            ObjectMeta.builder().namespace("default").name("fern").build(),
            new PlantSpec(
                2,
                50,
                "north",
                Light.SUN,
                List.of("ab.com"),
                List.of(new Pot("p", 4)),
                Map.of("x", 1),
                "n",
                List.of("o"),
                2,
                new Cutting("c"),
                Optional.of(new Water(3)),
                RawExtension.ofJson(
                    "{\"a\":1,\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\"x\"}}"),
                null,
                new Extra("k"),
                Quantity.parse("100Mi"),
                IntOrString.of("25%"),
                Duration.ofSeconds(30),
                Instant.parse("2026-01-01T00:00:00Z"),
                Map.of("free", List.of(1L))),
            null);
    plants.create(made);
    assertThat(plants.get("fern").spec()).isEqualTo(made.spec());
  }

  @Test
  void serverSetsDefaultsThatTheRecordDeclares() {
    raw.create(
        plant(Map.of("zone", "north", "owners", List.of(), "pots", List.of(Map.of("name", "a")))));
    PlantSpec spec = plants.get("fern").spec();
    assertThat(spec.replicas()).isEqualTo(1);
    assertThat(spec.most()).isEqualTo(50);
    assertThat(spec.light()).isEqualTo(Light.SHADE);
    assertThat(spec.pots()).containsExactly(new Pot("a", 3));
  }

  @Test
  void serverRefusesWhatTheAnnotationsForbid() {
    assertThatThrownBy(() -> raw.create(plant(Map.of("zone", "NORTH", "replicas", 100L))))
        .isInstanceOf(ApiException.class)
        .hasMessageContaining("spec.zone: Invalid value")
        .hasMessageContaining("spec.replicas: Invalid value")
        .hasMessageContaining("spec.owners: Required value");
    assertThatThrownBy(
            () ->
                raw.create(
                    plant(Map.of("zone", "n", "owners", List.of(), "replicas", 7L, "most", 5L))))
        .hasMessageContaining("spec.replicas: Forbidden: too many in n");
    assertThatThrownBy(
            () ->
                raw.create(
                    plant(
                        Map.of(
                            "zone", "n",
                            "owners", List.of(),
                            "source",
                                Map.of(
                                    "seed",
                                    Map.of("brand", "b"),
                                    "cutting",
                                    Map.of("parent", "p"))))))
        .hasMessageContaining("spec.source");
    assertThatThrownBy(
            () ->
                raw.create(
                    plant(
                        Map.of("zone", "n", "owners", List.of(), "step", Map.of("type", "Water")))))
        .hasMessageContaining("spec.step");
  }

  @Test
  void transitionRuleRefusesTheChange() {
    raw.create(plant(Map.of("zone", "north", "owners", List.of())));
    DynamicObject stored = raw.get("fern");
    assertThatThrownBy(() -> raw.update(stored.with("south", "spec", "zone")))
        .hasMessageContaining("zone is immutable");
  }
}
