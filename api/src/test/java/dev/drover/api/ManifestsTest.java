package dev.drover.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ManifestsTest {
  @CustomResource(group = "example.com", version = "v1")
  record Cone(ObjectMeta metadata, Spec spec) implements KubernetesObject {
    record Spec(int scoops, @Nullable String flavour) {}
  }

  private static final String TWO =
      """
      # comments and empty documents do not count

      ---
      apiVersion: v1
      kind: ConfigMap
      metadata: {name: a}
      ---
      # nothing here
      ---
      apiVersion: example.com/v1
      kind: Cone
      metadata:
        name: b
      spec:
        scoops: 0x3
      """;

  @TempDir Path folder;

  @Test
  void documentsOfAFileInTheirOrder() throws IOException {
    Path file = Files.writeString(folder.resolve("two.yaml"), TWO);
    assertThat(Manifests.read(file)).extracting(DynamicObject::name).containsExactly("a", "b");
    assertThat(Manifests.read(file).get(1).integer("spec", "scoops")).contains(3L);
  }

  @Test
  void objectsAreTypedWhereTheSchemeKnowsTheirKind() throws IOException {
    Path file = Files.writeString(folder.resolve("two.yaml"), TWO);
    var scheme = Scheme.empty().with(Cone.class);
    assertThat(Manifests.read(file, scheme))
        .satisfiesExactly(
            first -> assertThat(first).isInstanceOf(DynamicObject.class),
            second -> assertThat(((Cone) second).spec()).isEqualTo(new Cone.Spec(3, null)));
    assertThat(Manifests.parse(TWO, scheme)).isEqualTo(Manifests.read(file, scheme));
  }

  @Test
  void filesOfAFolderByNameWithoutOthersAndSubfolders() throws IOException {
    Files.writeString(folder.resolve("b.yml"), object("b"));
    Files.writeString(folder.resolve("a.YAML"), object("a"));
    Files.writeString(folder.resolve("c.json"), json("c"));
    Files.writeString(folder.resolve("readme.txt"), "not a manifest");
    Files.writeString(Files.createDirectory(folder.resolve("sub.yaml")).resolve("d.yaml"), "x");
    assertThat(Manifests.read(folder))
        .extracting(DynamicObject::name)
        .containsExactly("a", "b", "c");
  }

  @Test
  void streamIsReadToItsEndAndLeftOpen() {
    var closed = new boolean[1];
    InputStream in =
        new ByteArrayInputStream(TWO.getBytes(StandardCharsets.UTF_8)) {
          @Override
          public void close() {
            closed[0] = true;
          }

          @Override
          public boolean markSupported() {
            return false;
          }
        };
    assertThat(Manifests.read(in, "stdin")).hasSize(2);
    assertThat(Manifests.read(new ByteArrayInputStream(new byte[0]), "stdin")).isEmpty();
    assertThat(closed[0]).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "\n", "# only a comment\n", "---\n", "---\n---\n", "--- ~\n", "  \n\n"})
  void emptyManifestHasNoObjects(String text) {
    assertThat(Manifests.parse(text)).isEmpty();
  }

  @Test
  void listsAreFlattenedAtAnyDepth() {
    var objects =
        Manifests.parse(
            """
            apiVersion: v1
            kind: List
            items:
            - {apiVersion: v1, kind: ConfigMap, metadata: {name: a}}
            - apiVersion: v1
              kind: List
              items:
              - {apiVersion: v1, kind: ConfigMap, metadata: {name: b}}
              - {apiVersion: v1, kind: List, items: []}
            ---
            {apiVersion: v1, kind: List}
            ---
            {apiVersion: v1, kind: ConfigMap, metadata: {name: c}}
            """);
    assertThat(objects).extracting(DynamicObject::name).containsExactly("a", "b", "c");
  }

  @Test
  void itemsOfATypedListAreOfItsKind() {
    var objects =
        Manifests.parse(
            """
            {"apiVersion": "example.com/v1", "kind": "ConeList", "metadata": {},
             "items": [{"metadata": {"name": "a"}}]}
            """);
    assertThat(objects.getFirst().gvk())
        .isEqualTo(new GroupVersionKind("example.com", "v1", "Cone"));
  }

  @Test
  void kindThatOnlyEndsLikeAListIsAnObject() {
    var objects =
        Manifests.parse("{apiVersion: example.com/v1, kind: AllowList, metadata: {name: a}}");
    assertThat(objects).extracting(DynamicObject::name).containsExactly("a");
  }

  @Test
  void jsonMayHaveTabsAndSeveralDocuments() {
    var objects = Manifests.parse("\n\t" + json("a").replace(" ", "\t") + json("b") + "\nnull\n");
    assertThat(objects).extracting(DynamicObject::name).containsExactly("a", "b");
    assertThat(Manifests.parse(json("a") + "\n---\n" + json("b"))).hasSize(2);
  }

  @Test
  void braceOfYamlIsNotTakenForJson() {
    assertThat(Manifests.parse("{apiVersion: v1, kind: ConfigMap, metadata: {name: a}}"))
        .hasSize(1);
  }

  @Test
  void byteOrderMarkAndWindowsLineEndsDoNotMatter() {
    assertThat(Manifests.parse("\ufeff" + object("a").replace("\n", "\r\n")))
        .isEqualTo(Manifests.parse(object("a")));
    assertThat(Manifests.parse("\ufeff" + json("a"))).isEqualTo(Manifests.parse(json("a")));
  }

  @Test
  void anchorsAliasesAndMergeKeys() {
    var object =
        Manifests.parse(
                """
                apiVersion: v1
                kind: ConfigMap
                metadata: &m {name: a, labels: &l {app: x}}
                base: &base {cpu: 1, memory: 2}
                copy: *base
                more: {<<: *base, memory: 3}
                """)
            .getFirst();
    assertThat(object.map("copy")).isEqualTo(Map.of("cpu", 1L, "memory", 2L));
    assertThat(object.map("more")).isEqualTo(Map.of("cpu", 1L, "memory", 3L));
  }

  @Test
  void anchorsEndWithTheirDocument() {
    assertThatThrownBy(
            () -> Manifests.parse(object("a") + "x: &x 1\n---\n" + object("b") + "y: *x"))
        .isInstanceOf(DecodeException.class)
        .hasMessage("manifest:9:4: the anchor is not defined before this place");
  }

  @Test
  @Timeout(10)
  void aliasesThatGrowWithoutEndAreRefusedAtOnce() {
    var bomb = new StringBuilder("a0: &a0 [x,x,x,x,x,x,x,x,x]\n");
    for (int i = 1; i < 30; i++) {
      bomb.append("a%d: &a%d [".formatted(i, i))
          .append(("*a" + (i - 1) + ",").repeat(9))
          .append("]\n");
    }
    assertThatThrownBy(() -> Manifests.parse(bomb.toString()))
        .isInstanceOf(DecodeException.class)
        .hasMessageContaining("aliases repeat more than");
  }

  @Test
  @Timeout(10)
  void aliasesOfALongTextAreRefusedAtOnce() {
    String bomb = "a: &a " + "x".repeat(100_000) + "\nb: [" + "*a,".repeat(10_000) + "]\n";
    assertThatThrownBy(() -> Manifests.parse(bomb))
        .isInstanceOf(DecodeException.class)
        .hasMessageContaining("aliases repeat more than");
  }

  @ParameterizedTest
  @ValueSource(strings = {"[", "{a: ", "- ", "? "})
  @Timeout(10)
  void deepNestingIsRefusedAtOnce(String opening) {
    assertThatThrownBy(() -> Manifests.parse("a: \n " + opening.repeat(10_000)))
        .isInstanceOf(DecodeException.class);
    assertThatThrownBy(() -> Manifests.parse("{\"a\": " + "[".repeat(10_000)))
        .isInstanceOf(DecodeException.class);
  }

  @Test
  void nestingUpToTheLimitIsFine() {
    String deep = "[".repeat(200) + "]".repeat(200);
    assertThat(Manifests.parse(object("a") + "x: " + deep + "\n")).hasSize(1);
  }

  @Test
  void documentLargerThanTheLimitIsRefused() {
    var limits = new DecodeLimits(10, 1000);
    byte[] large = ("a: " + "x".repeat(5000)).getBytes(StandardCharsets.UTF_8);
    var reader = new YamlReader(new ByteArrayInputStream(large), "large.yaml", limits);
    assertThatThrownBy(reader::next)
        .isInstanceOf(DecodeException.class)
        .hasMessageStartingWith("large.yaml: ")
        .hasMessageContaining("limit");
  }

  @Test
  void manySmallDocumentsMayBeLargerThanTheLimitTogether() {
    var limits = new DecodeLimits(10, 1000);
    byte[] many = "a: b\n---\n".repeat(1000).getBytes(StandardCharsets.UTF_8);
    var reader = new YamlReader(new ByteArrayInputStream(many), "many.yaml", limits);
    int n = 0;
    while (reader.next().isPresent()) {
      n++;
    }
    assertThat(n).isEqualTo(1000);
  }

  @Test
  void keysThatAreThereTwiceAreRefusedWithTheirLine() {
    assertThatThrownBy(() -> Manifests.parse(object("a") + "data: {}\ndata: {}\n"))
        .isInstanceOf(DecodeException.class)
        .hasMessage("manifest:5:1: the key 'data' is there twice");
  }

  @Test
  void errorsNameFileDocumentAndLine() throws IOException {
    Path file = folder.resolve("bad.yaml");
    Files.writeString(file, object("a") + "---\n\nkind: ConfigMap\nmetadata: {name: b}\n");
    assertThatThrownBy(() -> Manifests.read(file))
        .isInstanceOf(DecodeException.class)
        .hasMessage(file + ":6 (document 2): apiVersion is missing; every object says what it is");
  }

  @Test
  void objectThatDoesNotFitItsTypeIsNamedWithItsFieldAndPlace() throws IOException {
    Path file = folder.resolve("cones.yaml");
    Files.writeString(file, object("a") + "---\n" + TWO.replace("0x3", "hunter2"));
    assertThatThrownBy(() -> Manifests.read(file, Scheme.empty().with(Cone.class)))
        .isInstanceOfSatisfying(
            DecodeException.class, e -> assertThat(e.path()).isEqualTo("spec.scoops"))
        .hasMessageStartingWith(file + ":14 (document 5): cannot decode Cone: spec.scoops: ")
        .hasMessageNotContaining("hunter2");
  }

  @Test
  void errorsInListsNameTheItem() {
    assertThatThrownBy(() -> Manifests.parse("{apiVersion: v1, kind: List, items: [{kind: A}]}"))
        .hasMessage(
            "manifest:1 (document 1): items[0]: apiVersion is missing; every object says what it"
                + " is");
    assertThatThrownBy(() -> Manifests.parse("{apiVersion: v1, kind: List, items: [~]}"))
        .hasMessage("manifest:1 (document 1): items[0] is null");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "- hunter2\n",
        "hunter2\n",
        "a: hunter2: x\n",
        "a: 'hunter2\n",
        "a: !!int hunter2\n",
        "a: &x [hunter2, *y]\n",
        "apiVersion: v1\nkind: Secret\nmetadata: hunter2\n",
        "apiVersion: v1\nkind: Secret\nmetadata: {name: [hunter2]}\n",
        "{\"apiVersion\": \"v1\", \"kind\": \"Secret\", \"metadata\": {\"name\": [\"hunter2\"]}}",
        "{\"a\": \"hunter2\"",
        "{\"a\": hunter2}",
        "{\"apiVersion\": \"hunter2\"}",
      })
  void errorsNeverShowValues(String text) {
    assertThatThrownBy(() -> Manifests.parse(text))
        .isInstanceOf(DecodeException.class)
        .hasMessageContaining("manifest")
        .hasMessageNotContaining("hunter2");
  }

  @Test
  void jsonErrorsNameTheDocument() {
    assertThatThrownBy(() -> Manifests.parse(json("a") + "{\"metadata\": {\"name\": tru}}"))
        .isInstanceOf(DecodeException.class)
        .hasMessageStartingWith("cannot decode manifest (document 2): ");
  }

  @Test
  void bytesThatAreNoUtf8AreRefused() {
    byte[] yaml = "a: \u00e9\n".getBytes(StandardCharsets.ISO_8859_1);
    assertThatThrownBy(() -> Manifests.read(new ByteArrayInputStream(yaml), "latin1.yaml"))
        .isInstanceOf(DecodeException.class)
        .hasMessage("latin1.yaml: not UTF-8");
    byte[] json = "{\"a\": \"\u00e9\"}".getBytes(StandardCharsets.ISO_8859_1);
    assertThatThrownBy(() -> Manifests.read(new ByteArrayInputStream(json), "latin1.json"))
        .isInstanceOf(DecodeException.class)
        .hasMessageContaining("latin1.json");
  }

  @Test
  void infinityHasNoFormInJson() {
    assertThatThrownBy(() -> Manifests.parse("a: .inf\n"))
        .hasMessage(
            "manifest:1:4: JSON has no infinity and no NaN; put it in quotes if it is text");
  }

  @Test
  void failuresOfTheStreamAreNotFailuresOfTheManifest() {
    InputStream broken =
        new InputStream() {
          @Override
          public int read() throws IOException {
            throw new IOException("disk on fire");
          }
        };
    assertThatThrownBy(() -> Manifests.read(broken, "stdin"))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessage("cannot read stdin")
        .hasRootCauseMessage("disk on fire");
    assertThatThrownBy(() -> Manifests.read(folder.resolve("nowhere.yaml")))
        .isInstanceOf(NoSuchFileException.class);
  }

  @Test
  @Timeout(30)
  void manyObjectsAreReadInReasonableTime() {
    long start = System.nanoTime();
    assertThat(Manifests.parse((object("a") + "---\n").repeat(5_000))).hasSize(5_000);
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(20));
  }

  private static String object(String name) {
    return """
    apiVersion: v1
    kind: ConfigMap
    metadata: {name: %s}
    """
        .formatted(name);
  }

  private static String json(String name) {
    return """
    {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "%s"}}
    """
        .formatted(name);
  }

  @Test
  void objectsOfAManifestAreImmutable() {
    var objects = Manifests.parse(object("a") + "data: {k: [v]}\n");
    assertThatThrownBy(() -> objects.removeFirst())
        .isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> objects.getFirst().list("data", "k").add("x"))
        .isInstanceOf(UnsupportedOperationException.class);
    assertThat(List.copyOf(objects)).isSameAs(objects);
  }
}
