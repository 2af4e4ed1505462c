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
    assertThat(query(ListOptions.defaults())).isEmpty();
    ListOptions some =
        ListOptions.defaults()
            .with(
                o ->
                    o.labels(Labels.labelIs("a", "b"))
                        .fields(FieldSelector.field("metadata.name", "x"))
                        .limit(5)
                        .resourceVersion("7", "NotOlderThan"));
    assertThat(query(some))
        .isEqualTo(
            "labelSelector=a=b&fieldSelector=metadata.name=x&limit=5&resourceVersion=7"
                + "&resourceVersionMatch=NotOlderThan");
    // The token has the version of the pages after the first.
    assertThat(query(some.with(o -> o.continueToken("t"))))
        .isEqualTo("labelSelector=a=b&fieldSelector=metadata.name=x&limit=5&continue=t");
    assertThatThrownBy(() -> ListOptions.defaults().with(o -> o.limit(-1)))
        .hasMessageContaining("-1");
    assertThatThrownBy(() -> query(ListOptions.defaults().with(o -> o.labels(Selector.nothing()))))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void watches() {
    assertThat(query(WatchOptions.defaults())).isEqualTo("watch=true&allowWatchBookmarks=true");
    assertThat(
            query(
                WatchOptions.defaults()
                    .with(
                        o ->
                            o.fields(FieldSelector.field("metadata.name", "x"))
                                .resourceVersion("9")
                                .timeout(Duration.ofMinutes(5)))))
        .isEqualTo(
            "fieldSelector=metadata.name=x&watch=true&resourceVersion=9&allowWatchBookmarks=true"
                + "&timeoutSeconds=300");
    assertThat(query(WatchOptions.defaults().with(o -> o.timeout(Duration.ofMillis(1)))))
        .endsWith("timeoutSeconds=1");
    assertThat(query(WatchOptions.defaults().with(o -> o.sendInitialEvents(true))))
        .contains("sendInitialEvents=true")
        .contains("resourceVersionMatch=NotOlderThan")
        .contains("allowWatchBookmarks=true");
    assertThat(WatchOptions.defaults().with(o -> o.silence(Duration.ofSeconds(3))).silence())
        .isEqualTo(Duration.ofSeconds(3));
  }

  @Test
  void writes() {
    assertThat(query(WriteOptions.defaults())).isEmpty();
    assertThat(
            query(
                WriteOptions.defaults()
                    .with(
                        o ->
                            o.fieldManager("me")
                                .dryRun(true)
                                .validation(WriteOptions.Validation.STRICT)
                                .force(true))))
        .isEqualTo("fieldManager=me&dryRun=All&fieldValidation=Strict&force=true");
    assertThat(
            query(WriteOptions.defaults().with(o -> o.validation(WriteOptions.Validation.IGNORE))))
        .isEqualTo("fieldValidation=Ignore");
  }
}
