package dev.drover.schema.apply;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/// How `kubectl apply` turns from the client's side to the server's.
class LastAppliedTest {
  private static final String LAST =
      "{\"metadata\":{\"annotations\":{\"kubectl.kubernetes.io/last-applied-configuration\":%s}},"
          + "\"data\":{\"a\":\"1\",\"b\":\"1\"}}";
  private static final String APPLIED =
      "\"{\\\"apiVersion\\\":\\\"v1\\\",\\\"kind\\\":\\\"ConfigMap\\\",\\\"data\\\":{\\\"a\\\":\\\"1\\\"}}\"";

  private static Object annotation(Story story) {
    return Shape.map(story.metadata().get("annotations")).get(LastApplied.ANNOTATION);
  }

  @Test
  void serverSideApplyTakesOverFieldsOfClientSideApply() {
    var story = Story.ofConfigMap().update("kubectl-client-side-apply", LAST.formatted(APPLIED));
    assertThatThrownBy(() -> story.apply("other", "{\"data\":{\"a\":\"2\"}}"))
        .isInstanceOf(ApplyConflictException.class);
    story.apply("kubectl", "{\"data\":{\"a\":\"2\"}}");
    assertThat(story.part("data")).isEqualTo("{\"a\":\"2\",\"b\":\"1\"}");
    assertThat(story.owners()).startsWith("kubectl Apply 00:01 .data.a\n");
  }

  @Test
  void lastAppliedAnnotationIsUpdated() {
    var story =
        Story.ofConfigMap()
            .update("kubectl-client-side-apply", LAST.formatted(APPLIED))
            .apply("kubectl", "{\"data\":{\"a\":\"<\"}}");
    assertThat(annotation(story))
        .isEqualTo(
            "{\"apiVersion\":\"v1\",\"data\":{\"a\":\"\\u003c\"},\"kind\":\"ConfigMap\","
                + "\"metadata\":{\"name\":\"it\"}}\n");
  }

  @Test
  void conflictsOfOtherManagersStay() {
    var story = Story.ofConfigMap().update("kubectl-client-side-apply", LAST.formatted(APPLIED));
    assertThatThrownBy(() -> story.apply("kubectl", "{\"data\":{\"a\":\"2\",\"b\":\"2\"}}"))
        .hasMessage(
            "Apply failed with 1 conflict: conflict with \"kubectl-client-side-apply\" using v1:"
                + " .data.b");
  }

  @Test
  void malformedLastAppliedAnnotationIsIgnored() {
    for (String useless :
        new String[] {
          "\"\"",
          "\"{\"",
          "\"[]\"",
          "\"{\\\"apiVersion\\\":\\\"v2\\\"}\"",
          "\"{\\\"apiVersion\\\":\\\"v1\\\",\\\"x\\\":1}\""
        }) {
      var story = Story.ofConfigMap().update("me", LAST.formatted(useless));
      assertThatThrownBy(() -> story.apply("kubectl", "{\"data\":{\"a\":\"2\"}}"))
          .as(useless)
          .isInstanceOf(ApplyConflictException.class);
    }
  }

  @Test
  void oversizedLastAppliedAnnotationIsRemoved() {
    var story =
        Story.ofConfigMap()
            .update("kubectl-client-side-apply", LAST.formatted(APPLIED))
            .apply("kubectl", "{\"data\":{\"a\":\"" + "x".repeat(256 * 1024) + "\"}}");
    assertThat(annotation(story)).isNull();
  }

  @Test
  void lastAppliedAnnotationIsNotAdded() {
    var story = Story.ofConfigMap().apply("kubectl", "{\"data\":{\"a\":\"1\"}}");
    assertThat(story.metadata()).doesNotContainKey("annotations");
  }
}
