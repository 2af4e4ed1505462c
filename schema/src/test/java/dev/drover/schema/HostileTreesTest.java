package dev.drover.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.drover.api.DecodeException;
import dev.drover.api.Format;
import dev.drover.api.GroupVersionKind;
import dev.drover.api.RawExtension;
import dev.drover.schema.apply.ApplyException;
import dev.drover.schema.apply.FieldFilter;
import dev.drover.schema.apply.ServerSideApply;
import dev.drover.schema.apply.Versions;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Whatever readers and engines are given, they answer or refuse it in the way they promise, soon.
class HostileTreesTest {
  private static final int ROUNDS = 40; // for each seed
  private static final GroupVersionKind POD = new GroupVersionKind("", "v1", "Pod");
  private static final Structure.Fields PODS = SchemaTable.builtIn().structure(POD).orElseThrow();
  private static final TreeCodec CODEC = new TreeCodec(SchemaTable.builtIn());
  private static final String OBJECT =
      """
      {"apiVersion":"v1","kind":"Pod","metadata":{"name":"a","labels":{"x":"y"},"finalizers":["f"]},
       "spec":{"containers":[{"name":"c","image":"i","ports":[{"containerPort":80,"protocol":"TCP"}],
       "resources":{"limits":{"cpu":"1","memory":"1Gi"}},"env":[{"name":"e","value":"ü\\u0000"}]}],
       "tolerations":[{"key":"k","operator":"Exists"}]},"status":{"startTime":"2020-01-01T00:00:00Z"}}
      """;
  private static final byte[] JSON = OBJECT.getBytes(StandardCharsets.UTF_8);

  static LongStream seeds() {
    return LongStream.range(0, 50);
  }

  private interface Attempt {
    void run() throws Exception;
  }

  /// Runs, and takes only the given ways to refuse.
  private static void expect(Object input, Attempt attempt, Class<?>... refusals) {
    Instant start = Instant.now();
    try {
      attempt.run();
    } catch (Exception e) {
      if (!Set.of(refusals).contains(e.getClass())) {
        fail("unexpected " + e + " for " + input, e);
      }
    }
    assertThat(Duration.between(start, Instant.now()))
        .as("%s", input)
        .isLessThan(Duration.ofSeconds(20));
  }

  @SuppressWarnings("unchecked") // a JSON object
  private static Map<String, @Nullable Object> pod() {
    return (Map<String, @Nullable Object>)
        java.util.Objects.requireNonNull(RawExtension.ofJson(OBJECT).tree());
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void corruptedJsonIsReadOrRefused(long seed) {
    Mutations mutations = new Mutations(seed);
    for (int i = 0; i < ROUNDS; i++) {
      byte[] json = mutations.damaged(JSON);
      String shown = new String(json, StandardCharsets.ISO_8859_1);
      expect(shown, () -> TypedForm.kindOf(json), UnreadableException.class);
      expect(shown, () -> TypedForm.ofJson(json, PODS), UnreadableException.class);
      expect(shown, () -> TypedForm.parse(json), UnreadableException.class);
      expect(shown, () -> TypedForm.fromYaml(json), UnreadableException.class);
    }
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void corruptedProtobufIsReadOrRefused(long seed) {
    Mutations mutations = new Mutations(seed);
    byte[] whole = CODEC.jsonToProtobuf(JSON);
    for (int i = 0; i < ROUNDS; i++) {
      byte[] bytes = mutations.damaged(whole);
      expect(
          java.util.HexFormat.of().formatHex(bytes),
          () -> CODEC.decode(bytes, Format.PROTOBUF),
          DecodeException.class,
          IllegalArgumentException.class);
    }
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void corruptedYamlIsReadOrRefused(long seed) {
    Mutations mutations = new Mutations(seed);
    byte[] yaml = dev.drover.api.Yaml.writeTree(pod()).getBytes(StandardCharsets.UTF_8);
    for (int i = 0; i < ROUNDS; i++) {
      byte[] bytes = mutations.damaged(yaml);
      expect(
          new String(bytes, StandardCharsets.ISO_8859_1),
          () -> TypedForm.fromYaml(bytes),
          UnreadableException.class);
    }
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void anyPatchIsAppliedOrRefused(long seed) {
    Mutations mutations = new Mutations(seed);
    for (int i = 0; i < ROUNDS; i++) {
      Object patch = mutations.tree(5);
      expect(patch, () -> MergePatch.apply(pod(), patch), PatchException.class);
      expect(patch, () -> StrategicMergePatch.apply(PODS, pod(), patch), PatchException.class);
      expect(patch, () -> JsonPatch.read(patch).apply(pod()), PatchException.class);
      Map<String, @Nullable Object> tree = mutations.object(5);
      expect(tree, () -> TypedForm.ofTree(tree, PODS), UnreadableException.class);
      expect(
          tree,
          () -> TypedForm.ofUnstructured(tree, PODS, TypedForm.Empties.KEPT),
          UnreadableException.class);
    }
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void mergePatchIsIdempotentAfterTheSecondTime(long seed) {
    Mutations mutations = new Mutations(seed);
    for (int i = 0; i < ROUNDS; i++) {
      Map<String, @Nullable Object> patch = mutations.object(4);
      // The second time a list loses nulls that it kept where it replaced an object, as in Go.
      Map<String, @Nullable Object> twice = MergePatch.apply(MergePatch.apply(pod(), patch), patch);
      assertThat(MergePatch.apply(twice, patch)).isEqualTo(twice);
    }
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void anyConfigurationIsMergedOrRefused(long seed) {
    Mutations mutations = new Mutations(seed);
    Versions versions =
        new Versions() {
          @Override
          public Optional<Structure> structure(String apiVersion) {
            return apiVersion.equals("v1") ? Optional.of(PODS) : Optional.empty();
          }

          @Override
          public Map<String, @Nullable Object> convert(
              Map<String, @Nullable Object> object, String apiVersion) {
            return object;
          }
        };
    ServerSideApply apply = new ServerSideApply(POD, "", FieldFilter.ALL, versions);
    for (int i = 0; i < ROUNDS; i++) {
      Map<String, @Nullable Object> config = mutations.object(5);
      config.put("apiVersion", "v1");
      config.put("kind", "Pod");
      expect(
          config,
          () -> {
            var live = apply.apply(null, config, "m", false, Instant.EPOCH);
            assertThat(apply.apply(live, config, "m", false, Instant.EPOCH)).isEqualTo(live);
          },
          ApplyException.class);
    }
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void anySchemaChecksAnyObjectWithoutFailure(long seed) {
    Mutations mutations = new Mutations(seed);
    for (int i = 0; i < ROUNDS; i++) {
      Map<String, @Nullable Object> schema = mutations.object(5);
      Map<String, @Nullable Object> object = mutations.object(4);
      Map<String, @Nullable Object> old = mutations.object(4);
      expect(
          schema + " " + object,
          () -> {
            StructuralSchema structural = StructuralSchema.of(schema, false);
            TreeNode copy = TreeNode.copyOf(structural.pruned(object));
            structural.setDefaults(copy.map());
            Map<String, @Nullable Object> once = TreeNode.copyOf(copy.map()).map();
            structural.setDefaults(copy.map());
            assertThat(copy.map()).as("defaults are set once").isEqualTo(once);
            structural.errors(copy.map(), null);
            structural.errors(copy.map(), old);
            assertThat(structural.errors(copy.map(), copy.map())).as("forgiven").isEmpty();
            structural.structure("x");
          });
    }
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void anyPathIsFollowedOrRefused(long seed) {
    Mutations mutations = new Mutations(seed);
    byte[] path =
        ".spec.containers[?(@.name==\"c\")].ports[0:1,*]..x['a.b']"
            .getBytes(StandardCharsets.UTF_8);
    for (int i = 0; i < ROUNDS; i++) {
      String text = new String(mutations.damaged(path), StandardCharsets.ISO_8859_1);
      expect(text, () -> JsonPath.parse(text).findAll(pod()), IllegalArgumentException.class);
    }
  }

  @Test
  void catastrophicPatternEndsInBoundedTime() {
    Instant start = Instant.now();
    assertThat(GoPattern.of("^(a+)+$").isFoundIn("a".repeat(5_000) + "b")).isFalse();
    assertThat(GoPattern.of("^[[:alpha:]]+$").isFoundIn("abc")).isTrue();
    assertThat(GoPattern.of("^(?P<x>a)$").isFoundIn("a\n")).isFalse();
    assertThat(Duration.between(start, Instant.now())).isLessThan(Duration.ofSeconds(20));
  }
}
