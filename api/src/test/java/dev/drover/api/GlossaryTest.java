package dev.drover.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Keeps `docs/from-go.md` up to date. With `-Ddrover.update=true` it writes the page instead.
class GlossaryTest {
  private static final String BEGIN = "<!-- generated from the {@index} tags of the sources -->\n";
  private static final String END = "<!-- end -->\n";

  @Test // K04
  void pageOfGoNamesIsUpToDate() throws IOException {
    Path page = Glossary.root().resolve("docs/from-go.md");
    String before = Files.readString(page);
    String after = replaced(before, Glossary.markdown(Glossary.collect(Glossary.root())));
    if (Boolean.getBoolean("drover.update")) {
      Files.writeString(page, after);
    } else {
      assertThat(before)
          .as(
              "docs/from-go.md is out of date; write it anew with:"
                  + " mvn -pl api -am test -Dtest=GlossaryTest -Ddrover.update=true")
          .isEqualTo(after);
    }
  }

  @Test
  void pageOfGoNamesHasOnlyPublicTypes() throws IOException {
    Path root = Glossary.root();
    assertThat(Glossary.isPublic(root.resolve("api/src/main/java/dev/drover/api/Kind.java")))
        .isTrue();
    assertThat(
            Glossary.isPublic(
                root.resolve("api/src/main/java/dev/drover/api/wire/JsonReader.java")))
        .as("its package is not exported")
        .isFalse();
    for (List<Glossary.Entry> entries : Glossary.collect(root).values()) {
      for (Glossary.Entry entry : entries) {
        assertThat(Glossary.isPublic(root.resolve(entry.file()))).as("%s", entry).isTrue();
      }
    }
  }

  private static String replaced(String page, String table) {
    int from = page.indexOf(BEGIN);
    int to = page.indexOf(END);
    assertThat(from).as("the page keeps the marks of its generated part").isNotNegative();
    assertThat(to).isGreaterThan(from);
    return page.substring(0, from + BEGIN.length()) + table + page.substring(to);
  }

  @Test
  void namesOfTheObjectModelCanBeFound() throws IOException {
    assertThat(Glossary.collect(Glossary.root()))
        .containsKeys(
            "runtime.Object",
            "schema.ObjectKind",
            "schema.GroupVersionKind",
            "schema.GroupVersionResource",
            "metav1.TypeMeta",
            "metav1.Object",
            "metav1.ObjectMeta",
            "meta.Accessor",
            "metav1.List",
            "metav1.ListMeta",
            "continue",
            "remainingItemCount",
            "runtime.RawExtension",
            "runtime.Scheme",
            "AddToScheme",
            "watch.Interface",
            "watch.Event",
            "unstructured.Unstructured");
  }

  @Test
  void indexTagsBelongToTheirDeclarations() {
    var tags =
        Glossary.tags(
            List.of(
                "package x;",
                "",
                "/// In Go: {@index a.Outer}, {@index",
                "/// a.Alias}.",
                "@FunctionalInterface",
                "public sealed interface Outer<T> permits X {",
                "  /// Text about {@index a.method}.",
                "  @Override",
                "  default <R> List<R> method(Class<T> type) {",
                "    return switch (type) { default -> of(Outer.class); };",
                "  }",
                "",
                "  /// {@index a.Inner}",
                "  record Inner(String text) implements Outer<String> {",
                "    /// {@index a.CONSTANT}",
                "    public static final String CONSTANT = \"record of a class\";",
                "  }",
                "",
                "  /// {@index a.later}",
                "  Map<String, List<Outer>> later();",
                "",
                "  /// {@index a.broken}",
                "  Map<String, List<Outer>>",
                "      broken(String text);",
                "",
                "  /// {@index a.A}",
                "  A,",
                "}"));
    assertThat(tags.get("a.Outer")).containsExactly("Outer");
    assertThat(tags.get("a.Alias")).containsExactly("Outer");
    assertThat(tags.get("a.method")).containsExactly("Outer.method");
    assertThat(tags.get("a.Inner")).containsExactly("Outer.Inner");
    assertThat(tags.get("a.CONSTANT")).containsExactly("Outer.Inner.CONSTANT");
    assertThat(tags.get("a.later")).containsExactly("Outer.later");
    assertThat(tags.get("a.broken")).containsExactly("Outer.broken");
    assertThat(tags.get("a.A")).containsExactly("Outer.A");
  }
}
