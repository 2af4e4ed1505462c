package dev.drover.codegen;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.KubernetesObject;
import dev.drover.api.crd.Crd;
import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KindProcessorTest {
  private static final String IMPORTS =
      """
      package shop;
      import dev.drover.api.*;
      import dev.drover.api.crd.*;
      import java.util.*;
      import org.jspecify.annotations.Nullable;

      """;

  private static final String SHOP =
      IMPORTS
          + """
          /// A shop in the {@code high} street, see [Spec].
          ///
          /// A second paragraph.
          @CustomResource(group = "example.dev", version = "v1")
          public record Shop(ObjectMeta metadata, Spec spec, @Nullable Status status)
              implements KubernetesObject, HasStatus<Shop.Status>, ShopWith {

            /// What is wanted.
            ///
            /// @param tills open tills,
            ///   with a C:\\path and <b>markup</b>
            /// @param color in hexadecimal
            public record Spec(
                int tills,
                @Description("its own words") String color,
                List<@Size(max = 5) String> shelves)
                implements ShopSpecWith {}

            /** @param tills those that are open */
            public record Status(int tills) {}
          }
          """;

  @TempDir Path classes;

  private DiagnosticCollector<JavaFileObject> compile(String source, boolean withProcessor)
      throws IOException {
    DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    JavaFileObject file =
        new SimpleJavaFileObject(
            URI.create("string:///shop/Shop.java"), JavaFileObject.Kind.SOURCE) {
          @Override
          public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return source;
          }
        };
    List<String> options =
        List.of("-d", classes.toString(), "-cp", System.getProperty("java.class.path"));
    JavaCompiler.CompilationTask task =
        compiler.getTask(null, null, found, options, null, List.of(file));
    task.setProcessors(withProcessor ? List.of(new KindProcessor()) : List.of());
    task.call();
    return found;
  }

  private static List<String> errors(DiagnosticCollector<JavaFileObject> found) {
    return found.getDiagnostics().stream()
        .filter(it -> it.getKind() == Diagnostic.Kind.ERROR)
        .map(it -> it.getLineNumber() + ": " + it.getMessage(Locale.ROOT))
        .toList();
  }

  @Test
  void javadocIsTheDescriptionOfTheDefinition() throws Exception {
    assertThat(errors(compile(SHOP, true))).isEmpty();
    try (URLClassLoader loader =
        new URLClassLoader(new URL[] {classes.toUri().toURL()}, getClass().getClassLoader())) {
      Crd crd = Crd.of(loader.loadClass("shop.Shop").asSubclass(KubernetesObject.class));
      Map<String, ?> schema = crd.storedVersion().schema();
      assertThat(schema.get("description")).isEqualTo("A shop in the high street, see Spec.");
      Map<?, ?> spec = part(schema, "spec");
      assertThat(spec.get("description")).isEqualTo("What is wanted.");
      assertThat(part(spec, "tills").get("description"))
          .isEqualTo("open tills, with a C:\\path and markup");
      assertThat(part(spec, "color").get("description")).isEqualTo("its own words");
      assertThat(part(spec, "shelves").containsKey("description")).isFalse();
      assertThat(part(part(schema, "status"), "tills").get("description"))
          .isEqualTo("those that are open");
    }
  }

  private static Map<?, ?> part(Map<?, ?> schema, String property) {
    return (Map<?, ?>) ((Map<?, ?>) schema.get("properties")).get(property);
  }

  @Test
  void withMethodsReturnChangedCopies() throws Exception {
    String use =
        """

        class Use {
          static Shop larger(Shop shop) {
            return shop.withSpec(shop.spec().withTills(3).withShelves(List.of("a"))).withStatus(null);
          }
        }
        """;
    assertThat(errors(compile(SHOP + use, true))).isEmpty();
    assertThat(classes.resolve("shop/ShopWith.class")).exists();
    assertThat(classes.resolve("shop/ShopSpecWith.class")).exists();
    assertThat(classes.resolve("META-INF/drover/shop.Shop$Spec.descriptions")).exists();
  }

  @Test
  void mistakesAreErrorsAtTheComponentWithTheRemedy() throws Exception {
    String source =
        IMPORTS
            + """
            @CustomResource(group = "example.dev", version = "v1")
            record Shop(String name, Spec spec) {
              record Spec(
                  @Minimum(1) String text,
                  @Size(max = 3) int number,
                  @Pattern("(?=a)") String pattern,
                  @ListSet Map<String, String> set,
                  Date date,
                  String[] names,
                  byte[] data,
                  Map<Integer, String> byNumber,
                  float price,
                  List<Set<String>> sets,
                  Optional<@Size(max = 3) Integer> optional,
                  @Minimum(1) Optional<String> optionalText,
                  Map<String, List<@Minimum(1) String>> items) {}
            }
            """;
    assertThat(errors(compile(source, true)))
        .containsExactlyInAnyOrder(
            "8: a kind implements KubernetesObject: write 'implements KubernetesObject'",
            "8: an object has metadata: write the component 'ObjectMeta metadata'",
            "10: @Minimum is for numbers; text, lists and maps have @Size",
            "11: @Size is for text, lists and maps; numbers have @Minimum and @Maximum",
            "12: @Pattern has '(?=', which Kubernetes' regular expressions (RE2) do not know: write"
                + " a @Rule with several matches() instead",
            "13: @ListSet is for lists",
            "14: java.util.Date has no JSON form here: write java.time.Instant",
            "15: an array has no JSON form here: write List",
            "16: an array has no JSON form here: write dev.drover.api.Bytes",
            "17: the keys of a map are names in JSON: write Map<String, ...>",
            "18: float has no JSON form here: write double",
            "19: java.util.Set has no JSON form here: write List with @ListSet",
            "20: @Size is for text, lists and maps; numbers have @Minimum and @Maximum",
            "21: @Minimum is for numbers; text, lists and maps have @Size",
            "22: @Minimum is for numbers; text, lists and maps have @Size");
  }

  @Test
  void definitionIsTheSameWithAndWithoutTheProcessor() throws Exception {
    String plain =
        IMPORTS
            + """
            @CustomResource(group = "example.dev", version = "v1")
            public record Shop(ObjectMeta metadata, Spec spec) implements KubernetesObject {
              public record Spec(@Minimum(1) int tills, @Default("red") String color) {}
            }
            """;
    assertThat(crd(plain, true)).isEqualTo(crd(plain, false)).contains("default: red");
  }

  private String crd(String source, boolean withProcessor) throws Exception {
    assertThat(errors(compile(source, withProcessor))).isEmpty();
    try (URLClassLoader loader =
        new URLClassLoader(new URL[] {classes.toUri().toURL()}, getClass().getClassLoader())) {
      return Crd.of(loader.loadClass("shop.Shop").asSubclass(KubernetesObject.class)).toYaml();
    }
  }

  /// Annotations of users are often private to their package; they are not read, but must not harm.
  @Test
  void hiddenAnnotationsOfUsersDoNotMatter() throws Exception {
    String source =
        IMPORTS
            + """
            @CustomResource(group = "example.dev", version = "v1")
            record Shop(ObjectMeta metadata, @Mark("a") @Mark("b") int tills)
                implements KubernetesObject {}

            @java.lang.annotation.Repeatable(Marks.class)
            @java.lang.annotation.Retention(java.lang.annotation.RetentionPolicy.RUNTIME)
            @interface Mark { String value(); }

            @java.lang.annotation.Retention(java.lang.annotation.RetentionPolicy.RUNTIME)
            @interface Marks { Mark[] value(); }
            """;
    assertThat(crd(source, true)).isEqualTo(crd(source, false)).contains("tills:");
  }
}
