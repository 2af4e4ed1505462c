package dev.drover.schema.apply;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.drover.api.GroupVersionKind;
import dev.drover.api.StatusCause;
import dev.drover.schema.Structure;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// How an applied configuration is merged, and which manager owns the result.
class ApplyTest {
  private static final GroupVersionKind THING = new GroupVersionKind("t.io", "v1", "Thing");

  @Test
  void applierOwnsTheAppliedFields() {
    var story =
        Story.ofConfigMap()
            .apply("me", "{\"metadata\":{\"labels\":{\"a\":\"b\"}},\"data\":{\"a\":\"1\"}}");
    assertThat(story.part("data")).isEqualTo("{\"a\":\"1\"}");
    assertThat(story.owners()).isEqualTo("me Apply 00:00 .data.a .metadata.labels.a");
  }

  @Test
  void appliersOfTheSameValueShareOwnership() {
    var story =
        Story.ofConfigMap()
            .apply("me", "{\"data\":{\"a\":\"1\"}}")
            .apply("you", "{\"data\":{\"a\":\"1\",\"b\":\"1\"}}");
    assertThat(story.owners())
        .isEqualTo(
            """
            me Apply 00:00 .data.a
            you Apply 00:01 .data.a .data.b\
            """);
  }

  @Test
  void applierThatChangesNothingHasNoTime() {
    var story =
        Story.ofConfigMap()
            .apply("me", "{\"data\":{\"a\":\"1\"}}")
            .apply("you", "{\"data\":{\"a\":\"1\"}}");
    assertThat(story.owners())
        .isEqualTo(
            """
            you Apply - .data.a
            me Apply 00:00 .data.a\
            """);
  }

  @Test
  void changingAFieldOfAnotherOwnerIsAConflict() {
    var story = Story.ofDeployment().update("me", "{\"spec\":{\"replicas\":1,\"paused\":true}}");
    var conflict =
        catchThrowableOfType(
            ApplyConflictException.class, () -> story.apply("you", "{\"spec\":{\"replicas\":2}}"));
    assertThat(conflict)
        .hasMessage(
            "Apply failed with 1 conflict: conflict with \"me\" using apps/v1: .spec.replicas");
    assertThat(conflict.status().code()).isEqualTo(409);
    assertThat(conflict.status().reason()).isEqualTo("Conflict");
    assertThat(conflict.status().details().causes())
        .containsExactly(
            StatusCause.builder()
                .reason("FieldManagerConflict")
                .message("conflict with \"me\" using apps/v1")
                .field(".spec.replicas")
                .build());
  }

  @Test
  void conflictsAreListedByOwner() {
    var story =
        Story.ofConfigMap()
            .update("updater", "{\"data\":{\"a\":\"1\",\"b\":\"1\"}}")
            .apply("applier", "{\"data\":{\"c\":\"1\"}}");
    assertThatThrownBy(() -> story.apply("me", "{\"data\":{\"a\":\"2\",\"b\":\"2\",\"c\":\"2\"}}"))
        .isInstanceOf(ApplyConflictException.class)
        .hasMessage(
            """
            Apply failed with 3 conflicts: conflicts with "applier":
            - .data.c
            conflicts with "updater" using v1:
            - .data.a
            - .data.b\
            """);
  }

  @Test
  void conflictNamesTheSubresourceOfTheOwner() {
    var owner = new Owner("me", Owner.Operation.APPLY, "v1", "status");
    assertThat(owner).hasToString("\"me\" with subresource \"status\"");
  }

  @Test
  void forcedApplyTakesOwnership() {
    var story =
        Story.ofConfigMap()
            .update("me", "{\"data\":{\"a\":\"1\",\"b\":\"1\"}}")
            .force("you", "{\"data\":{\"a\":\"2\"}}");
    assertThat(story.part("data")).isEqualTo("{\"a\":\"2\",\"b\":\"1\"}");
    assertThat(story.owners())
        .isEqualTo(
            """
            you Apply 00:01 .data.a
            me Update 00:00 .data .data.b\
            """);
  }

  @Test
  void fieldsNoLongerAppliedAreRemoved() {
    var story =
        Story.ofConfigMap()
            .apply("me", "{\"data\":{\"a\":\"1\",\"b\":\"1\"},\"immutable\":false}")
            .apply("me", "{\"data\":{\"a\":\"1\"}}");
    assertThat(story.part("data")).isEqualTo("{\"a\":\"1\"}");
    assertThat(story.live()).doesNotContainKey("immutable");
    assertThat(story.apply("me", "{}").live()).doesNotContainKey("data");
    assertThat(story.owners()).isEmpty();
  }

  @Test
  void fieldsOfOtherOwnersStay() {
    var story =
        Story.ofConfigMap()
            .apply("me", "{\"data\":{\"a\":\"1\",\"b\":\"1\"}}")
            .apply("you", "{\"data\":{\"a\":\"1\"}}")
            .apply("me", "{}");
    assertThat(story.part("data")).isEqualTo("{\"a\":\"1\"}");
    assertThat(story.owners()).isEqualTo("you Apply - .data.a");
  }

  @Test
  void fieldsAddedByAnUpdateStay() {
    var story =
        Story.ofConfigMap()
            .apply("me", "{\"data\":{\"a\":\"1\"}}")
            .update(
                "you",
                """
                {"metadata":{"managedFields":null},"data":{"a":"1","b":"1"}}
                """)
            .apply("me", "{}");
    assertThat(story.part("data")).isEqualTo("{\"b\":\"1\"}");
    assertThat(story.owners()).isEqualTo("you Update 00:01 .data.b");
  }

  @Test
  void listItemsAreRemovedOneByOne() {
    String ports =
        "{\"spec\":{\"template\":{\"spec\":{\"containers\":[{\"name\":\"c\",\"ports\":%s}]}}}}";
    var story =
        Story.ofDeployment()
            .apply(
                "me",
                ports.formatted(
                    "[{\"containerPort\":80},{\"containerPort\":53,\"protocol\":\"UDP\"}]"))
            .apply("you", ports.formatted("[{\"containerPort\":80,\"name\":\"http\"}]"))
            .apply("me", ports.formatted("[{\"containerPort\":443}]"));
    assertThat(story.part("spec"))
        .contains("\"ports\":[{\"containerPort\":80,\"name\":\"http\"},{\"containerPort\":443}]");
  }

  @Test
  void omittedListKeysHaveTheirDefault() {
    String ports =
        "{\"spec\":{\"template\":{\"spec\":{\"containers\":[{\"name\":\"c\",\"ports\":[%s]}]}}}}";
    var story =
        Story.ofDeployment()
            .apply("me", ports.formatted("{\"containerPort\":80,\"protocol\":\"TCP\"}"))
            .apply("you", ports.formatted("{\"containerPort\":80,\"hostPort\":80}"));
    assertThat(story.part("spec"))
        .contains("\"ports\":[{\"containerPort\":80,\"hostPort\":80,\"protocol\":\"TCP\"}]");
  }

  @Test
  void mergedListsFollowTheAppliedOrderAndKeepOtherItemsInPlace() {
    String env =
        "{\"spec\":{\"template\":{\"spec\":{\"containers\":[{\"name\":\"c\",\"env\":[%s]}]}}}}";
    var story =
        Story.ofDeployment()
            .apply("you", env.formatted(named("a b c d")))
            .apply("me", env.formatted(named("d x a")));
    assertThat(story.part("spec")).contains("\"env\":[" + named("b c d x a") + "]");
  }

  private static String named(String names) {
    return "{\"name\":\"" + names.replace(" ", "\"},{\"name\":\"") + "\"}";
  }

  @Test
  void atomicPartsAreReplacedAsAWhole() {
    String args = "{\"spec\":{\"template\":{\"spec\":{\"nodeSelector\":%s}}}}";
    var story = Story.ofDeployment().apply("me", args.formatted("{\"a\":\"b\",\"c\":\"d\"}"));
    assertThat(story.apply("me", args.formatted("{\"a\":\"x\"}")).part("spec"))
        .contains("\"nodeSelector\":{\"a\":\"x\"}");
    assertThatThrownBy(() -> story.apply("you", args.formatted("{\"a\":\"y\"}")))
        .hasMessage(
            "Apply failed with 1 conflict: conflict with \"me\": .spec.template.spec.nodeSelector");
  }

  @Test
  void fieldsFromBeforeTheFirstApplyBelongToBeforeFirstApply() {
    var story =
        Story.ofConfigMap()
            .tamper("{\"data\":{\"a\":\"1\"}}")
            .apply("me", "{\"data\":{\"b\":\"1\"}}");
    assertThat(story.owners())
        .isEqualTo(
            """
            me Apply 00:00 .data.b
            before-first-apply Update 00:00 .data .data.a\
            """);
  }

  @Test
  void applyingTwiceChangesNothing() {
    var story =
        Story.ofConfigMap()
            .apply("me", "{\"data\":{\"a\":\"1\"}}")
            .update("you", "{\"data\":{\"a\":\"1\",\"b\":\"1\"}}");
    var before = story.live();
    assertThat(story.apply("me", "{\"data\":{\"a\":\"1\"}}").live()).isEqualTo(before);
  }

  @Test
  void changeOfTimestampsAloneIsNoChange() {
    var story = Story.ofConfigMap().apply("me", "{\"data\":{\"a\":\"1\"}}");
    var old = story.live();
    var later = Story.tree(Story.json(old).replace("00:00:00Z", "00:07:00Z"));
    assertThat(ServerSideApply.withoutChangeOfTimes(later, old)).isEqualTo(old);
    var changed = new TreeMap<>(later);
    changed.put("data", Map.of("a", "2"));
    assertThat(ServerSideApply.withoutChangeOfTimes(changed, old)).isEqualTo(changed);
  }

  @Test
  void configurationMustNotHaveManagedFields() {
    assertThatThrownBy(
            () -> Story.ofConfigMap().apply("me", "{\"metadata\":{\"managedFields\":[]}}"))
        .isInstanceOfSatisfying(
            ApplyException.class, e -> assertThat(e.status().reason()).isEqualTo("BadRequest"))
        .hasMessage("metadata.managedFields must be nil");
  }

  @Test
  void configurationMustBeOfTheKind() {
    assertThatThrownBy(() -> Story.ofConfigMap().apply("me", "{\"kind\":\"Pod\"}"))
        .isInstanceOfSatisfying(
            ApplyException.class, e -> assertThat(e.status().code()).isEqualTo(400))
        .hasMessage("invalid object type: /v1, Kind=Pod");
    assertThatThrownBy(() -> Story.ofConfigMap().apply("me", "{\"apiVersion\":\"a/v1\"}"))
        .hasMessage("invalid object type: a/v1, Kind=ConfigMap");
  }

  @Test
  void configurationMustFitTheSchema() {
    assertWrong("{\"nonsense\":1}", ".nonsense: field not declared in schema");
    assertWrong("{\"data\":[\"a\"]}", ".data: expected map, got &{[a]}");
    assertWrong(
        "{\"data\":{\"a\":{\"b\":1000000}}}",
        ".data.a: expected string, got"
            + " &value.valueUnstructured{Value:map[string]interface {}{\"b\":1e+06}}");
    assertWrong("{\"immutable\":\"x\"}", ".immutable: expected boolean, got &{x}");
    assertWrong(
        "{\"metadata\":{\"generation\":\"x\"}}",
        ".metadata.generation: expected numeric (int or float), got string");
    assertWrong(
        "{\"metadata\":{\"finalizers\":{\"a\":1}}}",
        ".metadata.finalizers: expected list, got &{map[a:1]}");
    assertWrong(
        "{\"metadata\":{\"creationTimestamp\":[]}}",
        ".metadata.creationTimestamp: expected any scalar, got &{[]}");
    assertWrong(
        "{\"metadata\":{\"finalizers\":[\"a\",\"a\"]}}",
        ".metadata.finalizers: duplicate entries for key [=\"a\"]");
    assertWrong(
        "{\"metadata\":{\"finalizers\":[null]}}",
        ".metadata.finalizers: element 0: associative list without keys has an element that's an"
            + " explicit null");
    assertWrong(
        "{\"metadata\":{\"ownerReferences\":[\"a\"]}}",
        ".metadata.ownerReferences: element 0: associative list with keys may not have non-map"
            + " elements");
    assertWrong(
        "{\"data\":{\"a\":1,\"b\":2}}",
        """
        errors:
          .data.a: expected string, got &value.valueUnstructured{Value:1}
          .data.b: expected string, got &value.valueUnstructured{Value:2}\
        """);
  }

  private static void assertWrong(String config, String problem) {
    assertThatThrownBy(() -> Story.ofConfigMap().apply("me", config))
        .isInstanceOfSatisfying(
            ApplyException.class, e -> assertThat(e.status().code()).isEqualTo(500))
        .hasMessage("failed to create typed patch object (/it; /v1, Kind=ConfigMap): " + problem);
  }

  @Test
  void liveObjectsMayHaveEqualItems() {
    var story =
        Story.ofConfigMap()
            .update("me", "{\"metadata\":{\"finalizers\":[\"a\",\"a\",\"b\"]}}")
            .force("you", "{\"metadata\":{\"finalizers\":[\"c\",\"a\"]}}");
    assertThat(story.metadata().get("finalizers")).hasToString("[c, a, b]");
  }

  @Test
  void withoutASchemaMapsMergeAndListsDoNot() {
    var rules =
        new ServerSideApply(
            THING, "", FieldFilter.ALL, Versions.only("t.io/v1", new Structure.Anything(true)));
    var story =
        new Story(rules)
            .apply("me", "{\"spec\":{\"a\":{\"b\":1},\"list\":[{\"name\":\"x\"}]}}")
            .apply("you", "{\"spec\":{\"a\":{\"c\":1}}}");
    assertThat(story.part("spec"))
        .isEqualTo("{\"a\":{\"b\":1,\"c\":1},\"list\":[{\"name\":\"x\"}]}");
    assertThatThrownBy(() -> story.apply("you", "{\"spec\":{\"list\":[{\"name\":\"y\"}]}}"))
        .hasMessage("Apply failed with 1 conflict: conflict with \"me\": .spec.list");
  }

  @Test
  void ownersOfAnotherVersionAreComparedInIt() {
    var versions = new SizeOrCount();
    var v1 = new ServerSideApply(THING, "", FieldFilter.ALL, versions);
    var v2 = new ServerSideApply(THING.withVersion("v2"), "", FieldFilter.ALL, versions);
    var story = new Story(v1).apply("me", "{\"spec\":{\"count\":1}}");
    var seen = versions.convert(story.live(), "t.io/v2");
    assertThatThrownBy(
            () ->
                v2.apply(
                    seen,
                    Story.tree(
                        "{\"apiVersion\":\"t.io/v2\",\"kind\":\"Thing\",\"spec\":{\"size\":2}}"),
                    "you",
                    false,
                    Instant.EPOCH))
        .hasMessage("Apply failed with 1 conflict: conflict with \"me\": .spec.count");
    var moved =
        v2.apply(
            seen,
            Story.tree("{\"apiVersion\":\"t.io/v2\",\"kind\":\"Thing\",\"spec\":{\"size\":1}}"),
            "me",
            false,
            Instant.EPOCH);
    assertThat(Story.json(Shape.map(moved.get("metadata")).get("managedFields")))
        .contains("\"apiVersion\":\"t.io/v2\"", "{\"f:spec\":{\".\":{},\"f:size\":{}}}")
        .doesNotContain("f:count");
    var gone =
        v2.apply(
            seen,
            Story.tree("{\"apiVersion\":\"t.io/v2\",\"kind\":\"Thing\"}"),
            "me",
            false,
            Instant.EPOCH);
    assertThat(gone).doesNotContainKey("spec");
  }

  /// `spec.count` in one version is `spec.size` in the other.
  private static final class SizeOrCount implements Versions {
    @Override
    public Optional<Structure> structure(String apiVersion) {
      return Optional.of(new Structure.Anything(true));
    }

    @Override
    public Map<String, @Nullable Object> convert(
        Map<String, @Nullable Object> object, String apiVersion) {
      Map<String, @Nullable Object> converted = new TreeMap<>(object);
      converted.put("apiVersion", apiVersion);
      if (object.get("spec") instanceof Map<?, ?> spec) {
        boolean up = apiVersion.endsWith("v2");
        Object number = spec.get(up ? "count" : "size");
        converted.put("spec", number == null ? Map.of() : Map.of(up ? "size" : "count", number));
      }
      return converted;
    }
  }
}
