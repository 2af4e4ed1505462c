package dev.drover.api.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.LIST;

import dev.drover.api.Condition;
import dev.drover.api.CustomResource;
import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.api.ListKeys;
import dev.drover.api.ObjectMeta;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Schemas of records say how server-side apply merges their lists.
class ListSchemaTest {
  @CustomResource(group = "test.dev", version = "v1")
  record Shop(ObjectMeta metadata, List<Condition> conditions, @ListKeys("name") List<Till> tills)
      implements KubernetesObject {}

  record Till(String name, int drawers) {}

  private static Map<?, ?> property(String name) {
    Map<?, ?> properties = (Map<?, ?>) Kind.of(Shop.class).schema().get("properties");
    return (Map<?, ?>) properties.get(name);
  }

  @Test
  void conditionsAreKnownByTheirType() {
    assertThat(property("conditions").get("x-kubernetes-list-type")).isEqualTo("map");
    assertThat(property("conditions").get("x-kubernetes-list-map-keys")).isEqualTo(List.of("type"));
  }

  @Test
  void annotatedListsAreKnownByTheirKeysWhichAreRequired() {
    assertThat(property("tills").get("x-kubernetes-list-map-keys")).isEqualTo(List.of("name"));
    Map<?, ?> items = (Map<?, ?>) property("tills").get("items");
    assertThat(items.get("required")).asInstanceOf(LIST).contains("name");
  }
}
