package dev.drover.crd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.api.CustomResource;
import dev.drover.api.DynamicObject;
import dev.drover.api.GroupVersionKind;
import dev.drover.api.HasStatus;
import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.api.ObjectMeta;
import dev.drover.api.RawExtension;
import dev.drover.api.StatusCause;
import dev.drover.api.crd.Default;
import dev.drover.api.crd.Minimum;
import dev.drover.api.crd.Rule;
import dev.drover.api.crd.Size;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Objects are checked without a server, in the words of one.
class ValidatorTest {
  @CustomResource(group = "test.dev", version = "v1")
  record Shop(ObjectMeta metadata, ShopSpec spec, @Nullable ShopStatus status)
      implements KubernetesObject, HasStatus<ShopStatus> {}

  @Rule(value = "self.tills >= oldSelf.tills", message = "tills must not shrink")
  record ShopSpec(@Minimum(1) int tills, @Default("red") @Size(max = 8) String color) {}

  record ShopStatus(@Minimum(0) int open) {}

  private static final Validator VALIDATOR = Validator.of(Shop.class);

  private static Shop shop(int tills, @Nullable ShopStatus status) {
    return new Shop(
        ObjectMeta.builder().namespace("n").name("a").build(), new ShopSpec(tills, "red"), status);
  }

  @Test
  void typedObjectIsCheckedWithTheMessageOfTheServer() {
    assertThat(VALIDATOR.validate(shop(1, null)).isValid()).isTrue();
    Validation found = VALIDATOR.validate(shop(0, null));
    assertThat(found.isValid()).isFalse();
    assertThat(found.message())
        .isEqualTo(
            "Shop.test.dev \"a\" is invalid: spec.tills: Invalid value: 0: spec.tills in body"
                + " should be greater than or equal to 1");
    assertThat(found.causes()).extracting(StatusCause::field).containsExactly("spec.tills");
    assertThat(found.status().orElseThrow().code()).isEqualTo(422);
  }

  @Test
  void transitionRulesApplyOnlyToUpdates() {
    assertThat(VALIDATOR.validateUpdate(shop(2, null), shop(3, null)).isValid()).isTrue();
    assertThat(VALIDATOR.validateUpdate(shop(2, null), shop(1, null)).errors())
        .containsExactly("spec: Invalid value: tills must not shrink");
  }

  @Test
  void statusIsValidatedSeparately() {
    assertThat(VALIDATOR.validate(shop(1, new ShopStatus(-1))).isValid()).isTrue();
    assertThat(VALIDATOR.validateStatus(shop(1, null), shop(1, new ShopStatus(-1))).errors())
        .containsExactly(
            "status.open: Invalid value: -1: open in body should be greater than or equal to"
                + " 0");
  }

  @Test
  void unknownFieldsArePrunedAndDefaultsAreSet() {
    DynamicObject written =
        DynamicObject.named(Kind.of(Shop.class).gvk(), "n", "a")
            .with(Map.of("tills", 1L, "extra", 1L), "spec");
    assertThat(VALIDATOR.validate(written).unknownFields())
        .containsExactly("unknown field \"spec.extra\"");
    assertThat(VALIDATOR.pruned(written).map("spec")).isEqualTo(Map.of("tills", 1L));
    assertThat(VALIDATOR.defaulted(written).map("spec"))
        .isEqualTo(Map.of("tills", 1L, "color", "red"));
  }

  @Test
  void objectOfAnotherKindIsRefusedWithTheKnownKinds() {
    DynamicObject other =
        DynamicObject.named(new GroupVersionKind("test.dev", "v2", "Shop"), "n", "a");
    assertThatThrownBy(() -> VALIDATOR.validate(other))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no schema for test.dev/v2, Kind=Shop");
    assertThatThrownBy(() -> VALIDATOR.validateUpdate(other, shop(1, null)))
        .hasMessageContaining("cannot become");
  }

  @Test
  @SuppressWarnings("unchecked") // JSON objects have string keys
  void openApiReferencesAreResolved() {
    Map<String, @Nullable Object> document =
        (Map<String, @Nullable Object>)
            Objects.requireNonNull(
                RawExtension.ofJson(
                        """
                        {"openapi": "3.0.0", "paths": {
                          "/apis/test.dev/v1/namespaces/{namespace}/trees": {"post": {
                            "x-kubernetes-group-version-kind": {"group": "test.dev", "version": "v1", "kind": "Tree"}}}},
                         "components": {"schemas": {
                          "Tree": {"type": "object",
                            "x-kubernetes-group-version-kind": [{"group": "test.dev", "version": "v1", "kind": "Tree"}],
                            "properties": {"metadata": {"$ref": "#/components/schemas/Meta"},
                              "spec": {"allOf": [{"$ref": "#/components/schemas/Branch"}], "default": {}}}},
                          "Branch": {"type": "object", "properties": {"leaves": {"type": "integer", "minimum": 1},
                            "branches": {"type": "array", "items": {"$ref": "#/components/schemas/Branch"}},
                            "port": {"type": "string", "format": "int-or-string"}}},
                          "Meta": {"type": "object"}}}}
                        """)
                    .tree());
    Validator validator = Validator.ofOpenApi(document);
    GroupVersionKind tree = new GroupVersionKind("test.dev", "v1", "Tree");
    assertThat(validator.kinds()).containsExactly(tree);
    DynamicObject good =
        DynamicObject.named(tree, "n", "a").with(Map.of("leaves", 1L, "port", 80L), "spec");
    assertThat(validator.validate(good).errors()).isEmpty();
    assertThat(validator.validate(good.with(0L, "spec", "leaves")).errors())
        .containsExactly(
            "spec.leaves: Invalid value: 0: spec.leaves in body should be greater than or equal to"
                + " 1");
  }
}
