package dev.drover.schema.apply;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.drover.api.GroupVersionKind;
import dev.drover.api.RawExtension;
import dev.drover.controlplane.ControlPlane;
import dev.drover.schema.KindEntry;
import dev.drover.schema.SchemaTable;
import dev.drover.schema.Structure;
import dev.drover.schema.TypedForm;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/// Owners after random writes, and the results of merges, are those of kube-apiserver.
///
/// It shows objects before and after a write, with defaults and allocated values; from these we
/// compute what the merge should have given.
@Tag("real")
class ApplyRealServerTest {
  private static ControlPlane controlPlane;
  private static HttpClient http;

  @BeforeAll
  static void start() throws Exception {
    controlPlane = ControlPlane.start(ControlPlane.Options.defaults());
    http = HttpClient.newBuilder().sslContext(controlPlane.tls(controlPlane.admin())).build();
  }

  @AfterAll
  static void stop() {
    http.close();
    controlPlane.close();
  }

  @TestFactory
  Stream<DynamicTest> randomWritesGiveTheManagedFieldsOfTheRealServer() {
    return Stream.of(RandomWrites.Sample.values())
        .flatMap(
            sample ->
                IntStream.range(0, 6)
                    .mapToObj(
                        seed ->
                            dynamicTest(
                                sample + " " + seed,
                                () -> new Run(sample, new Random(seed), seed).run(25))));
  }

  /// One object's life.
  private static final class Run {
    private final RandomWrites writes;
    private final KindEntry kind;
    private final Structure.Fields structure;
    private final String name;
    private final List<String> log = new ArrayList<>();
    private @Nullable Map<String, @Nullable Object> live;
    private int accepted;

    Run(RandomWrites.Sample sample, Random random, int seed) {
      this.name = sample.name().toLowerCase(Locale.ROOT).replace('_', '-') + "-" + seed;
      this.writes = new RandomWrites(sample, random, name);
      GroupVersionKind gvk = sample.kind();
      this.kind = SchemaTable.builtIn().kind(gvk).orElseThrow();
      this.structure = SchemaTable.builtIn().structure(gvk).orElseThrow();
    }

    void run(int steps) throws Exception {
      for (int i = 0; i < steps; i++) {
        step(writes.next(live));
        if (live != null && Shape.map(live.get("metadata")).containsKey("deletionTimestamp")) {
          live = get(); // gone with its last finalizer
        }
      }
      assertThat(accepted).as(String.join("\n", log)).isGreaterThan(steps / 4);
    }

    private void step(RandomWrites.Write write) throws Exception {
      log.add(write.toString());
      HttpResponse<String> answer = send(write);
      Map<String, @Nullable Object> shown = Shape.map(RawExtension.ofJson(answer.body()).tree());
      String context = String.join("\n", log) + "\n-> " + answer.body() + "\nlive " + json(live);
      if (write.verb() == RandomWrites.Verb.DELETE) {
        live = get();
      } else if (write.verb() == RandomWrites.Verb.APPLY) {
        compareApply(write, answer.statusCode(), shown, context);
      } else if (answer.statusCode() < 300) {
        compareUpdate(write, shown, context);
      }
      if (answer.statusCode() < 300 && write.verb() != RandomWrites.Verb.DELETE) {
        live = shown;
        accepted++;
      }
    }

    private void compareUpdate(
        RandomWrites.Write write, Map<String, @Nullable Object> shown, String context) {
      Map<String, @Nullable Object> written =
          live == null ? writes.withoutAllocated(shown) : new TreeMap<>(shown);
      Map<String, @Nullable Object> sent = Shape.map(write.body().get("metadata"));
      Map<String, @Nullable Object> metadata = new TreeMap<>(Shape.map(written.get("metadata")));
      metadata.remove("managedFields");
      if (sent.containsKey("managedFields")) {
        metadata.put("managedFields", sent.get("managedFields"));
      }
      written.put("metadata", metadata);
      var expected = rules(write).update(live, written, write.manager(), timeIn(shown));
      assertSameOwners(expected, shown, context);
    }

    private void compareApply(
        RandomWrites.Write write, int code, Map<String, @Nullable Object> shown, String context) {
      Map<String, @Nullable Object> expected;
      try {
        expected =
            rules(write).apply(live, write.body(), write.manager(), write.force(), timeIn(shown));
      } catch (ApplyException e) {
        assertThat(shown.get("message")).as(context).isEqualTo(e.getMessage());
        assertThat((long) code).as(context).isEqualTo(e.status().code());
        if (e instanceof ApplyConflictException conflict) {
          // Go keeps owners in a map without order.
          assertThat(causes(shown))
              .as(context)
              .containsExactlyInAnyOrderElementsOf(conflict.conflicts());
        }
        return;
      }
      if (code >= 300) {
        assertThat(code).as(context).isEqualTo(422); // merged, and then found invalid
        return;
      }
      if (live != null) {
        expected = ServerSideApply.withoutChangeOfTimes(expected, live);
      }
      assertSameOwners(expected, shown, context);
      var merged = TypedForm.ofUnstructured(expected, structure, TypedForm.Empties.DROPPED).tree();
      Comparison more = Comparison.of(structure, merged, shown);
      FieldFilter notServers = // the rest it resets, or counts
          write.subresource().isEmpty()
              ? FieldFilter.without(
                  "metadata.managedFields",
                  "metadata.resourceVersion",
                  "metadata.generation",
                  "status")
              : FieldFilter.without("metadata", "spec");
      assertThat(notServers.filter(more.removed())).as(context).isEqualTo(FieldSet.EMPTY);
      assertThat(notServers.filter(more.modified())).as(context).isEqualTo(FieldSet.EMPTY);
    }

    private static List<ApplyConflictException.Conflict> causes(
        Map<String, @Nullable Object> status) {
      List<ApplyConflictException.Conflict> causes = new ArrayList<>();
      for (Object cause : Shape.list(Shape.map(status.get("details")).get("causes"))) {
        Map<String, @Nullable Object> map = Shape.map(cause);
        String manager = String.valueOf(map.get("message")).replace("conflict with ", "");
        causes.add(new ApplyConflictException.Conflict(manager, String.valueOf(map.get("field"))));
      }
      return causes;
    }

    private static ResetFields resetFields(String kind) {
      return switch (kind) {
        case "Pod" ->
            ResetFields.DEFAULT.withStatus(
                FieldFilter.without(
                    "spec", "metadata.deletionTimestamp", "metadata.ownerReferences"));
        case "Deployment" ->
            ResetFields.DEFAULT.withStatus(FieldFilter.without("spec", "metadata.labels"));
        default -> ResetFields.DEFAULT;
      };
    }

    private ServerSideApply rules(RandomWrites.Write write) {
      return new ServerSideApply(
          kind.gvk(),
          write.subresource(),
          resetFields(kind.gvk().kind()).of(write.subresource()),
          Versions.only(kind.gvk().apiVersion(), structure));
    }

    private void assertSameOwners(
        Map<String, @Nullable Object> expected,
        Map<String, @Nullable Object> shown,
        String context) {
      assertThat(owners(expected)).as(context).isEqualTo(owners(shown));
    }

    /// Owners as text; times are only there or not.
    private static String owners(Map<String, @Nullable Object> object) {
      StringBuilder text = new StringBuilder();
      for (Object entry : Shape.list(Shape.map(object.get("metadata")).get("managedFields"))) {
        Map<String, @Nullable Object> masked = new TreeMap<>(Shape.map(entry));
        masked.replace("time", "some");
        masked.put("fieldsV1", FieldSet.ofFieldsV1(masked.get("fieldsV1")).toFieldsV1());
        text.append(json(masked)).append('\n');
      }
      return text.toString();
    }

    /// The moment of the write: the latest that the object tells of.
    private static Instant timeIn(Map<String, @Nullable Object> object) {
      return Shape.list(Shape.map(object.get("metadata")).get("managedFields")).stream()
          .map(entry -> Shape.map(entry).get("time"))
          .filter(String.class::isInstance)
          .map(time -> Instant.parse((String) time))
          .max(Instant::compareTo)
          .orElse(Instant.EPOCH);
    }

    private HttpResponse<String> send(RandomWrites.Write write) throws Exception {
      String path =
          write.verb() == RandomWrites.Verb.CREATE
              ? collection()
              : collection() + "/" + name + "/" + write.subresource();
      String query = "?fieldManager=" + write.manager() + (write.force() ? "&force=true" : "");
      HttpRequest request =
          HttpRequest.newBuilder(controlPlane.url().resolve(path.replaceFirst("/$", "") + query))
              .header("Content-Type", write.verb().contentType())
              .method(write.verb().method(), BodyPublishers.ofString(json(write.body())))
              .build();
      return http.send(request, BodyHandlers.ofString());
    }

    /// The object as it is.
    private @Nullable Map<String, @Nullable Object> get() throws Exception {
      HttpRequest request =
          HttpRequest.newBuilder(controlPlane.url().resolve(collection() + "/" + name)).build();
      HttpResponse<String> answer = http.send(request, BodyHandlers.ofString());
      return answer.statusCode() == 200
          ? Shape.map(RawExtension.ofJson(answer.body()).tree())
          : null;
    }

    private String collection() {
      GroupVersionKind gvk = kind.gvk();
      return (gvk.group().isEmpty() ? "/api/v1" : "/apis/" + gvk.apiVersion())
          + "/namespaces/default/"
          + kind.plural();
    }
  }

  static String json(@Nullable Object tree) {
    return new String(RawExtension.ofTree(tree).raw().toByteArray(), StandardCharsets.UTF_8);
  }
}
