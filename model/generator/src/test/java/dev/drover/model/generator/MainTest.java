package dev.drover.model.generator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.schema.SchemaTable;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MainTest {
  private static final String TABLE =
      """
      release v1.36.3
      T ice/v1 Cone
      F metadata 1 meta/v1.ObjectMeta omitempty
      F spec 2 ice/v1.ConeSpec omitempty
      F status 3 ice/v1.ConeStatus omitempty
      T ice/v1 ConeList
      F metadata 1 meta/v1.ListMeta omitempty
      F items 2 []ice/v1.Cone required
      T ice/v1 ConeSpec
      F scoops 1 []ice/v1.Scoop omitempty patch=merge mergeKey=flavour listType=map listKeys=flavour
      F toppings 2 []ice/v1.Topping omitempty listType=atomic
      F size 3 *int32 omitempty default=2
      F price 4.1 quantity
      F wafer 5 string omitempty required secret
      F maker 6 meta/v1.GroupKind
      T ice/v1 ConeStatus
      F licked 1 bool
      T ice/v1 Licking
      F metadata 1 meta/v1.ObjectMeta omitempty
      T ice/v1 LickOptions
      F speed 1 string
      T ice/v1 Scoop
      F flavour 1 string required
      T ice/v1 Topping
      F enum 1 []string
      T ice/v1 Unused
      F x 1 string
      T ice/v1alpha1 Cone
      F metadata 1 meta/v1.ObjectMeta omitempty
      T meta/v1 GroupKind
      F group 1 string
      T meta/v1 ListMeta
      F continue 3 string omitempty
      T meta/v1 ObjectMeta
      F name 1 string omitempty
      K ice.example.com v1 Cone ice/v1.Cone plural=cones singular=cone scope=Namespaced list=ice/v1.ConeList short=co verbs=get,list subresources=lick:ice.example.com/v1/Licking,melt:ice.example.com/v1/LickOptions,status
      K ice.example.com v1alpha1 Cone ice/v1alpha1.Cone plural=cones singular=cone scope=Namespaced
      O ice.example.com v1 LickOptions ice/v1.LickOptions
      O ice.example.com v1 Licking ice/v1.Licking
      """;

  private final Map<String, String> sources = generate(TABLE);

  @Test
  void kindsAndTheirPartsBecomeClasses() {
    assertThat(sources)
        .containsOnlyKeys(
            "module-info.java",
            "dev/drover/model/Kubernetes.java",
            "dev/drover/model/package-info.java",
            "dev/drover/model/ice/v1/Cone.java",
            "dev/drover/model/ice/v1/ConeSpec.java",
            "dev/drover/model/ice/v1/ConeStatus.java",
            "dev/drover/model/ice/v1/GroupKind.java", // meta/v1 without a class by hand
            "dev/drover/model/ice/v1/Licking.java", // the body of a subresource
            "dev/drover/model/ice/v1/Scoop.java",
            "dev/drover/model/ice/v1/Topping.java",
            "dev/drover/model/ice/v1/Types.java",
            "dev/drover/model/ice/v1/package-info.java");
  }

  @Test
  void fieldLinesKeepWhatCodecsAndDefinitionsNeed() {
    assertThat(source("ConeSpec"))
        .contains(
            """
                new StructType<>(Types.INSTANCE, 1, "ice/v1.ConeSpec", \"""
                  scoops 1 []ice/v1.Scoop omitempty listType=map listKeys=flavour
                  toppings 2 []ice/v1.Topping omitempty listType=atomic
                  size 3 *int32 omitempty default=2
                  price 4.1 quantity
                  wafer 5 string omitempty secret
                  maker 6 ice/v1.GroupKind
                  \""");
            """
                .substring(4));
  }

  @Test
  void kindsCarryTheirLineOfTheTable() {
    assertThat(source("Cone"))
        .contains("class Cone extends Struct implements KubernetesObject, HasStatus<ConeStatus> {")
        .contains(
            "\"ice.example.com v1 Cone plural=cones singular=cone scope=Namespaced short=co"
                + " verbs=get,list"
                + " subresources=lick:ice.example.com/v1/Licking,melt:ice.example.com/v1/LickOptions,status\"");
    assertThat(source("Licking")).contains("\"ice.example.com v1 Licking\"");
  }

  @Test
  void accessorsSayWhatTheTableKnows() {
    assertThat(source("ConeSpec"))
        .contains(
            "/// `scoops`: list of `Scoop`, optional, merge key `flavour`, list type `map`, keys"
                + " `flavour`.\n"
                + "  public List<Scoop> scoops() {")
        .contains(
            "/// `size`: `int32`, optional, default `2`.\n  public @Nullable Integer size() {")
        .contains(
            "/// `wafer`: `string`, required, never printed.\n  public @Nullable String wafer() {");
  }

  @Test
  void classesLinkToThePublicReference() {
    assertThat(source("ConeSpec"))
        .contains(
            "https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.36/#conespec-v1-ice-example-com")
        .contains("/// `ConeSpec` of `ice/v1`, found at `Cone.spec`.");
  }

  @Test
  void itemsWithAKeyAreEditedByIt() {
    assertThat(source("ConeSpec"))
        .contains("public Builder scoop(String flavour, Consumer<Scoop.Builder> change) {")
        .contains("public Builder addScoop(Scoop item) {")
        .doesNotContain("addScoop(Consumer");
  }

  @Test
  void itemsWithoutAKeyAreAdded() {
    assertThat(source("ConeSpec"))
        .contains("public Builder addTopping(Topping item) {")
        .contains("public Builder addTopping(Consumer<Topping.Builder> change) {");
    assertThat(source("Topping")).contains("public Builder addEnum(String item) {");
  }

  @Test
  void quantitiesAreSetFromText() {
    assertThat(source("ConeSpec")).contains("public Builder price(String price) {");
  }

  @Test
  void twoMethodsOfOneSignatureAreRefused() {
    String table = TABLE.replace("F toppings 2", "F scoops 7 []ice/v1.Scoop\nF toppings 2");
    assertThatThrownBy(() -> generate(table))
        .hasMessageContaining("ice/v1.ConeSpec has two methods scoops(List<Scoop> scoops)");
  }

  @Test
  void alphaTypeThatAStableKindIsMadeOfIsGeneratedWithoutTheKindsBesideIt() {
    Map<String, String> model =
        generate(
            TABLE
                .replace("F price 4.1", "F sprinkles 8 ice/v1alpha1.Sprinkles\nF price 4.1")
                .replace(
                    "T meta/v1 GroupKind",
                    "T ice/v1alpha1 Sprinkles\nF n 1 int32\nT meta/v1 GroupKind"));
    assertThat(model)
        .containsKey("dev/drover/model/ice/v1alpha1/Sprinkles.java")
        .doesNotContainKey("dev/drover/model/ice/v1alpha1/Cone.java");
    assertThat(model.get("dev/drover/model/ice/v1/ConeSpec.java"))
        .contains("dev.drover.model.ice.v1alpha1.Sprinkles");
  }

  @Test
  void filesAreWrittenBelowTheFolder(@TempDir Path folder) throws IOException {
    Path table = Files.writeString(folder.resolve("my.table"), TABLE);
    Main.main(new String[] {table.toString(), folder.resolve("out").toString()});
    Map<String, String> written = new TreeMap<>();
    try (Stream<Path> files = Files.walk(folder.resolve("out"))) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        String name = folder.resolve("out").relativize(file).toString().replace('\\', '/');
        written.put(name, Files.readString(file));
      }
    }
    assertThat(written).isEqualTo(sources);
  }

  @Test
  void modelGeneratorIsDeterministic() {
    Map<String, String> model = Main.sources(SchemaTable.builtIn());
    assertThat(model)
        .hasSizeGreaterThan(600)
        .containsKey("dev/drover/model/core/v1/Pod.java")
        .doesNotContainKey("dev/drover/model/core/v1/PodList.java");
    assertThat(model.keySet()).noneMatch(path -> path.contains("alpha"));
    assertThat(Main.sources(SchemaTable.builtIn())).isEqualTo(model);
  }

  private String source(String name) {
    return sources.get("dev/drover/model/ice/v1/" + name + ".java");
  }

  private static Map<String, String> generate(String table) {
    try {
      return Main.sources(SchemaTable.read(new StringReader(table), "test.table"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
