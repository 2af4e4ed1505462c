package dev.drover.client.ops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.api.DynamicObject;
import dev.drover.api.Manifests;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonPathTest {
  private static final DynamicObject POD =
      Manifests.parse(
              """
              apiVersion: v1
              kind: Pod
              metadata: {name: web-0, labels: {app.kubernetes.io/name: web}}
              spec:
                replicas: 3
                ratio: 1.5
                empty: ""
                containers: [{name: web, image: "nginx:1"}, {name: side, image: "side:2"}]
              status:
                ready: true
                conditions: [{type: Ready, status: "True"}, {type: Other, status: "False"}]
              """)
          .getFirst();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{.metadata.name}|web-0",
        ".metadata.name|web-0",
        "metadata.name|web-0",
        "{$.spec.replicas}|3",
        "{.spec.ratio}|1.5",
        "{.spec.empty}|''",
        "{.status.ready}|true",
        "{.spec.containers[0].image}|nginx:1",
        "{.spec.containers[-1].name}|side",
        "{.spec.containers[*].name}|web,side",
        "{.status.conditions[?(@.type==\"Ready\")].status}|True",
        "{.status.conditions[?(@.type!='Ready')].status}|False",
        "{.metadata.labels.app\\.kubernetes\\.io/name}|web",
        "{.metadata.labels['app\\.kubernetes\\.io/name']}|web",
      })
  void jsonPathFindsWhatKubectlPrints(String path, String found) {
    assertThat(String.join(",", JsonPath.parse(path).find(POD))).isEqualTo(found);
  }

  @Test
  void objectsAndListsAreFoundAsJson() {
    assertThat(JsonPath.parse("{.spec.containers[0]}").find(POD))
        .containsExactly("{\"image\":\"nginx:1\",\"name\":\"web\"}");
    assertThat(JsonPath.parse("{.metadata.labels}").find(POD))
        .containsExactly("{\"app.kubernetes.io/name\":\"web\"}");
    assertThat(JsonPath.parse("{.status.conditions}").find(POD))
        .containsExactly(
            "[{\"status\":\"True\",\"type\":\"Ready\"},{\"status\":\"False\",\"type\":\"Other\"}]");
  }

  @Test
  void operatorInsideOfQuotesIsText() {
    assertThat(JsonPath.parse("{.spec.containers[?(@.name!='a==b')].name}").find(POD))
        .containsExactly("web", "side");
    assertThat(JsonPath.parse("{.spec.containers[?(@['a==b']!='c')].name}").find(POD))
        .containsExactly("web", "side");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{.spec.none}",
        "{.spec.containers[9]}",
        "{.spec.containers[-3]}",
        "{.metadata.name.x}",
        "{.spec.containers[?(@.name==\"none\")]}"
      })
  void missingPartFindsNothing(String path) {
    assertThat(JsonPath.parse(path).find(POD)).isEqualTo(List.of());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{}",
        "{.a",
        "{.a}{.b}",
        "{..name}",
        "{.a[0:2]}",
        "{.a[1,2]}",
        "{.a[}",
        "{.a[?(@.b)]}",
        "{.a b}",
        "{range .items[*]}"
      })
  void unsupportedJsonPathIsRefused(String path) {
    assertThatThrownBy(() -> JsonPath.parse(path))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("JSONPath");
  }

  @Test
  void wantedComparesTextsAndPresence() {
    assertThat(Wanted.jsonPath("{.spec.replicas}", "3").test(POD)).isTrue();
    assertThat(Wanted.jsonPath("{.spec.replicas}", "4").test(POD)).isFalse();
    assertThat(Wanted.jsonPath("{.status.ready}").test(POD)).isTrue();
    assertThat(Wanted.jsonPath("{.status.none}").test(POD)).isFalse();
    assertThat(Wanted.condition("ready").test(POD)).isTrue();
    assertThat(Wanted.condition("Other").test(POD)).isFalse();
    assertThat(Wanted.condition("Other", "false").test(POD)).isTrue();
  }
}
