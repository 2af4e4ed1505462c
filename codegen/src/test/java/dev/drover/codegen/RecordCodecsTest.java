package dev.drover.codegen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.drover.api.DynamicObject;
import dev.drover.api.Format;
import dev.drover.api.GroupVersionKind;
import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.api.Scheme;
import dev.drover.api.codec.Codec;
import dev.drover.api.codec.RecordCodec;
import dev.drover.api.crd.Crd;
import dev.drover.crd.SampleObjects;
import dev.drover.testsupport.ChildProcess;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.annotation.processing.AbstractProcessor;
import javax.annotation.processing.RoundEnvironment;
import javax.annotation.processing.SupportedAnnotationTypes;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.TypeElement;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RecordCodecsTest {
  static final String IMPORTS =
      """
      package shop;
      import dev.drover.api.*;
      import dev.drover.api.crd.*;
      import java.time.*;
      import java.util.*;
      import org.jspecify.annotations.Nullable;

      """;

  /// Every construct, spread over files.
  static final Map<String, String> SHOP =
      Map.of(
          "shop/Shop.java",
          IMPORTS
              + """
              @CustomResource(group = "example.dev", version = "v1")
              public record Shop(ObjectMeta metadata, ShopSpec spec, @Nullable Status status)
                  implements KubernetesObject, HasStatus<Shop.Status> {
                public record Status(int tills, List<Condition> conditions) {}
              }
              """,
          "shop/ShopSpec.java",
          IMPORTS
              + """
              public record ShopSpec(
                  String text,
                  @Nullable String maybe,
                  int number,
                  Integer box,
                  long large,
                  Long largeBox,
                  boolean flag,
                  Boolean flagBox,
                  double real,
                  Double realBox,
                  Instant at,
                  @Nullable Instant until,
                  @AllowedValues("10s") Duration every,
                  @AllowedValues("1h30m0s") @Nullable Duration pause,
                  Quantity size,
                  @Nullable Quantity limit,
                  IntOrString port,
                  Bytes data,
                  RawExtension raw,
                  @Nullable Object tree,
                  Optional<String> optional,
                  Optional<List<String>> optionalList,
                  Optional<@Maximum(40) Integer> optionalNumber,
                  List<String> list,
                  @Required List<@Size(max = 50) String> requiredList,
                  Map<String, Integer> map,
                  Map<String, List<Map<String, Part>>> deep,
                  @ListKeys({"name", "kind"}) List<Part> parts,
                  Part part,
                  @Nullable Part maybePart,
                  Color color,
                  @Nullable Color otherColor,
                  Delivery delivery,
                  @Nullable Payment payment,
                  @Name("$ref") String reference,
                  @JsonProperty("jacksons") String jackson,
                  @JsonProperty("") String unnamed_,
                  String class_,
                  OwnerReference owner,
                  List<OwnerReference> owners,
                  @jakarta.validation.constraints.NotNull List<String> beans,
                  List<Shop.Status> history,
                  @Nullable ShopSpec self) {

                public ShopSpec {
                  beans = List.copyOf(beans);
                }

                public record Part(String name, String kind, @Nullable Part below) {}

                public enum Color { RED, @Name("light blue") BLUE, @JsonProperty("gruen") GREEN, default_ }
              }
              """,
          "shop/Delivery.java",
          IMPORTS
              + """
              @Union
              public sealed interface Delivery permits Delivery.Van, Delivery.Bike, Walk {
                public record Van(String plate) implements Delivery {}
                @Name("byBike") public record Bike(@Nullable String rider) implements Delivery {}
              }
              """,
          "shop/Walk.java",
          "package shop; public record Walk() implements Delivery {}",
          "shop/Payment.java",
          IMPORTS
              + """
              @Union(discriminator = "type")
              public sealed interface Payment {
                record Cash(@Nullable String currency) implements Payment {}
                @Name("credit") record Card(String number) implements Payment {}
              }
              """,
          "shop/JsonProperty.java",
          """
          package shop;
          import java.lang.annotation.*;
          @Retention(RetentionPolicy.RUNTIME)
          @Target({ElementType.FIELD, ElementType.METHOD})
          @interface JsonProperty { String value() default ""; }
          """,
          "jakarta/validation/constraints/NotNull.java",
          """
          package jakarta.validation.constraints;
          import java.lang.annotation.*;
          @Retention(RetentionPolicy.RUNTIME)
          @Target({ElementType.METHOD, ElementType.FIELD, ElementType.TYPE_USE})
          public @interface NotNull {}
          """);

  @TempDir Path folder;

  private Path folder(String name) throws IOException {
    return Files.createDirectories(folder.resolve(name));
  }

  private static <T extends KubernetesObject> byte[] again(Kind<T> kind, byte[] json) {
    Codec<T> codec = kind.codec();
    return codec.encode(codec.decode(json, Format.JSON), Format.JSON);
  }

  @Test
  void generatedCodecsGiveTheBytesOfReflection() throws Exception {
    try (Compiled generated = Compiled.with(folder("a"), SHOP, new KindProcessor());
        Compiled plain = Compiled.with(folder("b"), SHOP)) {
      Kind<?> one = generated.kind("shop.Shop");
      Kind<?> other = plain.kind("shop.Shop");
      assertThat(one.usesReflection()).isFalse();
      assertThat(other.usesReflection()).isTrue();
      Crd crd = Crd.of(List.of(one));
      assertThat(crd.toYaml()).isEqualTo(Crd.of(List.of(other)).toYaml());
      SampleObjects samples = new SampleObjects(crd, "v1", 1);
      for (int i = 0; i < 300; i++) {
        DynamicObject object = samples.next();
        byte[] json = Codec.of(Kind.ofObject(object)).encode(object, Format.JSON);
        assertThat(new String(again(one, json), StandardCharsets.UTF_8))
            .isEqualTo(new String(again(other, json), StandardCharsets.UTF_8));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{\"spec\":{}}",
        "{\"spec\":{\"color\":\"RED\"}}",
        "{\"spec\":{\"color\":\"BLUE\"}}",
        "{\"spec\":{\"number\":\"1\"}}",
        "{\"spec\":{\"number\":99999999999}}",
        "{\"spec\":{\"delivery\":{\"van\":{},\"walk\":{}}}}",
        "{\"spec\":{\"payment\":{\"type\":\"Card\"}}}",
        "{\"spec\":{\"payment\":{\"number\":\"1\",\"type\":\"credit\"}}}",
        "{\"spec\":{\"deep\":{\"a\":[{\"b\":{\"name\":3}}]}}}",
        "{\"metadata\":{\"name\":\"a\"},\"spec\":{\"optional\":null,\"list\":null,\"beans\":[null]}}",
      })
  @Tag("slow")
  void brokenAndIncompleteObjectsFareAlike(String json) throws Exception {
    byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
    try (Compiled generated = Compiled.with(folder("a"), SHOP, new KindProcessor());
        Compiled plain = Compiled.with(folder("b"), SHOP)) {
      assertThat(outcome(generated.kind("shop.Shop"), bytes))
          .isEqualTo(outcome(plain.kind("shop.Shop"), bytes));
    }
  }

  private static String outcome(Kind<?> kind, byte[] json) {
    try {
      return new String(again(kind, json), StandardCharsets.UTF_8);
    } catch (RuntimeException e) {
      return e.toString();
    }
  }

  @Test
  void eachKindHasATypedConstantAndJoinsASchemeWithIt() throws Exception {
    try (Compiled generated = Compiled.with(folder("a"), SHOP, new KindProcessor())) {
      Class<?> constants = generated.load("shop.ShopKind");
      Kind<?> kind = (Kind<?>) constants.getField("KIND").get(null);
      assertThat(kind).isSameAs(generated.kind("shop.Shop"));
      assertThat(constants.getField("KIND").getGenericType().getTypeName())
          .isEqualTo("dev.drover.api.Kind<shop.Shop>");
      Scheme scheme =
          (Scheme) constants.getMethod("addTo", Scheme.class).invoke(null, Scheme.empty());
      assertThat(scheme.find(GroupVersionKind.parse("example.dev/v1", "Shop"))).contains(kind);
    }
  }

  @Test
  void eachGeneratedFileComesFromOneSource() throws Exception {
    try (Compiled generated = Compiled.with(folder("a"), SHOP, new KindProcessor())) {
      assertThat(
              generated.has(
                  "META-INF/native-image/dev.drover/shop.Walk_Codec/reachability-metadata.json"))
          .isTrue();
      assertThat(generated.sources())
          .containsExactlyInAnyOrder(
              "shop.ShopKind",
              "shop.Shop_Codec",
              "shop.Shop_Status_Codec",
              "shop.ShopSpec_Codec",
              "shop.ShopSpec_Part_Codec",
              "shop.Delivery_Van_Codec",
              "shop.Delivery_Bike_Codec",
              "shop.Walk_Codec",
              "shop.Payment_Cash_Codec",
              "shop.Payment_Card_Codec");
      assertThat(generated.origins.values()).allSatisfy(from -> assertThat(from).hasSize(1));
      assertThat(generated.origins.get("shop.ShopSpec_Part_Codec"))
          .first()
          .asString()
          .endsWith("shop/ShopSpec.java");
    }
    try (var in =
        KindProcessor.class.getResourceAsStream(
            "/META-INF/gradle/incremental.annotation.processors")) {
      assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8).strip())
          .isEqualTo(
              """
              dev.drover.codegen.KindProcessor,isolating
              dev.drover.codegen.DefinitionProcessor,aggregating\
              """);
    }
  }

  /// Reflection on components needs a module that opens its package, so a module that only exports
  /// it shows that there is none.
  @Test
  void moduleOfAKindNeedsNoOpens() throws Exception {
    Map<String, String> sources = new LinkedHashMap<>(SHOP);
    sources.keySet().removeIf(path -> path.startsWith("jakarta"));
    sources.computeIfPresent(
        "shop/ShopSpec.java",
        (_, text) -> text.replace("@jakarta.validation.constraints.NotNull ", ""));
    sources.put(
        "module-info.java",
        """
        @SuppressWarnings("exports")
        module shop {
          requires transitive dev.drover.api;
          exports shop;
        }
        """);
    sources.put(
        "shop/Main.java",
        """
        package shop;
        import dev.drover.api.*;
        public class Main {
          private Main() {}
          public static void main(String[] args) {
            var codec = Kind.of(Shop.class).codec();
            byte[] json = "{\\"spec\\":{\\"text\\":\\"found\\",\\"color\\":\\"RED\\"}}".getBytes();
            System.out.println(Main.class.getModule() + " " + codec.decode(json, Format.JSON).spec().text());
          }
        }
        """);
    assertThat(run(sources, folder("a"), new KindProcessor()))
        .extracting(ChildProcess.Ended::exitCode, it -> it.output().strip())
        .containsExactly(0, "module shop found");
    assertThat(run(sources, folder("b")).output()).contains("its module must open package shop");
  }

  private static ChildProcess.Ended run(
      Map<String, String> sources, Path classes, KindProcessor... processors) throws Exception {
    String path = System.getProperty("java.class.path");
    List<String> options = List.of("-d", classes.toString(), "-p", path);
    assertThat(Compiled.run(options, sources, new LinkedHashMap<>(), processors)).isEmpty();
    return ChildProcess.run(
        new ProcessBuilder(ChildProcess.java(), "-p", classes + ":" + path, "-m", "shop/shop.Main")
            .redirectErrorStream(true));
  }

  @Test
  void recordsThatGeneratedCodeCannotNameAreLeftToReflection() throws Exception {
    Map<String, String> sources =
        Map.of(
            "shop/Shop.java",
            IMPORTS
                + """
                @CustomResource(group = "example.dev", version = "v1")
                record Shop(ObjectMeta metadata, Spec spec, Other other, Beside beside)
                    implements KubernetesObject {
                  private record Spec(String text) {}
                  record Other(Mode mode) {}
                  private enum Mode { ON }
                }
                record Beside(int number) {}
                """);
    try (Compiled generated = Compiled.with(folder("a"), sources, new KindProcessor())) {
      Kind<?> kind = generated.kind("shop.Shop");
      assertThat(generated.sources()).containsExactly("shop.ShopKind");
      assertThat(kind.usesReflection()).isTrue();
      byte[] json =
          "{\"spec\":{\"text\":\"a\"},\"other\":{\"mode\":\"ON\"},\"beside\":{\"number\":1}}"
              .getBytes(StandardCharsets.UTF_8);
      assertThat(new String(again(kind, json), StandardCharsets.UTF_8))
          .contains(
              "\"spec\":{\"text\":\"a\"},\"other\":{\"mode\":\"ON\"},\"beside\":{\"number\":1}");
    }
  }

  @Test
  void namesOfUsersAreLeftAlone() throws Exception {
    Map<String, String> sources =
        Map.of(
            "shop/Shop.java",
            IMPORTS
                + """
                @CustomResource(group = "example.dev", version = "v1")
                record Shop(ObjectMeta metadata, Shop.String spec, Object object)
                    implements KubernetesObject {
                  record String(List<Object> items, Shop_A a, A b) {}
                  record Object(int java, java.lang.String value, int values, int component) {}
                  record A(int x) {}
                  record List<T>() {}
                }
                """
                    .replace("List<Object> items", "java.util.List<Object> items"),
            "shop/Shop_A.java",
            "package shop; record Shop_A(int y) {}",
            "shop/ShopKind.java",
            "package shop; class ShopKind {}");
    try (Compiled generated = Compiled.with(folder("a"), sources, new KindProcessor())) {
      Kind<?> kind = generated.kind("shop.Shop");
      assertThat(kind.usesReflection()).isFalse();
      assertThat(generated.load("shop.ShopKind").getDeclaredFields()).isEmpty();
      assertThat(generated.origins).containsKeys("shop.Shop_A_Codec", "shop.Shop__A_Codec");
      java.lang.String json =
          "{\"apiVersion\":\"example.dev/v1\",\"kind\":\"Shop\",\"metadata\":{},\"spec\":{\"a\":{\"y\":1},\"b\":{\"x\":2}},"
              + "\"object\":{\"java\":1,\"value\":\"v\",\"values\":2,\"component\":3}}";
      assertThat(
              new java.lang.String(
                  again(kind, json.getBytes(StandardCharsets.UTF_8)), StandardCharsets.UTF_8))
          .isEqualTo(json);
    }
  }

  @Test
  void recordsWithTypesOfAnotherProcessorGetTheirCodecOnceTheseExist() throws Exception {
    Map<String, String> sources =
        Map.of(
            "shop/Shop.java",
            IMPORTS
                + """
                @CustomResource(group = "example.dev", version = "v1")
                record Shop(ObjectMeta metadata, List<Late> spec) implements KubernetesObject {}
                """);
    try (Compiled generated =
        Compiled.with(folder("a"), sources, new KindProcessor(), new WritesLate())) {
      assertThat(generated.kind("shop.Shop").usesReflection()).isFalse();
      assertThat(generated.has("shop/Late_Codec.class")).isTrue();
    }
  }

  @SupportedAnnotationTypes("*")
  private static final class WritesLate extends AbstractProcessor {
    private boolean isDone;

    @Override
    public SourceVersion getSupportedSourceVersion() {
      return SourceVersion.latest();
    }

    @Override
    public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
      if (!isDone) {
        isDone = true;
        try (Writer out = processingEnv.getFiler().createSourceFile("shop.Late").openWriter()) {
          out.write("package shop; record Late(int number) {}");
        } catch (IOException e) {
          throw new AssertionError(e);
        }
      }
      return false;
    }
  }

  @Test
  void kindsInAnEarlierBuildAreWrittenAgain() throws Exception {
    Path classes = folder("a");
    Compiled.with(classes, SHOP, new KindProcessor()).close();
    List<String> options =
        List.of(
            "-d", classes.toString(), "-cp", classes + ":" + System.getProperty("java.class.path"));
    Map<String, List<String>> origins = new LinkedHashMap<>();
    Map<String, String> changed = Map.of("shop/Shop.java", SHOP.get("shop/Shop.java"));
    assertThat(Compiled.run(options, changed, origins, new KindProcessor())).isEmpty();
    assertThat(origins).containsKeys("shop.ShopKind", "shop.Shop_Codec", "shop.Shop_Status_Codec");
  }

  @Test
  void codecThatDoesNotFitItsRecordSaysSo() throws Exception {
    Path classes = folder("a");
    Map<String, String> sources =
        Map.of(
            "shop/Shop.java",
            IMPORTS
                + """
                @CustomResource(group = "example.dev", version = "v1")
                public record Shop(ObjectMeta metadata) implements KubernetesObject {}
                """,
            "shop/Shop_Codec.java",
            """
            package shop;
            import dev.drover.api.codec.RecordCodec;
            public abstract class Shop_Codec extends RecordCodec<Shop> {
              protected Shop_Codec() {}
            }
            """);
    try (Compiled plain = Compiled.with(classes, sources)) {
      assertThat(catchThrowable(() -> plain.kind("shop.Shop")))
          .hasMessage("shop.Shop_Codec is damaged: compile shop.Shop again");
    }
    assertThat(RecordCodec.nameFor("a_b.C_d$E")).isEqualTo("a_b.C__d_E_Codec");
  }
}
