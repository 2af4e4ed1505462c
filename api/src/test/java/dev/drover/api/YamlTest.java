package dev.drover.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class YamlTest {
  @CustomResource(group = "example.com", version = "v1")
  record Cone(ObjectMeta metadata, Spec spec) implements KubernetesObject {
    record Spec(String zest, List<Scoop> scoops, Map<String, String> notes, Bytes secret) {}

    record Scoop(String flavour, int count, boolean vegan, @Nullable Double weight) {}
  }

  @Test
  void fieldsKeepTheOrderOfTheTypeWithKindAndMetadataFirst() {
    var cone =
        new Cone(
            ObjectMeta.builder().name("big").label("b", "2").label("a", "1").build(),
            new Cone.Spec(
                "yes",
                List.of(
                    new Cone.Scoop("vanilla", 2, true, 0.5),
                    new Cone.Scoop("chocolate: dark", 0, false, null)),
                Map.of("recipe", "stir\nfreeze\n"),
                Bytes.ofUtf8("x")));
    assertThat(Yaml.write(cone))
        .isEqualTo(
            """
            apiVersion: example.com/v1
            kind: Cone
            metadata:
              name: big
              labels:
                a: "1"
                b: "2"
            spec:
              zest: "yes"
              scoops:
              - flavour: vanilla
                count: 2
                vegan: true
                weight: 0.5
              - flavour: 'chocolate: dark'
                count: 0
                vegan: false
              notes:
                recipe: |
                  stir
                  freeze
              secret: eA==
            """);
    assertThat(Manifests.parse(Yaml.write(cone)).getFirst().as(Cone.class)).isEqualTo(cone);
  }

  @Test
  void dynamicObjectsBeginWithKindAndMetadataToo() {
    var object =
        DynamicObject.named(new GroupVersionKind("", "v1", "ConfigMap"), "ns", "a")
            .with(Map.of("k", "v"), "data")
            .with(List.of(), "empty")
            .with(null, "nothing");
    assertThat(Yaml.write(object))
        .isEqualTo(
            """
            apiVersion: v1
            kind: ConfigMap
            metadata:
              name: a
              namespace: ns
            data:
              k: v
            empty: []
            nothing: null
            """);
    assertThat(Manifests.parse(Yaml.write(object))).containsExactly(object);
  }

  @Test
  void severalObjectsAreDocumentsOfOneStream() {
    var gvk = new GroupVersionKind("", "v1", "ConfigMap");
    var objects = List.of(DynamicObject.named(gvk, "ns", "a"), DynamicObject.named(gvk, "ns", "b"));
    assertThat(Yaml.write(objects)).contains("---\n").doesNotStartWith("---");
    assertThat(Manifests.parse(Yaml.write(objects))).isEqualTo(objects);
    assertThat(Yaml.write(List.of())).isEmpty();
  }

  /// Each of these was also read back with sigs.k8s.io/yaml.
  static Stream<String> nasty() {
    return Stream.of(
            List.of("yes", "0644", "1e3", "", " lead", "trail ", "a: b", "- x", "#c", "null", "~"),
            List.of("2024-01-02", "12:30", "1_000", "0x1f", ".inf", ".", "-", "+1", "1.", "y", "n"),
            List.of("a\nb", "a\nb\n", "a\n\nb\n\n", "\n", "\n\n", "  in\nx\n", "\tx\ny\n", "a \nb"),
            List.of("a\r\nb\r\n", "\r", "a\tb", "\t", "é", "日本", "😀", "a\n😀\n", "\u0300", "٣"),
            List.of(
                "\0", "\u0001", "\u001b[31m", "\u007f", "\u0085", "a\u0085b", "\u2028", "\ufeff"),
            List.of("!x", "&a", "*a", "? x", ":", "x:", "a #b", "@x", "`x", "%x", "---", "... x"),
            List.of("a\n---\nb\n", "|", "> x", "'", "''", "\"", "\\", "{}", "[", "a, b", "=", "<<"),
            List.of("x".repeat(5000), "word ".repeat(2000), "a\n" + "y".repeat(3000), "x\n#c\n"))
        .flatMap(List::stream);
  }

  @ParameterizedTest
  @MethodSource("nasty")
  void yamlTextIsReadBackAsItWas(String text) {
    Map<String, Object> tree =
        Map.of(
            "value", text,
            "list", List.of(text, text),
            "nested", List.of(List.of(Map.of(text, Map.of("x", text)))));
    assertThat(YamlRulesTest.read(Yaml.writeTree(tree))).isEqualTo(tree);
  }

  @ParameterizedTest
  @ValueSource(strings = {"yes", "0644", "1e3", "", "null", "~", "2024-01-02", "12:30", "y", "<<"})
  void ambiguousTextsAreWrittenInQuotes(String text) {
    assertThat(Yaml.writeTree(Map.of("k", text))).isEqualTo("k: \"" + text + "\"\n");
  }

  @ParameterizedTest
  @ValueSource(doubles = {1.5, 1e21, 1e-7, -2.5e300, Double.MIN_VALUE, Double.MAX_VALUE})
  void numbersHaveAPointAndASignedExponent(double number) {
    String yaml = Yaml.writeTree(Map.of("k", number));
    assertThat(yaml).matches("k: -?[0-9]+\\.[0-9]+(e[-+][0-9]+)?\n");
    assertThat(YamlRulesTest.read(yaml)).isEqualTo(Map.of("k", number));
  }

  @Test
  void longTextIsNeverFolded() {
    String text = "word ".repeat(500) + "end";
    assertThat(Yaml.writeTree(Map.of("k", text))).isEqualTo("k: " + text + "\n");
  }

  @Test
  void deepTreesArePrinted() {
    Object tree = "leaf";
    for (int i = 0; i < 100; i++) {
      tree = new ArrayList<>(List.of(tree));
    }
    Map<String, Object> whole = new LinkedHashMap<>(Map.of("k", tree));
    assertThat(YamlRulesTest.read(Yaml.writeTree(whole))).isEqualTo(whole);
  }
}
