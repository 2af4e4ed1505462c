package dev.drover.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

/// The metrics of an API server, as the console adds them up.
class ServerViewTest {
  @Test
  void requestsAreAddedUpByLabelsOfWhichSomeAreEmpty() {
    String metrics =
        """
        # TYPE apiserver_request_total counter
        apiserver_request_total{code="200",resource="",verb="GET",scope=""} 2
        apiserver_request_total{code="200",resource="",verb="GET",scope="cluster"} 3
        apiserver_request_total{code="201",resource="pods",verb="two words"} 1
        """;
    assertThat(ServerView.sums(metrics, ServerView.REQUESTS, "resource", "verb", "code"))
        .containsExactlyInAnyOrder(
            Map.of("count", 5L, "resource", "", "verb", "GET", "code", "200"),
            Map.of("count", 1L, "resource", "pods", "verb", "two words", "code", "201"));
  }
}
