package dev.drover.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.DynamicObject;
import dev.drover.api.GroupVersionKind;
import dev.drover.api.Kind;
import dev.drover.api.ObjectMeta;
import dev.drover.api.RawExtension;
import dev.drover.api.Scope;
import dev.drover.api.Status;
import dev.drover.api.StatusCause;
import dev.drover.api.crd.Crd;
import dev.drover.client.ApiException;
import dev.drover.client.Client;
import dev.drover.client.ResourceClient;
import dev.drover.client.WriteOptions;
import dev.drover.crd.Validation;
import dev.drover.crd.Validator;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// A server and the local validator accept and refuse the same objects, with the same messages, and
/// give them the same defaults.
@ExtendWith(TestCluster.Supply.class)
abstract class ValidatorCorpusContract {
  private static final GroupVersionKind SAMPLE =
      new GroupVersionKind("corpus.drover.dev", "v1", "Sample");
  private static final Crd CRD = Crd.parse(resource("corpus-crd.yaml")).getFirst();
  private static final Validator VALIDATOR = Validator.of(CRD);

  private Client client;
  private ResourceClient<DynamicObject> samples;
  private ResourceClient<DynamicObject> dry;

  private static String resource(String name) {
    try (InputStream in =
        Objects.requireNonNull(ValidatorCorpusContract.class.getResourceAsStream(name))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new IllegalStateException("cannot read " + name, e);
    }
  }

  private static List<?> values() {
    return (List<?>)
        Objects.requireNonNull(RawExtension.ofJson(resource("corpus-values.json")).tree());
  }

  private static List<String> fields() {
    Map<?, ?> root = (Map<?, ?>) CRD.storedVersion().schema().get("properties");
    Map<?, ?> spec = (Map<?, ?>) ((Map<?, ?>) root.get("spec")).get("properties");
    return spec.keySet().stream().map(String::valueOf).toList();
  }

  @BeforeEach
  void install(TestCluster cluster) throws Exception {
    client = Client.connect(cluster.config());
    ResourceClient<DynamicObject> definitions =
        client.resources(Kind.dynamic(Crd.KIND, "customresourcedefinitions", Scope.CLUSTER));
    definitions.apply(CRD.toObject());
    definitions.await(
        CRD.name(),
        crd -> crd.list("status", "conditions").toString().contains("Established"),
        Duration.ofSeconds(30));
    samples =
        client.resources(Kind.dynamic(SAMPLE, "samples", Scope.NAMESPACED)).inNamespace("default");
    dry = samples.writing(WriteOptions.defaults().with(o -> o.dryRun(true)));
    samples.find("base").ifPresent(old -> samples.delete("base"));
    awaitServed();
  }

  /// A server that has established a kind may need a moment to serve it.
  private void awaitServed() throws InterruptedException {
    long end = System.nanoTime() + Duration.ofSeconds(30).toNanos();
    while (true) {
      try {
        samples.list();
        return;
      } catch (ApiException.NotFound e) {
        if (System.nanoTime() > end) {
          throw e;
        }
        Thread.onSpinWait();
      }
    }
  }

  @AfterEach
  void close() {
    client.close();
  }

  private static DynamicObject sample(String name, Map<String, @Nullable Object> spec) {
    return DynamicObject.named(SAMPLE, "default", name).with(spec, "spec");
  }

  private static Map<String, @Nullable Object> with(String field, @Nullable Object value) {
    Map<String, @Nullable Object> spec = new LinkedHashMap<>();
    spec.put(field, value);
    return spec;
  }

  /// What a server says of a write: what is wrong, or the spec that it made of the object.
  private static Object answer(Supplier<DynamicObject> write) {
    try {
      return write.get().map("spec");
    } catch (ApiException e) {
      return wrong(e.status());
    }
  }

  private static Object expected(Validation validation, DynamicObject object) {
    return validation.isValid()
        ? VALIDATOR.defaulted(object).map("spec")
        : wrong(validation.status().orElseThrow());
  }

  /// The causes in order: Go goes through the entries of a map in a random one. The message has the
  /// same texts, so of that the length is compared.
  static List<String> wrong(Status status) {
    List<String> wrong = new ArrayList<>();
    for (StatusCause cause : Objects.requireNonNull(status.details()).causes()) {
      wrong.add(cause.field() + ": " + cause.reason() + ": " + cause.message());
    }
    Collections.sort(wrong);
    wrong.add(status.code() + " " + status.reason() + " " + status.message().length());
    return wrong;
  }

  @Test
  void newObjectsAreJudgedAlike() {
    List<String> differences = new ArrayList<>();
    int refused = 0;
    int all = 0;
    for (String field : fields()) {
      for (Object value : values()) {
        DynamicObject object = sample("new", with(field, value));
        Validation local = VALIDATOR.validate(object);
        Object served = answer(() -> dry.create(object));
        all++;
        refused += local.isValid() ? 0 : 1;
        if (!served.equals(expected(local, object))) {
          differences.add(
              "%s=%s\n  server: %s\n  local:  %s"
                  .formatted(field, value, served, expected(local, object)));
        }
      }
    }
    assertThat(all).isGreaterThan(500);
    assertThat(refused).isBetween(all / 4, all - all / 10);
    assertThat(differences).isEmpty();
  }

  @Test
  void changesAreJudgedAlike() {
    DynamicObject base =
        samples.create(
            sample(
                "base",
                new LinkedHashMap<>(
                    Map.of("immutable", "a", "grows", 5L, "text", "t", "minimum", 3L))));
    List<String> differences = new ArrayList<>();
    for (String field : List.of("immutable", "grows", "text", "minimum", "maximum", "keyed")) {
      for (Object value : values()) {
        DynamicObject changed = base.with(value, "spec", field);
        Validation judged = VALIDATOR.validateUpdate(base, changed);
        Object served = answer(() -> dry.update(changed));
        if (!served.equals(expected(judged, changed))) {
          differences.add(
              "%s=%s\n  server: %s\n  local:  %s"
                  .formatted(field, value, served, expected(judged, changed)));
        }
      }
    }
    DynamicObject removed = base.without("spec", "immutable");
    Validation local = VALIDATOR.validateUpdate(base, removed);
    assertThat(answer(() -> dry.update(removed))).isEqualTo(expected(local, removed));
    assertThat(local.message()).contains("immutable cannot be removed");
    assertThat(differences).isEmpty();
  }

  @Test
  void metadataIsJudgedAlike() {
    List<String> differences = new ArrayList<>();
    for (ObjectMeta metadata :
        List.of(
            ObjectMeta.builder().namespace("default").name("A").build(),
            ObjectMeta.builder().namespace("default").name("a..b").build(),
            ObjectMeta.builder()
                .namespace("default")
                .name("ok")
                .labels(Map.of("a/b/c", "v"))
                .build(),
            ObjectMeta.builder().namespace("default").name("ok").labels(Map.of("a", "-v")).build(),
            ObjectMeta.builder()
                .namespace("default")
                .name("ok")
                .annotations(Map.of(" ", "v"))
                .build(),
            ObjectMeta.builder()
                .namespace("default")
                .name("ok")
                .finalizers(List.of("a b"))
                .build())) {
      DynamicObject object = sample("x", Map.of()).withMetadata(metadata);
      Object served = answer(() -> dry.create(object));
      Object local = expected(VALIDATOR.validate(object), object);
      if (!served.equals(local)) {
        differences.add("%s\n  server: %s\n  local:  %s".formatted(metadata, served, local));
      }
    }
    assertThat(differences).isEmpty();
  }
}
