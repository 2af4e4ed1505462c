package dev.drover.schema.apply;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.GroupVersionKind;
import dev.drover.schema.SchemaTable;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// The owners of fields after creates, updates and patches.
class UpdateTest {
  private static final GroupVersionKind DEPLOYMENT =
      new GroupVersionKind("apps", "v1", "Deployment");

  @Test
  void creatorOwnsAllFieldsThatItSets() {
    var story =
        Story.ofDeployment()
            .update(
                "me",
                """
                {"spec":{"replicas":1,"selector":{"matchLabels":{"a":"b"}},"strategy":{"type":"Recreate"},
                  "template":{"metadata":{"labels":{"a":"b"}},
                    "spec":{"containers":[{"name":"c","image":"i"}]}}}}
                """);
    assertThat(story.owners())
        .isEqualTo(
            "me Update 00:00 .spec.replicas .spec.selector .spec.strategy.type"
                + " .spec.template.metadata.labels .spec.template.metadata.labels.a"
                + " .spec.template.spec.containers[name=\"c\"]"
                + " .spec.template.spec.containers[name=\"c\"].image"
                + " .spec.template.spec.containers[name=\"c\"].name");
  }

  @Test
  void updateTakesOwnershipOfChangedFields() {
    var story =
        Story.ofConfigMap()
            .update("me", "{\"data\":{\"a\":\"1\",\"b\":\"1\"}}")
            .update("you", "{\"data\":{\"a\":\"2\",\"b\":\"1\",\"c\":\"1\"}}");
    assertThat(story.owners())
        .isEqualTo(
            """
            me Update 00:00 .data .data.b
            you Update 00:01 .data.a .data.c\
            """);
  }

  @Test
  void removedFieldsHaveNoOwnerAndOwnersOfNothingAreDropped() {
    var story =
        Story.ofConfigMap()
            .update("me", "{\"data\":{\"a\":\"1\"}}")
            .update("you", "{\"data\":{\"a\":\"1\",\"b\":\"1\"}}")
            .update("he", "{\"data\":{\"a\":\"1\"}}");
    assertThat(story.owners()).isEqualTo("me Update 00:00 .data .data.a");
  }

  @Test
  void updateWithoutAChangeAddsNoOwner() {
    var story = Story.ofConfigMap().update("me", "{\"data\":{\"a\":\"1\"}}");
    var before = story.live();
    assertThat(story.update("me", "{\"data\":{\"a\":\"1\"}}").live()).isEqualTo(before);
    assertThat(story.update("you", "{\"data\":{\"a\":\"1\"}}").live()).isEqualTo(before);
  }

  @Test
  void ownerKeepsItsFieldsAndTheTimeOfItsLastChange() {
    var story =
        Story.ofConfigMap()
            .update("me", "{\"data\":{\"a\":\"1\"}}")
            .update("me", "{\"data\":{\"a\":\"1\",\"b\":\"1\"}}");
    assertThat(story.owners()).isEqualTo("me Update 00:01 .data .data.a .data.b");
  }

  @Test
  void identityFieldsHaveNoOwner() {
    var story =
        Story.ofConfigMap()
            .update(
                "me",
                """
                {"metadata":{"generateName":"x","namespace":"n","resourceVersion":"1","generation":2,
                  "selfLink":"x","creationTimestamp":"2026-01-01T00:00:00Z","labels":{"a":"b"}}}
                """);
    assertThat(story.owners())
        .isEqualTo("me Update 00:00 .metadata.generateName .metadata.labels .metadata.labels.a");
  }

  @Test
  void writesDoNotOwnFieldsThatTheyReset() {
    var structure = SchemaTable.builtIn().structure(DEPLOYMENT).orElseThrow();
    var versions = Versions.only("apps/v1", structure);
    var status = new ServerSideApply(DEPLOYMENT, "status", FieldFilter.without("spec"), versions);
    var story =
        Story.ofDeployment()
            .update("me", "{\"spec\":{\"replicas\":1},\"status\":{\"replicas\":1}}")
            .by(status)
            .update("me", "{\"spec\":{\"replicas\":2},\"status\":{\"replicas\":2}}");
    assertThat(story.owners())
        .isEqualTo(
            """
            me Update 00:00 .spec.replicas
            me/status Update 00:01 .status.replicas\
            """);
  }

  @Test
  void moreThanTenUpdatersAreMergedIntoOneEntry() {
    var story = Story.ofConfigMap();
    StringBuilder data = new StringBuilder();
    for (int i : IntStream.range(10, 22).toArray()) {
      data.append(i == 10 ? "" : ",").append("\"k%d\":\"\"".formatted(i));
      story.update("u" + i, "{\"data\":{" + data + "}}");
    }
    assertThat(story.owners().lines())
        .hasSize(10)
        .startsWith(
            "ancient-changes Update 00:02 .data .data.k10 .data.k11 .data.k12",
            "u13 Update 00:03 .data.k13");
  }

  @Test
  void omittedManagedFieldsStay() {
    var story =
        Story.ofConfigMap()
            .update("me", "{\"data\":{\"a\":\"1\"}}")
            .update("you", "{\"metadata\":{\"managedFields\":null},\"data\":{\"a\":\"1\"}}");
    assertThat(story.owners()).isEqualTo("me Update 00:00 .data .data.a");
  }

  @Test
  void sentManagedFieldsReplaceTheStoredOnes() {
    var story =
        Story.ofConfigMap()
            .update("me", "{\"data\":{\"a\":\"1\",\"b\":\"1\"}}")
            .update(
                "you",
                """
                {"metadata":{"managedFields":[{"manager":"he","operation":"Apply","apiVersion":"v1",
                   "fieldsType":"FieldsV1","fieldsV1":{"f:data":{"f:a":{},"f:b":{}}}}]},
                 "data":{"a":"1","b":"2"}}
                """);
    assertThat(story.owners())
        .isEqualTo(
            """
            he Apply - .data.a
            you Update 00:01 .data.b\
            """);
  }

  @Test
  void malformedManagedFieldsAreIgnored() {
    for (String wrong :
        new String[] {
          "{\"operation\":\"Nonsense\"}",
          "{\"operation\":\"Update\",\"fieldsType\":\"FieldsV1\"}",
          "{\"operation\":\"Update\",\"apiVersion\":\"v1\"}",
          "{\"operation\":\"Update\",\"apiVersion\":\"v1\",\"fieldsType\":\"FieldsV2\"}",
          "{\"operation\":\"Update\",\"apiVersion\":\"v1\",\"fieldsType\":\"FieldsV1\",\"fieldsV1\":{\"a\":{}}}",
          "{\"operation\":\"Update\",\"apiVersion\":\"v1\",\"fieldsType\":\"FieldsV1\",\"time\":\"noon\"}"
        }) {
      var story =
          Story.ofConfigMap()
              .update("me", "{\"data\":{\"a\":\"1\"}}")
              .update(
                  "you",
                  "{\"metadata\":{\"managedFields\":[%s]},\"data\":{\"a\":\"1\"}}"
                      .formatted(wrong));
      assertThat(story.owners()).as(wrong).isEqualTo("me Update 00:00 .data .data.a");
    }
  }

  @Test
  void emptyListOrEntryEndsTheTracking() {
    for (String reset : new String[] {"[]", "[{}]"}) {
      var story =
          Story.ofConfigMap()
              .update("me", "{\"data\":{\"a\":\"1\"}}")
              .update(
                  "you",
                  "{\"metadata\":{\"managedFields\":%s},\"data\":{\"a\":\"2\"}}".formatted(reset));
      assertThat(story.metadata()).as(reset).doesNotContainKey("managedFields");
      assertThat(story.update("he", "{\"data\":{\"a\":\"3\"}}").owners()).isEmpty();
    }
  }

  @Test
  void managedFieldsSentToASubresourceAreIgnored() {
    var structure = SchemaTable.builtIn().structure(DEPLOYMENT).orElseThrow();
    var versions = Versions.only("apps/v1", structure);
    var story =
        Story.ofDeployment()
            .update("me", "{\"spec\":{\"replicas\":1},\"status\":{}}")
            .by(new ServerSideApply(DEPLOYMENT, "status", FieldFilter.without("spec"), versions))
            .update(
                "you",
                "{\"metadata\":{\"managedFields\":[]},\"spec\":{\"replicas\":1},\"status\":{\"replicas\":1}}");
    assertThat(story.owners())
        .isEqualTo(
            """
            me Update 00:00 .spec.replicas
            you/status Update 00:01 .status.replicas\
            """);
  }

  @Test
  void failureOfFieldTrackingDoesNotFailTheWrite() {
    var story =
        Story.ofConfigMap()
            .update("me", "{\"data\":{\"a\":\"1\"}}")
            .update("you", "{\"data\":{\"a\":\"2\"},\"nonsense\":1}");
    assertThat(story.live()).containsKeys("data", "nonsense");
    assertThat(story.owners()).isEmpty();
  }

  @Test
  void ownersInUnservedVersionsAreDropped() {
    var story =
        Story.ofConfigMap()
            .update(
                "me",
                """
                {"metadata":{"managedFields":[{"manager":"he","operation":"Update","apiVersion":"v0",
                   "fieldsType":"FieldsV1","fieldsV1":{"f:data":{}}}]},"data":{"a":"1"}}
                """);
    assertThat(story.owners()).isEqualTo("me Update 00:00 .data .data.a");
  }

  @Test
  void ownerOfAPartOfANowAtomicFieldOwnsAllOfIt() {
    String selector = "\"selector\":{\"matchLabels\":{\"a\":\"b\"}}";
    var story =
        Story.ofDeployment()
            .update("me", "{\"spec\":{" + selector + "}}")
            .update(
                "you",
                """
                {"metadata":{"managedFields":[{"manager":"he","operation":"Update","apiVersion":"apps/v1",
                   "fieldsType":"FieldsV1",
                   "fieldsV1":{"f:spec":{"f:selector":{"f:matchLabels":{".":{},"f:a":{}}}}}}]},
                 "spec":{"replicas":1,%s}}
                """
                    .formatted(selector));
    assertThat(story.owners())
        .isEqualTo(
            """
            he Update - .spec.selector
            you Update 00:01 .spec.replicas\
            """);
  }

  @Test
  void equalItemsOfAListAreOneLeaf() {
    String twice = "{\"metadata\":{\"finalizers\":[\"a\",\"b\",\"a\"]}}";
    var story =
        Story.ofConfigMap()
            .update("me", "{\"metadata\":{\"finalizers\":[\"a\"]}}")
            .update("you", twice)
            .update("he", twice)
            .update("she", "{\"metadata\":{\"finalizers\":[\"a\",\"b\"]}}");
    assertThat(story.owners())
        .isEqualTo(
            """
            me Update 00:00 .metadata.finalizers
            you Update 00:01 .metadata.finalizers[="b"]
            she Update 00:03 .metadata.finalizers[="a"]\
            """);
  }

  @Test
  void fieldManagerDefaultsToTheUserAgent() {
    assertThat(ServerSideApply.managerName("me", "kubectl/v1.36 (linux)")).isEqualTo("me");
    assertThat(ServerSideApply.managerName("", "kubectl/v1.36 (linux)")).isEqualTo("kubectl");
    assertThat(ServerSideApply.managerName("", "a\u0007b")).isEqualTo("ab");
    assertThat(ServerSideApply.managerName("", "ä".repeat(100))).isEqualTo("ä".repeat(64));
    assertThat(Story.ofConfigMap().update("", "{\"immutable\":true}").owners())
        .isEqualTo("unknown Update 00:00 .immutable");
  }
}
