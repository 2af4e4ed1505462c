package dev.drover.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PatchTest {
  private static final String JSON = "{\"spec\":{\"replicas\":3}}";
  private static final Map<String, Object> TREE = Map.of("spec", Map.of("replicas", 3));

  @Test
  void eachFormHasTheMediaTypeThatTheServerExpects() {
    assertThat(Patch.json("[]").contentType()).isEqualTo("application/json-patch+json");
    assertThat(Patch.merge(JSON).contentType()).isEqualTo("application/merge-patch+json");
    assertThat(Patch.strategicMerge(JSON).contentType())
        .isEqualTo("application/strategic-merge-patch+json");
    assertThat(Patch.apply(JSON).contentType()).isEqualTo("application/apply-patch+yaml");
  }

  @Test
  void patchBodyIsTextOrTree() {
    assertThat(Patch.merge(TREE)).isEqualTo(Patch.merge(JSON));
    assertThat(Patch.strategicMerge(TREE)).isEqualTo(Patch.strategicMerge(JSON));
    assertThat(Patch.apply(TREE)).isEqualTo(Patch.apply(JSON));
    assertThat(Patch.merge(TREE).body().utf8()).isEqualTo(JSON);
    assertThat(Patch.merge(TREE)).isNotEqualTo(Patch.apply(TREE));
  }

  @Test
  void equalTreesGiveEqualBytesAndNullStays() {
    assertThat(Patch.merge(Map.of("b", 1, "a", 2, "c", 3)).body().utf8())
        .isEqualTo("{\"a\":2,\"b\":1,\"c\":3}");
    assertThat(Patch.merge(Collections.singletonMap("a", null)).body().utf8())
        .isEqualTo("{\"a\":null}");
  }

  @Test
  void textOfAPatchDoesNotShowItsContent() {
    assertThat(Patch.merge("{\"data\":\"hunter2\"}").toString()).doesNotContain("hunter2");
  }

  @Test
  void operationsAreWrittenInOrder() {
    var patch =
        Patch.json()
            .test("/metadata/resourceVersion", "42")
            .add("/spec/ports/-", Map.of("port", 80))
            .replace("/spec/replicas", 3)
            .replace("/spec/paused", null)
            .remove("/spec/nodeName")
            .copy("/a", "/b")
            .move("/c", "/d")
            .build();
    assertThat(patch.contentType()).isEqualTo("application/json-patch+json");
    assertThat(patch.body().utf8())
        .isEqualTo(
            """
            [{"op":"test","path":"/metadata/resourceVersion","value":"42"},\
            {"op":"add","path":"/spec/ports/-","value":{"port":80}},\
            {"op":"replace","path":"/spec/replicas","value":3},\
            {"op":"replace","path":"/spec/paused","value":null},\
            {"op":"remove","path":"/spec/nodeName"},\
            {"op":"copy","path":"/b","from":"/a"},\
            {"op":"move","path":"/d","from":"/c"}]\
            """);
    assertThat(Patch.json().build()).isEqualTo(Patch.json("[]"));
  }

  @Test
  void stepsOfAPointerAreEscaped() {
    assertThat(JsonPatchBuilder.pointer("metadata", "labels", "example.com/team"))
        .isEqualTo("/metadata/labels/example.com~1team");
    assertThat(JsonPatchBuilder.pointer("~1")).isEqualTo("/~01");
    assertThat(JsonPatchBuilder.pointer()).isEmpty();
    var pointer = JsonPatchBuilder.pointer("a~b/c", "");
    assertThat(Patch.json().remove(pointer).build().body().utf8()).contains("\"/a~0b~1c/\"");
  }

  @Test
  void emptyPointerIsTheWholeObject() {
    assertThat(Patch.json().replace("", 1).build().body().utf8()).contains("\"path\":\"\"");
  }

  @ParameterizedTest
  @ValueSource(strings = {"spec", "/a~", "/a~2", "/~0~"})
  void malformedPointerIsRefused(String pointer) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Patch.json().remove(pointer))
        .withMessageContaining("'" + pointer + "'");
    assertThatIllegalArgumentException().isThrownBy(() -> Patch.json().add(pointer, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> Patch.json().copy("/a", pointer));
    assertThatIllegalArgumentException().isThrownBy(() -> Patch.json().move(pointer, "/a"));
  }

  @Test
  void patchCopiesItsValue() {
    var finalizers = new ArrayList<>(List.of("a"));
    var builder = Patch.json().add("/metadata/finalizers", finalizers);
    finalizers.add("b");
    var patch = builder.build();
    builder.remove("/x");
    assertThat(patch.body().utf8()).contains("[\"a\"]").doesNotContain("remove");
  }

  @Test
  void patchValueWithoutAJsonFormIsRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> Patch.json().add("/a", new Object()));
  }
}
