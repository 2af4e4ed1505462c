package dev.drover.codegen;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.Kind;
import dev.drover.api.crd.Crd;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.annotation.processing.Processor;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DefinitionsTest {
  private static final String FOLDER = "META-INF/drover/crd/";

  /// Annotations in all places, Javadoc, generated interfaces, types of libraries.
  private static final Map<String, String> TILL =
      Map.of(
          "shop/Till.java",
          RecordCodecsTest.IMPORTS
              + """
              /// Takes money.
              ///
              /// More of it.
              ///
              /// @param spec what is wanted
              @CustomResource(group = "example.dev", version = "v1", plural = "tills",
                  shortNames = {"ti", "tl"}, categories = "all", scope = Scope.CLUSTER)
              @Scale(specReplicas = ".spec.drawers", statusReplicas = ".status.drawers")
              @PrinterColumn(name = "Age", jsonPath = ".metadata.creationTimestamp", type = "date")
              @PrinterColumn(name = "Open", jsonPath = ".spec.open", priority = 1)
              public record Till(ObjectMeta metadata, Spec spec, @Nullable Status status)
                  implements KubernetesObject, HasStatus<Till.Status>, TillWith {
                /// What is wanted.
                /// @param drawers how many, with a \\ and
                ///   a line
                @Rule(value = "self.drawers > 0", message = "none")
                @Rule(value = "self.open != 'no'", fieldPath = ".open")
                public record Spec(
                    @Minimum(value = 1, exclusive = true) @Maximum(10) int drawers,
                    @Default("day") @Pattern("^[a-z]+$") String open,
                    @ListSet @Size(max = 5) List<@Size(min = 1, max = 9) @Pattern("[a-z]*") String> coins,
                    Map<String, @Size(max = 4) List<@Maximum(5) Integer>> notes,
                    @Nullable Currency currency,
                    @Nullable LabelSelector selector,
                    List<Condition> history) implements TillSpecWith {}
                public enum Currency { EUR, @Name("US dollar") USD }
                record Status(int drawers, List<Condition> conditions) {}
              }
              """);

  @TempDir Path folder;

  private Path folder(String name) throws IOException {
    return Files.createDirectories(folder.resolve(name));
  }

  private String written(String name) throws IOException {
    return Files.readString(folder.resolve("a").resolve(FOLDER + name + ".yaml"));
  }

  private static Processor[] processors() {
    return new Processor[] {new KindProcessor(), new DefinitionProcessor()};
  }

  /// Options of a compilation that reads the classes of the one before, and replaces some.
  private static List<String> beside(Path classes) {
    String libraries = System.getProperty("java.class.path");
    return List.of("-d", classes.toString(), "-cp", classes + File.pathSeparator + libraries);
  }

  @Test
  @Tag("slow")
  void fileIsTheDefinitionThatTheProgramMakes() throws Exception {
    for (Map<String, String> sources : List.of(RecordCodecsTest.SHOP, TILL)) {
      boolean isTill = sources == TILL;
      try (Compiled compiled = Compiled.with(folder("a"), sources, processors())) {
        String expected = Crd.of(compiled.type(isTill ? "shop.Till" : "shop.Shop")).toYaml();
        assertThat(written(isTill ? "tills.example.dev" : "shops.example.dev")).isEqualTo(expected);
        assertThat(
                compiled.origins.get(FOLDER + (isTill ? "tills" : "shops") + ".example.dev.yaml"))
            .as("one source, for incremental builds")
            .hasSize(1);
        if (isTill) {
          assertThat(expected)
              .contains("description: what is wanted", "how many, with a \\ and a line")
              .contains("x-kubernetes-validations", "US dollar", "maxLength: 9", "maxItems: 4")
              .contains("x-kubernetes-map-type: atomic"); // of the selector
        }
      }
    }
  }

  /// As an incremental build does, which compiles one file beside classes of the build before.
  @Test
  void fileIsThatOfTheSourceAndNotOfAnOlderClass() throws Exception {
    Path classes = folder("a");
    try (Compiled _ = Compiled.with(classes, RecordCodecsTest.SHOP, processors())) {
      assertThat(written("shops.example.dev")).contains("maxLength: 50");
    }
    Map<String, String> changed = new HashMap<>();
    changed.put("shop/Shop.java", RecordCodecsTest.SHOP.get("shop/Shop.java"));
    changed.put(
        "shop/ShopSpec.java",
        RecordCodecsTest.SHOP
            .get("shop/ShopSpec.java")
            .replace("@Size(max = 50)", "@Size(max = 51)"));
    List<String> complaints =
        Compiled.run(beside(classes), changed, new LinkedHashMap<>(), processors());
    assertThat(complaints).isEmpty();
    assertThat(written("shops.example.dev"))
        .contains("maxLength: 51")
        .doesNotContain("maxLength: 50");
  }

  private static final String VERSION =
      """
      package shop.%1$s;
      import dev.drover.api.*;
      import dev.drover.api.crd.*;

      /// A shelf of %1$s.
      ///
      /// @param text what is on it
      @CustomResource(group = "example.dev", version = "%1$s", storage = %2$s, plural = "shelves", shortNames = "sh%1$s")
      public record Shelf(ObjectMeta metadata, @Size(max = %3$d) String text)
          implements KubernetesObject {}
      """;

  private static final Map<String, String> SHELVES =
      Map.of(
          "shop/v1/Shelf.java",
          VERSION.formatted("v1", true, 1),
          "shop/v1beta1/Shelf.java",
          VERSION.formatted("v1beta1", false, 2),
          "shop/v2/Shelf.java",
          VERSION.formatted("v2", false, 3));

  /// What the program makes, which sees the records in another order.
  private static String expected(Compiled compiled, String... versions) throws Exception {
    List<Kind<?>> kinds = new ArrayList<>();
    for (String version : versions) {
      kinds.addFirst(compiled.kind("shop." + version + ".Shelf"));
    }
    return Crd.of(kinds).toYaml();
  }

  @Test
  void fileOfAKindHasAllVersionsWhateverTheirPackages() throws Exception {
    try (Compiled compiled = Compiled.with(folder("a"), SHELVES, processors())) {
      assertThat(written("shelves.example.dev"))
          .isEqualTo(expected(compiled, "v1", "v1beta1", "v2"))
          .contains("maxLength: 1", "maxLength: 2", "maxLength: 3")
          .contains("A shelf of v1beta1", "shv1")
          .doesNotContain("shv2");
      assertThat(compiled.origins.get(FOLDER + "shelves.example.dev.yaml"))
          .as("each is written again if one of its versions changes")
          .hasSize(3);
    }
  }

  @Test
  void fileOfAKindHasVersionsThatWereCompiledBefore() throws Exception {
    Path classes = folder("a");
    try (Compiled _ = Compiled.with(classes, SHELVES, processors())) {
      assertThat(written("shelves.example.dev")).contains("maxLength: 3");
    }
    Map<String, String> changed =
        Map.of("shop/v1beta1/Shelf.java", VERSION.formatted("v1beta1", false, 9));
    List<String> complaints =
        Compiled.run(beside(classes), changed, new LinkedHashMap<>(), processors());
    assertThat(complaints).isEmpty();
    try (Compiled compiled = Compiled.in(classes)) {
      assertThat(written("shelves.example.dev"))
          .isEqualTo(expected(compiled, "v1", "v1beta1", "v2"))
          .contains("A shelf of v1.", "A shelf of v1beta1.", "maxLength: 9")
          .doesNotContain("maxLength: 2");
    }
  }

  /// As Gradle does, which compiles one file and names the classes of all other kinds.
  @Test
  void classesThatAreProcessedAgainKeepWhatIsGeneratedOfThem() throws Exception {
    Path classes = folder("a");
    Compiled.with(classes, SHELVES, processors()).close();
    Files.delete(classes.resolve("META-INF/drover/kinds"));
    Files.delete(classes.resolve(FOLDER + "shelves.example.dev.yaml"));
    Map<String, List<String>> origins = new LinkedHashMap<>();
    List<String> complaints =
        Compiled.run(
            beside(classes),
            Map.of("shop/v2/Shelf.java", VERSION.formatted("v2", false, 9)),
            List.of("shop.v1.Shelf", "shop.v1beta1.Shelf"),
            origins,
            processors());
    assertThat(complaints).isEmpty();
    assertThat(origins.keySet())
        .as("isolating outputs of what is compiled only")
        .noneMatch(name -> name.contains("shop.v1"));
    try (Compiled compiled = Compiled.in(classes)) {
      assertThat(written("shelves.example.dev"))
          .isEqualTo(expected(compiled, "v1", "v1beta1", "v2"))
          .contains("A shelf of v1beta1.", "maxLength: 9");
    }
  }

  @Test
  void fileOfAKindLosesAVersionThatIsGone() throws Exception {
    Path classes = folder("a");
    Compiled.with(classes, SHELVES, processors()).close();
    Files.delete(classes.resolve("shop/v1beta1/Shelf.class"));
    List<String> complaints =
        Compiled.run(
            beside(classes),
            Map.of("shop/v2/Shelf.java", VERSION.formatted("v2", false, 3)),
            new LinkedHashMap<>(),
            processors());
    assertThat(complaints).isEmpty();
    try (Compiled compiled = Compiled.in(classes)) {
      assertThat(written("shelves.example.dev"))
          .isEqualTo(expected(compiled, "v1", "v2"))
          .doesNotContain("maxLength: 2");
    }
  }

  @Test
  void fileIsNotWrittenWithoutAVersionThatCannotBeRead() throws Exception {
    Path classes = folder("a");
    Compiled.with(classes, SHELVES, processors()).close();
    String before = written("shelves.example.dev");
    List<String> complaints =
        Compiled.run(
            List.of("-d", classes.toString(), "-cp", System.getProperty("java.class.path")),
            Map.of("shop/v2/Shelf.java", VERSION.formatted("v2", false, 9)),
            new LinkedHashMap<>(),
            processors());
    assertThat(complaints.toString())
        .contains(
            "no definition of Shelf.example.dev is written: a version of [Shelf.example.dev v1"
                + " shop.v1.Shelf, ")
        .contains("is in the output folder, which is not in the class path");
    assertThat(written("shelves.example.dev")).isEqualTo(before);
  }

  /// The class of its old name may stay in the output.
  @Test
  void fileOfAKindHasARecordThatWasRenamed() throws Exception {
    Path classes = folder("a");
    Compiled.with(classes, SHELVES, processors()).close();
    List<String> complaints =
        Compiled.run(
            beside(classes),
            Map.of(
                "shop/first/Shelf.java",
                VERSION.formatted("v1", true, 8).replace("package shop.v1", "package shop.first")),
            new LinkedHashMap<>(),
            processors());
    assertThat(complaints).isEmpty();
    assertThat(written("shelves.example.dev"))
        .contains("maxLength: 8", "maxLength: 2", "maxLength: 3")
        .doesNotContain("maxLength: 1");
  }

  /// Tests of a module often have several records of one name.
  @Test
  void recordsThatMakeNoDefinitionDoNotFailTheBuild() throws Exception {
    Map<String, String> sources =
        Map.of(
            "shop/v1/Shelf.java",
            VERSION.formatted("v1", true, 1),
            "shop/v2/Shelf.java",
            VERSION.formatted("v2", true, 2));
    try (Compiled compiled = Compiled.with(folder("a"), sources, processors())) {
      assertThat(compiled.origins.keySet()).noneMatch(name -> name.endsWith(".yaml"));
    }
  }
}
