package dev.drover.crd;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.CustomResource;
import dev.drover.api.HasStatus;
import dev.drover.api.KubernetesObject;
import dev.drover.api.ListKeys;
import dev.drover.api.ObjectMeta;
import dev.drover.api.crd.Crd;
import dev.drover.api.crd.Default;
import dev.drover.api.crd.Description;
import dev.drover.api.crd.Minimum;
import dev.drover.api.crd.Pattern;
import dev.drover.api.crd.PrinterColumn;
import dev.drover.api.crd.Rule;
import dev.drover.api.crd.Scale;
import dev.drover.api.crd.SelectableField;
import dev.drover.api.crd.Size;
import dev.drover.api.crd.Union;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// The code of docs/crds.md.
class ShopCrdTest {
  // tag::type
  @CustomResource(group = "example.dev", version = "v1", shortNames = "sh")
  @Scale(specReplicas = ".spec.tills", statusReplicas = ".status.tills")
  @PrinterColumn(name = "Age", jsonPath = ".metadata.creationTimestamp", type = "date")
  record Shop(ObjectMeta metadata, Spec spec, @Nullable Status status)
      implements KubernetesObject, HasStatus<Shop.Status> {

    @Rule(value = "self.tills <= self.max", message = "tills must not exceed max")
    record Spec(
        @Description("Open tills.") @Minimum(0) @PrinterColumn int tills,
        @Default("10") int max,
        @Pattern("^#[0-9a-f]{6}$") @SelectableField String color,
        @ListKeys("name") @Size(max = 20) List<Shelf> shelves,
        @Nullable Delivery delivery) {}

    record Shelf(String name, @Default("3") int boards) {}

    @Union // {"van": {"plate": "..."}} or {"bike": {}}
    sealed interface Delivery permits Van, Bike {}

    record Van(String plate) implements Delivery {}

    record Bike(@Nullable String rider) implements Delivery {}

    record Status(int tills) {}
  } // end::type

  // tag::tests
  @Test
  void validatorChecksAShopAsAServerWould() {
    Shop.Spec spec = new Shop.Spec(11, 10, "#ff0000", List.of(), null);
    Shop shop = new Shop(ObjectMeta.builder().name("a").build(), spec, null);
    assertThat(Validator.of(Shop.class).validate(shop).message())
        .isEqualTo(
            "Shop.example.dev \"a\" is invalid: spec: Invalid value: tills must not exceed max");
  }

  @Test
  void definitionStaysCompatible() {
    Crd released = Crd.of(Shop.class); // in a project: Crd.parse(Files.readString(...)).getFirst()
    CrdDiff.between(released, Crd.of(Shop.class)).requireCompatible();
  } // end::tests
}
