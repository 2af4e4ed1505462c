package dev.drover.api.crd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.api.Condition;
import dev.drover.api.CustomResource;
import dev.drover.api.HasStatus;
import dev.drover.api.IntOrString;
import dev.drover.api.KubernetesObject;
import dev.drover.api.ListKeys;
import dev.drover.api.Name;
import dev.drover.api.ObjectMeta;
import dev.drover.api.Quantity;
import dev.drover.api.RawExtension;
import dev.drover.api.Scope;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Definitions are made from records and their annotations.
class CrdTest {
  @CustomResource(
      group = "test.dev",
      version = "v1",
      shortNames = "sh",
      categories = "all",
      singular = "onlyshop")
  @Scale(
      specReplicas = ".spec.tills",
      statusReplicas = ".status.tills",
      selector = ".status.selector")
  @PrinterColumn(
      name = "Age",
      jsonPath = ".metadata.creationTimestamp",
      type = "date",
      priority = 1)
  @Description("A shop.")
  @Rule(value = "self.metadata.name.size() < 20", message = "the name is too long")
  record Shop(ObjectMeta metadata, ShopSpec spec, @Nullable ShopStatus status)
      implements KubernetesObject, HasStatus<ShopStatus> {}

  @Rule(
      value = "self.tills <= self.max",
      messageExpression = "'at most ' + string(self.max)",
      reason = Rule.Reason.FORBIDDEN,
      fieldPath = ".tills")
  @Rule(
      value = "!oldSelf.hasValue() || self.color == oldSelf.value().color",
      optionalOldSelf = true)
  record ShopSpec(
      @PrinterColumn @Minimum(1) @Maximum(value = 100, exclusive = true) @MultipleOf(1) int tills,
      int max,
      @Description("The colour.") @Pattern("^#[0-9a-f]{6}$") @SelectableField String color,
      @Default("small") Size_ size,
      @Default("2") int floors,
      @Size(min = 1, max = 3) @ListSet List<@Size(max = 5) @StringFormat("hostname") String> hosts,
      @ListKeys("name") List<Shelf> shelves,
      @Atomic Map<String, @Minimum(0) Integer> stock,
      @AllowNull @Nullable String note,
      @Required List<String> owners,
      @AllowedValues({"1", "2"}) @Nullable Integer level,
      Source source,
      Optional<Step> step,
      @EmbeddedResource @Nullable RawExtension template,
      @PreserveUnknownFields @Nullable Extra extra,
      @Nullable Quantity memory,
      @Nullable IntOrString port,
      @Nullable Duration timeout,
      @Nullable Instant since,
      @Nullable Object anything) {}

  enum Size_ {
    @Name("small")
    SMALL,
    LARGE
  }

  record Shelf(String name, int boards) {}

  record Extra(String known) {}

  @Union
  sealed interface Source permits Git, Image {}

  record Git(String url) implements Source {}

  @Name("picture")
  record Image(String name) implements Source {}

  @Union(discriminator = "type")
  sealed interface Step permits Run, Wait {}

  record Run(String command, @Nullable String name) implements Step {}

  record Wait(int seconds, @Nullable String name) implements Step {}

  record ShopStatus(int tills, @Nullable String selector, List<Condition> conditions) {}

  private static final Crd CRD = Crd.of(Shop.class);

  @SuppressWarnings("unchecked") // JSON objects have string keys
  private static Map<String, Object> at(String... path) {
    Object here = CRD.storedVersion().schema();
    for (String step : path) {
      here = ((Map<?, ?>) ((Map<?, ?>) here).get("properties")).get(step);
    }
    return (Map<String, Object>) here;
  }

  @Test
  void valueConstraintsBecomeKeywordsOfTheSchema() {
    assertThat(at("spec", "tills"))
        .isEqualTo(
            Map.of(
                "type",
                "integer",
                "format",
                "int32",
                "minimum",
                1L,
                "maximum",
                100L,
                "exclusiveMaximum",
                true,
                "multipleOf",
                1L));
    assertThat(at("spec", "color"))
        .isEqualTo(
            Map.of("type", "string", "pattern", "^#[0-9a-f]{6}$", "description", "The colour."));
    assertThat(at("spec", "level").get("enum")).isEqualTo(List.of(1L, 2L));
    assertThat(at("spec", "note").get("nullable")).isEqualTo(true);
  }

  @Test
  void typeArgumentsHaveConstraintsOfTheirOwn() {
    assertThat(at("spec", "hosts"))
        .isEqualTo(
            Map.of(
                "type",
                "array",
                "minItems",
                1L,
                "maxItems",
                3L,
                "x-kubernetes-list-type",
                "set",
                "items",
                Map.of("type", "string", "maxLength", 5L, "format", "hostname")));
    assertThat(at("spec", "stock"))
        .isEqualTo(
            Map.of(
                "type", "object",
                "x-kubernetes-map-type", "atomic",
                "additionalProperties",
                    Map.of("type", "integer", "format", "int32", "minimum", 0L)));
  }

  @Test
  void fieldWithADefaultIsNotRequired() {
    assertThat(at("spec", "floors").get("default")).isEqualTo(2L);
    assertThat(at("spec", "size").get("default")).isEqualTo("small");
    assertThat(at("spec").get("required"))
        .isEqualTo(List.of("color", "max", "owners", "source", "tills"));
  }

  @Test
  void rulesKeepTheirOrderAndAllTheirParts() {
    assertThat(at("spec").get("x-kubernetes-validations"))
        .isEqualTo(
            List.of(
                Map.of(
                    "rule", "self.tills <= self.max",
                    "messageExpression", "'at most ' + string(self.max)",
                    "reason", "FieldValueForbidden",
                    "fieldPath", ".tills"),
                Map.of(
                    "rule",
                    "!oldSelf.hasValue() || self.color == oldSelf.value().color",
                    "optionalOldSelf",
                    true)));
    assertThat(at().get("description")).isEqualTo("A shop.");
  }

  @Test
  void unionByKeyHasOneOfItsKeys() {
    assertThat(at("spec", "source").get("oneOf"))
        .isEqualTo(
            List.of(Map.of("required", List.of("git")), Map.of("required", List.of("picture"))));
    assertThat(at("spec", "source", "git").get("required")).isEqualTo(List.of("url"));
  }

  @Test
  void unionByDiscriminatorRequiresTheFieldsOfItsRecord() {
    assertThat(at("spec", "step").get("required")).isEqualTo(List.of("type"));
    assertThat(at("spec", "step", "type").get("enum")).isEqualTo(List.of("Run", "Wait"));
    assertThat(at("spec", "step").get("oneOf"))
        .isEqualTo(
            List.of(
                Map.of(
                    "properties", Map.of("type", Map.of("enum", List.of("Run"))),
                    "required", List.of("command")),
                Map.of(
                    "properties", Map.of("type", Map.of("enum", List.of("Wait"))),
                    "required", List.of("seconds"))));
  }

  @Test
  void typesOfKubernetesHaveTheSchemasOfControllerGen() {
    assertThat(at("spec", "memory"))
        .containsEntry("x-kubernetes-int-or-string", true)
        .containsKeys("anyOf", "pattern");
    assertThat(at("spec", "port")).containsOnlyKeys("anyOf", "x-kubernetes-int-or-string");
    assertThat(at("spec", "timeout")).isEqualTo(Map.of("type", "string"));
    assertThat(at("spec", "since")).isEqualTo(Map.of("type", "string", "format", "date-time"));
    assertThat(at("spec", "anything"))
        .isEqualTo(Map.of("x-kubernetes-preserve-unknown-fields", true));
    assertThat(at("spec", "template"))
        .isEqualTo(
            Map.of(
                "type", "object",
                "x-kubernetes-embedded-resource", true,
                "x-kubernetes-preserve-unknown-fields", true));
    assertThat(at("spec", "extra")).containsEntry("x-kubernetes-preserve-unknown-fields", true);
    Map<?, ?> condition = (Map<?, ?>) at("status", "conditions").get("items");
    assertThat(condition.get("required"))
        .isEqualTo(List.of("lastTransitionTime", "message", "reason", "status", "type"));
    assertThat(((Map<?, ?>) ((Map<?, ?>) condition.get("properties")).get("status")).get("enum"))
        .isEqualTo(List.of("True", "False", "Unknown"));
  }

  @Test
  void versionHasColumnsSubresourcesAndSelectableFields() {
    Map<String, ?> version = CRD.storedVersion().tree();
    assertThat(version.get("additionalPrinterColumns"))
        .isEqualTo(
            List.of(
                Map.of("name", "Tills", "type", "integer", "jsonPath", ".spec.tills"),
                Map.of(
                    "name", "Age",
                    "type", "date",
                    "jsonPath", ".metadata.creationTimestamp",
                    "priority", 1L)));
    assertThat(version.get("subresources"))
        .isEqualTo(
            Map.of(
                "status", Map.of(),
                "scale",
                    Map.of(
                        "specReplicasPath", ".spec.tills",
                        "statusReplicasPath", ".status.tills",
                        "labelSelectorPath", ".status.selector")));
    assertThat(version.get("selectableFields"))
        .isEqualTo(List.of(Map.of("jsonPath", ".spec.color")));
    assertThat(CRD.toObject().map("spec", "names"))
        .isEqualTo(
            Map.of(
                "kind", "Shop",
                "listKind", "ShopList",
                "plural", "shops",
                "singular", "onlyshop",
                "shortNames", List.of("sh"),
                "categories", List.of("all")));
  }

  @Test
  void yamlAndJsonReadBackAsTheSameDefinition() {
    assertThat(Crd.parse(CRD.toYaml())).containsExactly(CRD);
    assertThat(Crd.parse(CRD.toJson())).containsExactly(CRD);
    assertThat(CRD.toYaml()).isEqualTo(Crd.of(Shop.class).toYaml()).startsWith("apiVersion:");
    assertThat(Crd.ofObject(CRD.toObject())).isEqualTo(CRD);
  }

  @CustomResource(
      group = "test.dev",
      version = "v1beta1",
      kind = "Shop",
      plural = "shops",
      storage = false,
      deprecated = true,
      deprecationWarning = "use v1")
  record OldShop(ObjectMeta metadata) implements KubernetesObject {}

  @CustomResource(group = "test.dev", version = "v2", kind = "Shop", plural = "shops")
  record NewShop(ObjectMeta metadata) implements KubernetesObject {}

  @CustomResource(
      group = "test.dev",
      version = "v3",
      kind = "Shop",
      plural = "shops",
      scope = Scope.CLUSTER,
      storage = false)
  record ClusterShop(ObjectMeta metadata) implements KubernetesObject {}

  @Test
  void severalVersionsHaveExactlyOneThatIsStored() {
    Crd both = Crd.of(Shop.class, OldShop.class);
    assertThat(both.versions()).extracting(Crd.Version::name).containsExactly("v1", "v1beta1");
    assertThat(both.storedVersion().name()).isEqualTo("v1");
    assertThat(Crd.of(OldShop.class, Shop.class).toYaml())
        .as("in any order")
        .isEqualTo(both.toYaml())
        .contains("shortNames");
    assertThat(both.version("v1beta1").orElseThrow().isDeprecated()).isTrue();
    assertThat(both.version("v1beta1").orElseThrow().tree())
        .containsEntry("deprecationWarning", "use v1");
    assertThatThrownBy(() -> Crd.of(Shop.class, NewShop.class))
        .hasMessage(
            "Shop.test.dev is stored in versions [v1, v2]: exactly one version is, the others say"
                + " @CustomResource(storage = false)");
    assertThatThrownBy(() -> Crd.of(OldShop.class)).hasMessageContaining("stored in no version");
    assertThatThrownBy(() -> Crd.of(Shop.class, ClusterShop.class))
        .hasMessageContaining("are not versions of one kind");
    assertThatThrownBy(() -> Crd.of(Shop.class, OldShop.class, OldShop.class))
        .hasMessageContaining("two records of one version");
  }

  @CustomResource(group = "test.dev", version = "v1")
  record Foreign(ObjectMeta metadata, ForeignSpec spec) implements KubernetesObject {}

  @io.fabric8.generator.annotation.ValidationRule(value = "self.a < 5", message = "too much")
  record ForeignSpec(
      @jakarta.validation.constraints.Min(1) @io.fabric8.generator.annotation.Max(10) int a,
      @jakarta.validation.constraints.DecimalMax(value = "2.5", inclusive = false) double b,
      @jakarta.validation.constraints.Size(max = 4) String c,
      @jakarta.validation.constraints.Pattern(regexp = "[a-z]+") String d,
      @jakarta.validation.constraints.NotNull @Nullable String e,
      @io.fabric8.generator.annotation.Default("7") int f,
      @io.fabric8.crd.generator.annotation.PrinterColumn(name = "GEE", priority = 2) boolean g) {}

  @Test
  void annotationsOfJakartaAndFabric8AreUnderstood() {
    Crd crd = Crd.of(Foreign.class);
    Map<?, ?> spec =
        (Map<?, ?>) ((Map<?, ?>) crd.storedVersion().schema().get("properties")).get("spec");
    Map<?, ?> fields = (Map<?, ?>) spec.get("properties");
    assertThat((Map<?, ?>) fields.get("a"))
        .isEqualTo(Map.of("type", "integer", "format", "int32", "minimum", 1L, "maximum", 10L));
    assertThat((Map<?, ?>) fields.get("b"))
        .isEqualTo(
            Map.of("type", "number", "format", "double", "maximum", 2.5, "exclusiveMaximum", true));
    assertThat((Map<?, ?>) fields.get("c")).isEqualTo(Map.of("type", "string", "maxLength", 4L));
    assertThat((Map<?, ?>) fields.get("d"))
        .isEqualTo(Map.of("type", "string", "pattern", "^(?:[a-z]+)$"));
    assertThat(((Map<?, ?>) fields.get("f")).get("default")).isEqualTo(7L);
    assertThat(spec.get("required")).isEqualTo(List.of("a", "b", "c", "d", "e", "g"));
    assertThat(spec.get("x-kubernetes-validations"))
        .isEqualTo(List.of(Map.of("rule", "self.a < 5", "message", "too much")));
    assertThat(crd.storedVersion().tree().get("additionalPrinterColumns"))
        .isEqualTo(
            List.of(
                Map.of("name", "GEE", "type", "boolean", "jsonPath", ".spec.g", "priority", 2L)));
  }

  @CustomResource(group = "test.dev", version = "v1")
  record SizeOfNumber(ObjectMeta metadata, @Size(max = 3) int number) implements KubernetesObject {}

  @CustomResource(group = "test.dev", version = "v1")
  record BoundOfText(ObjectMeta metadata, @Minimum(3) String text) implements KubernetesObject {}

  @CustomResource(group = "test.dev", version = "v1")
  record BadDefault(ObjectMeta metadata, @Default("three") int number)
      implements KubernetesObject {}

  @CustomResource(group = "test.dev", version = "v1")
  record Lookahead(ObjectMeta metadata, @Pattern("^(?!x)") String text)
      implements KubernetesObject {}

  @CustomResource(group = "test.dev", version = "v1")
  record SetOfRecords(ObjectMeta metadata, @ListSet List<Shelf> shelves)
      implements KubernetesObject {}

  @CustomResource(group = "test.dev", version = "v1")
  record WrongKey(ObjectMeta metadata, @ListKeys("nam") List<Shelf> shelves)
      implements KubernetesObject {}

  @CustomResource(group = "test.dev", version = "v1")
  @Scale
  record NoReplicas(ObjectMeta metadata) implements KubernetesObject {}

  record Cell(@PrinterColumn int width) {}

  @CustomResource(group = "test.dev", version = "v1")
  record ColumnInList(ObjectMeta metadata, List<Cell> cells) implements KubernetesObject {}

  @CustomResource(group = "test.dev", version = "v1")
  record EmptyRule(ObjectMeta metadata, @Rule(" ") int number) implements KubernetesObject {}

  @Test
  void annotationsThatDoNotFitAreErrorsThatNameThePlaceAndTheRemedy() {
    String here = CrdTest.class.getName() + "$";
    assertThatThrownBy(() -> Crd.of(SizeOfNumber.class))
        .hasMessage(
            here
                + "SizeOfNumber.number: @Size is for text, lists and maps; numbers have @Minimum"
                + " and @Maximum");
    assertThatThrownBy(() -> Crd.of(BoundOfText.class))
        .hasMessage(
            here + "BoundOfText.text: @Minimum is for numbers; text, lists and maps have @Size");
    assertThatThrownBy(() -> Crd.of(BadDefault.class))
        .hasMessage(
            here + "BadDefault.number: @Default(\"three\") is no JSON of type integer, such as 3");
    assertThatThrownBy(() -> Crd.of(Lookahead.class))
        .hasMessageContaining("Lookahead.text: @Pattern")
        .hasMessageContaining("write a @Rule");
    assertThatThrownBy(() -> Crd.of(SetOfRecords.class)).hasMessageContaining("write @ListKeys");
    assertThatThrownBy(() -> Crd.of(WrongKey.class))
        .hasMessageContaining("WrongKey.shelves: @ListKeys(nam) names no fields");
    assertThatThrownBy(() -> Crd.of(NoReplicas.class))
        .hasMessageContaining("@Scale: specReplicas .spec.replicas: there is no field 'spec'");
    assertThatThrownBy(() -> Crd.of(ColumnInList.class))
        .hasMessageContaining("Cell.width: @PrinterColumn is inside of a list");
    assertThatThrownBy(() -> Crd.of(EmptyRule.class)).hasMessageContaining("@Rule is empty");
  }
}
