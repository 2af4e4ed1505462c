package dev.drover.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.Condition;
import dev.drover.api.CustomResource;
import dev.drover.api.HasStatus;
import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.api.ListKeys;
import dev.drover.api.ObjectMeta;
import dev.drover.api.Patch;
import dev.drover.client.Client;
import dev.drover.client.ResourceClient;
import dev.drover.client.WriteOptions;
import dev.drover.model.core.v1.Container;
import dev.drover.model.core.v1.ContainerPort;
import dev.drover.model.core.v1.PodTemplateSpec;
import dev.drover.runtime.internal.Definitions;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// The definition that is made from a record says how lists are merged, so that two appliers of
/// different items do not conflict.
@ExtendWith(TestCluster.Supply.class)
abstract class DefinitionListsContract {
  private static final Kind<Ferry> FERRY = Kind.of(Ferry.class);
  private static final String NAME = "plain";

  @CustomResource(group = "sea.drover.dev", version = "v1")
  record Ferry(ObjectMeta metadata, FerrySpec spec, @Nullable FerryStatus status)
      implements KubernetesObject, HasStatus<FerryStatus> {}

  record FerrySpec(PodTemplateSpec template, @ListKeys("name") List<Deck> decks) {}

  record Deck(String name, int cars) {}

  record FerryStatus(List<Condition> conditions) {}

  private Client client;
  private ResourceClient<Ferry> ferries;

  @BeforeEach
  void install(TestCluster cluster) throws Exception {
    client = Client.connect(cluster.config());
    Definitions.install(client, FERRY);
    ferries = client.resources(FERRY).inNamespace("default");
    ferries.find(NAME).ifPresent(old -> ferries.delete(NAME));
  }

  @AfterEach
  void close() {
    client.close();
  }

  private static Map<String, Object> object(String field, Object value) {
    return Map.of(
        "apiVersion",
        "sea.drover.dev/v1",
        "kind",
        "Ferry",
        "metadata",
        Map.of("name", NAME, "namespace", "default"),
        field,
        value);
  }

  private void applyStatus(String manager, String type) {
    Map<String, Object> condition =
        Map.of(
            "type", type,
            "status", "True",
            "reason", "Test",
            "message", "",
            "lastTransitionTime", "2026-01-01T00:00:00Z");
    Map<String, Object> status = object("status", Map.of("conditions", List.of(condition)));
    ferries
        .writing(WriteOptions.defaults().with(o -> o.fieldManager(manager)))
        .patch(NAME, Patch.apply(status), "status");
  }

  private void applySpec(String manager, String container, int port, String deck) {
    Map<String, Object> pod =
        Map.of(
            "containers",
            List.of(
                Map.of(
                    "name", container,
                    "ports", List.of(Map.of("containerPort", port)),
                    "env", List.of(Map.of("name", manager, "value", "1")))));
    Map<String, Object> spec =
        Map.of(
            "template", Map.of("spec", pod),
            "decks", List.of(Map.of("name", deck, "cars", 1)));
    ferries
        .writing(WriteOptions.defaults().with(o -> o.fieldManager(manager)))
        .patch(NAME, Patch.apply(object("spec", spec)));
  }

  @Test
  void twoWritersOfConditionsDoNotConflict() {
    applySpec("base", "hull", 80, "main");
    applyStatus("one", "Ready");
    applyStatus("two", "Loaded");
    applyStatus("one", "Ready");
    FerryStatus status = Objects.requireNonNull(ferries.get(NAME).status());
    assertThat(status.conditions()).extracting(Condition::type).containsExactly("Ready", "Loaded");
  }

  @Test
  void twoWritersOfAnEmbeddedPodTemplateDoNotConflict() {
    applySpec("one", "hull", 80, "main");
    applySpec("two", "sail", 80, "upper");
    applySpec("two", "hull", 81, "upper");
    FerrySpec spec = ferries.get(NAME).spec();
    assertThat(spec.decks()).extracting(Deck::name).containsExactly("main", "upper");
    Container hull = spec.template().spec().containers().getFirst();
    assertThat(hull.ports()).extracting(ContainerPort::containerPort).containsExactly(80, 81);
    assertThat(hull.ports()).extracting(ContainerPort::protocol).containsOnly("TCP");
    assertThat(hull.env()).hasSize(2);
  }
}
