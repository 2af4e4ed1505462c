package dev.drover.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.api.FieldSelector;
import dev.drover.api.Labels;
import dev.drover.api.Selector;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What the options of lists, watches and writes put into the query.
class RequestOptionsTest {

  private static String query(QueryParameters options) {
    List<String> pairs = new ArrayList<>();
    options.write(
        (name, value) -> {
          if (!value.isEmpty()) {
            pairs.add(name + "=" + value);
          }
        });
    return String.join("&", pairs);
  }

  @Test
  void lists() {
    assertThat(query(ListOptions.ALL)).isEmpty();
    ListOptions some =
        ListOptions.ALL
            .withLabels(Labels.labelIs("a", "b"))
            .withFields(FieldSelector.field("metadata.name", "x"))
            .withLimit(5)
            .withResourceVersion("7", "NotOlderThan");
    assertThat(query(some))
        .isEqualTo(
            "labelSelector=a=b&fieldSelector=metadata.name=x&limit=5&resourceVersion=7"
                + "&resourceVersionMatch=NotOlderThan");
    // The token says the version of the pages behind the first.
    assertThat(query(some.withContinue("t")))
        .isEqualTo("labelSelector=a=b&fieldSelector=metadata.name=x&limit=5&continue=t");
    assertThatThrownBy(() -> ListOptions.ALL.withLimit(-1)).hasMessageContaining("-1");
    assertThatThrownBy(() -> query(ListOptions.ALL.withLabels(Selector.nothing())))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void watches() {
    assertThat(query(WatchOptions.ALL)).isEqualTo("watch=true&allowWatchBookmarks=true");
    assertThat(
            query(
                WatchOptions.ALL
                    .withFields(FieldSelector.field("metadata.name", "x"))
                    .from("9")
                    .withTimeout(Duration.ofMinutes(5))))
        .isEqualTo(
            "fieldSelector=metadata.name=x&watch=true&resourceVersion=9&allowWatchBookmarks=true"
                + "&timeoutSeconds=300");
    assertThat(query(WatchOptions.ALL.withTimeout(Duration.ofMillis(1))))
        .endsWith("timeoutSeconds=1");
    assertThat(query(WatchOptions.ALL.withInitialEvents()))
        .contains("sendInitialEvents=true")
        .contains("resourceVersionMatch=NotOlderThan")
        .contains("allowWatchBookmarks=true");
    assertThat(WatchOptions.ALL.withSilence(Duration.ofSeconds(3)).silence())
        .isEqualTo(Duration.ofSeconds(3));
  }

  @Test
  void writes() {
    assertThat(query(WriteOptions.DEFAULT)).isEmpty();
    assertThat(
            query(
                WriteOptions.DEFAULT
                    .withFieldManager("me")
                    .asDryRun()
                    .withValidation(WriteOptions.Validation.STRICT)
                    .forced()))
        .isEqualTo("fieldManager=me&dryRun=All&fieldValidation=Strict&force=true");
    assertThat(query(WriteOptions.DEFAULT.withValidation(WriteOptions.Validation.IGNORE)))
        .isEqualTo("fieldValidation=Ignore");
  }
}
