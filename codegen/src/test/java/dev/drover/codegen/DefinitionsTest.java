package dev.drover.codegen;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.crd.Crd;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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

  @Test
  @Tag("slow")
  void fileIsTheDefinitionThatTheProgramMakes() throws Exception {
    for (Map<String, String> sources : List.of(RecordCodecsTest.SHOP, TILL)) {
      boolean isTill = sources == TILL;
      try (Compiled compiled = Compiled.with(folder("a"), sources, new KindProcessor())) {
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
    try (Compiled _ = Compiled.with(classes, RecordCodecsTest.SHOP, new KindProcessor())) {
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
        Compiled.run(
            List.of(
                "-d",
                classes.toString(),
                "-cp",
                classes
                    + System.getProperty("path.separator")
                    + System.getProperty("java.class.path")),
            changed,
            new LinkedHashMap<>(),
            new KindProcessor());
    assertThat(complaints).isEmpty();
    assertThat(written("shops.example.dev"))
        .contains("maxLength: 51")
        .doesNotContain("maxLength: 50");
  }

  @Test
  void versionsOfOneKindMakeNoFile() throws Exception {
    String text =
        """
        @CustomResource(group = "example.dev", version = "%s", kind = "Shelf", storage = %s)
        public record %s(ObjectMeta metadata, String text) implements KubernetesObject {}
        """;
    Map<String, String> sources =
        Map.of(
            "shop/Shelf.java",
            RecordCodecsTest.IMPORTS + text.formatted("v1", "true", "Shelf"),
            "shop/OldShelf.java",
            RecordCodecsTest.IMPORTS + text.formatted("v1beta1", "false", "OldShelf"));
    try (Compiled compiled = Compiled.with(folder("a"), sources, new KindProcessor())) {
      assertThat(compiled.origins.keySet()).noneMatch(name -> name.endsWith(".yaml"));
    }
  }
}
