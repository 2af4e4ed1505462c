package dev.drover.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.api.GroupVersionKind;
import dev.drover.schema.FieldEntry.Merge;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SchemaTableTest {

  @Nested
  class BuiltIn {
    private final SchemaTable table = SchemaTable.builtIn();

    @Test
    void tableNamesItsKubernetesRelease() {
      assertThat(table.release()).startsWith("v1.36.");
    }

    @Test
    void tableHasAllKindsOfKubernetes() {
      assertThat(table.types()).hasSizeBetween(1_000, 1_300);
      assertThat(table.types().stream().mapToInt(type -> type.fields().size()).sum())
          .isBetween(3_500, 4_500);
      assertThat(table.kinds()).hasSizeBetween(90, 110);
      assertThat(table.objects()).hasSizeBetween(80, 120);
    }

    @Test
    void podSpecHasItsFieldsInGoOrder() {
      assertThat(type("core/v1.PodSpec").fields())
          .extracting(FieldEntry::name)
          .startsWith("volumes", "initContainers", "containers")
          .contains("hostNetwork", "tolerations")
          .hasSize(42);
    }

    @Test
    void containersMergeByName() {
      FieldEntry containers = field("core/v1.PodSpec", "containers");
      assertThat(containers.type())
          .isEqualTo(new FieldType(FieldType.Container.LIST, "core/v1.Container"));
      assertThat(containers.required()).isTrue();
      assertThat(containers.omitEmpty()).isFalse();
      assertThat(containers.patchStrategies()).containsExactly("merge");
      assertThat(containers.mergeKey()).isEqualTo("name");
      assertThat(containers.listType()).isEqualTo(Merge.MAP);
      assertThat(containers.listKeys()).containsExactly("name");
    }

    @Test
    void portsHaveTwoKeysInServerSideApply() {
      assertThat(field("core/v1.Container", "ports").listKeys())
          .containsExactly("containerPort", "protocol");
    }

    @Test
    void volumesMergeAndRetainKeys() {
      assertThat(field("core/v1.PodSpec", "volumes").patchStrategies())
          .containsExactlyInAnyOrder("merge", "retainKeys");
    }

    @Test
    void inlinedStructsKeepTheirPathInProtobuf() {
      assertThat(field("core/v1.Volume", "name").protoPath()).containsExactly(1);
      assertThat(field("core/v1.Volume", "emptyDir").protoPath()).containsExactly(2, 2);
    }

    @Test
    void pointersAreDistinguishedFromValues() {
      assertThat(field("core/v1.PodSpec", "priority").type()).hasToString("*int32");
      assertThat(field("core/v1.PodSpec", "hostNetwork").type()).hasToString("bool");
    }

    @Test
    void selectorsAreAtomic() {
      assertThat(field("core/v1.ServiceSpec", "selector").mapType()).isEqualTo(Merge.ATOMIC);
      assertThat(field("apps/v1.DeploymentSpec", "selector").structType()).isEqualTo(Merge.ATOMIC);
    }

    @Test
    void defaultsAreJson() {
      assertThat(field("core/v1.ContainerPort", "protocol").defaultValue()).isEqualTo("\"TCP\"");
      assertThat(field("core/v1.ReplicationControllerSpec", "replicas").defaultValue())
          .isEqualTo("1");
      assertThat(field("core/v1.PodSpec", "nodeName").defaultValue()).isNull();
    }

    @Test
    void secretsAreMarked() {
      assertThat(field("core/v1.Secret", "data").secret()).isTrue();
      assertThat(field("core/v1.EnvVar", "value").secret()).isTrue();
      assertThat(field("core/v1.ConfigMap", "data").secret()).isFalse();
    }

    @Test
    void schemasOfCustomResourcesHaveTheirOwnJsonForms() {
      assertThat(type("apiextensions/v1.JSONSchemaPropsOrBool").jsonForm())
          .isEqualTo("schemaOrBool");
      assertThat(type("core/v1.Pod").jsonForm()).isNull();
    }

    @Test
    void podHasTheVerbsOfDiscovery() {
      KindEntry pod = kind("", "v1", "Pod");
      assertThat(pod.type()).isEqualTo("core/v1.Pod");
      assertThat(pod.resource()).hasToString("/v1, Resource=pods");
      assertThat(pod.singular()).isEqualTo("pod");
      assertThat(pod.namespaced()).isTrue();
      assertThat(pod.listType()).isEqualTo("core/v1.PodList");
      assertThat(pod.shortNames()).containsExactly("po");
      assertThat(pod.categories()).containsExactly("all");
      assertThat(pod.verbs()).contains("create", "watch");
    }

    @Test
    void subresourcesNameTheirKind() {
      GroupVersionKind deployment = new GroupVersionKind("apps", "v1", "Deployment");
      assertThat(kind("apps", "v1", "Deployment").subresources())
          .containsExactlyInAnyOrder(
              new KindEntry.Subresource("status", deployment),
              new KindEntry.Subresource(
                  "scale", new GroupVersionKind("autoscaling", "v1", "Scale")));
    }

    @Test
    void clusterKindsHaveNoNamespace() {
      assertThat(kind("rbac.authorization.k8s.io", "v1", "ClusterRole").namespaced()).isFalse();
    }

    @Test
    void reviewKindsHaveNoListKind() {
      assertThat(kind("authentication.k8s.io", "v1", "TokenReview").listType()).isNull();
    }

    @Test
    void subresourceBodiesAreKindsWithoutAResource() {
      GroupVersionKind scale = new GroupVersionKind("autoscaling", "v1", "Scale");
      assertThat(table.object(scale)).contains(new ObjectEntry(scale, "autoscaling/v1.Scale"));
      assertThat(table.kind(scale)).isEmpty();
    }

    @Test
    void unknownNamesAreAbsent() {
      assertThat(table.type("core/v1.Icecream")).isEmpty();
      assertThat(table.kind(new GroupVersionKind("", "v1", "Icecream"))).isEmpty();
      assertThat(type("core/v1.Pod").field("icecream")).isEmpty();
    }

    private TypeEntry type(String name) {
      return table.type(name).orElseThrow();
    }

    private FieldEntry field(String type, String name) {
      return type(type).field(name).orElseThrow();
    }

    private KindEntry kind(String group, String version, String kind) {
      return table.kind(new GroupVersionKind(group, version, kind)).orElseThrow();
    }
  }

  @Nested
  class Format {
    @Test
    void commentsEmptyLinesAndUnknownRecordsAreSkipped() {
      assertThat(
              read("# a comment\n\nrelease v1\nT a/v1 A\nZ of the future\nF x 1 string\n").types())
          .containsExactly(
              new TypeEntry("a/v1", "A", null, List.of(type("a/v1.A", "F x 1 string", "x"))));
    }

    @Test
    void defaultsWithSpacesArePercentEncoded() {
      assertThat(type("a/v1.A", "F x 1 string default=%22a+b%20c%22", "x").defaultValue())
          .isEqualTo("\"a+b c\"");
    }

    @Test
    void tableIsReadFromAFile(@TempDir Path folder) throws IOException {
      Path file = Files.writeString(folder.resolve("my.table"), "release v9\nwrong\n");
      assertThatThrownBy(() -> SchemaTable.read(file)).hasMessageStartingWith("my.table:2: ");
    }

    @ParameterizedTest
    @CsvSource(
        delimiter = '|',
        textBlock =
            """
            quality 3                              | a line starts with release or a letter
            T a/v1                                 | column 3 must be a type name
            T a/v1 B color=blue                    | unknown: color
            T a/v1 A                               | a second type a/v1.A
            F y                                    | column 3 must be a protobuf path
            F y 1.x string                         | a protobuf path is numbers and dots, not 1.x
            F y 1 []                               | a type needs a base
            F y 1 []*string                        | a container in a container
            F y 1 string sparkling                 | unknown: sparkling
            F y 1 string omitempty omitempty       | omitempty twice
            F y 1 []string listType=bag            | no such listType: bag
            F y 1 a/v1.Missing                     | no type is called a/v1.Missing
            O core v1 A                            | column 5 must be a type name
            K core v1 A a/v1.A plural=as           | singular= is missing
            K core v1 A a/v1.A plural=as singular=a scope=Galaxy | no such scope: Galaxy
            K core v1 A a/v1.B plural=as singular=a scope=Cluster | no type is called a/v1.B
            K core v1 A a/v1.A plural=as singular=a scope=Cluster subresources=x:y | a subresource is name
            """)
    void errorsNameFileAndLine(String line, String message) {
      assertThatThrownBy(() -> read("release v1\nT a/v1 A\nF x 1 string\n" + line + "\n"))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageStartingWith("test.table:4: ")
          .hasMessageContaining(message);
    }

    @Test
    void fieldNeedsAType() {
      assertThatThrownBy(() -> read("release v1\nF x 1 string\n"))
          .hasMessage("test.table:2: a field belongs below a T line");
    }

    @Test
    void tableNeedsARelease() {
      assertThatThrownBy(() -> read("T a/v1 A\n")).hasMessage("test.table: no release line");
    }

    private FieldEntry type(String type, String line, String field) {
      return read("release v1\nT a/v1 A\n" + line + "\n")
          .type(type)
          .orElseThrow()
          .field(field)
          .orElseThrow();
    }

    private SchemaTable read(String text) {
      try {
        return SchemaTable.read(new StringReader(text), "test.table");
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "string, VALUE, string",
    "*int32, POINTER, int32",
    "[]core/v1.Container, LIST, core/v1.Container",
    "map[]quantity, MAP, quantity",
  })
  void fieldTypesReadAndPrint(String text, FieldType.Container container, String base) {
    FieldType type = FieldType.parse(text);
    assertThat(type).isEqualTo(new FieldType(container, base)).hasToString(text);
    assertThat(type.isStruct()).isEqualTo(base.contains("/"));
  }
}
