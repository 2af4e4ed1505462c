package dev.drover.client.pods;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.client.ApiException;
import dev.drover.client.Client;
import dev.drover.client.ClientConfig;
import dev.drover.client.Headers;
import dev.drover.client.LogOptions;
import dev.drover.client.RestClient;
import dev.drover.client.Transport;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/// Followed logs of a node that does not answer.
class PodLogsTest {
  private static final String POD =
      """
      {"apiVersion": "v1", "kind": "PodList", "metadata": {"resourceVersion": "5"}, "items": [{
        "metadata": {"name": "web-0", "namespace": "shop", "uid": "u", "resourceVersion": "4"},
        "spec": {"containers": [{"name": "web"}]},
        "status": {"phase": "Running", "containerStatuses": [
          {"name": "web", "restartCount": 0, "state": {"running": {}}}]}}]}
      """;

  private final BlockingQueue<Long> attempts = new LinkedBlockingQueue<>();

  private final Queue<Answer> answers = new ConcurrentLinkedQueue<>(); // about the log
  private final Client client =
      Client.over(
          RestClient.over(
              ClientConfig.of("http://canned").with(c -> c.namespace("shop")), transport()));

  private static Answer answer(int status, String body) {
    return new Answer(status, new ByteArrayInputStream(body.getBytes(UTF_8)));
  }

  private Transport transport() {
    return new Transport() {
      @Override
      public Response send(Request request) {
        if (request.target().contains("/log?")) {
          attempts.add(System.nanoTime());
          Answer scripted = answers.poll();
          return scripted != null ? scripted : answer(500, "no route to host");
        }
        return request.target().contains("watch=true")
            ? new Answer(200, new SilentBody())
            : answer(200, POD);
      }

      @Override
      public void close() {}
    };
  }

  private record Answer(int status, InputStream body) implements Transport.Response {
    @Override
    public Headers headers() {
      return Headers.EMPTY.with("Content-Type", "application/json");
    }

    @Override
    public void close() {
      if (body instanceof SilentBody silence) {
        silence.over.countDown();
      }
    }
  }

  /// A watch without events.
  private static final class SilentBody extends InputStream {
    private final CountDownLatch over = new CountDownLatch(1);

    @Override
    public int read() {
      try {
        over.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      return -1;
    }
  }

  @Test
  @SuppressWarnings("try") // the log is followed in the background, nothing is read from it
  void pausesBetweenFailuresGrow() throws Exception {
    try (PodLogs logs = followed()) {
      long first = attempt();
      long second = attempt();
      long third = attempt();
      assertThat(Duration.ofNanos(second - first)).isGreaterThanOrEqualTo(Duration.ofMillis(500));
      assertThat(Duration.ofNanos(third - second)).isGreaterThanOrEqualTo(Duration.ofSeconds(1));
    }
  }

  @Test
  void rotationOfCredentialsDoesNotEndALogThatIsFollowed() {
    answers.add(answer(200, "2026-01-02T03:04:05.1Z one\n"));
    answers.add(answer(401, "expired"));
    answers.add(answer(200, "2026-01-02T03:04:05.1Z one\n2026-01-02T03:04:05.2Z two\n"));
    try (PodLogs logs = followed()) {
      assertThat(logs.next().map(LogLine::text)).contains("one");
      assertThat(logs.next().map(LogLine::text)).contains("two");
    }
  }

  @Test
  void refusalOfTheFirstRequestEndsALog() {
    answers.add(answer(401, "who are you"));
    try (PodLogs logs = followed()) {
      assertThatThrownBy(logs::next).isInstanceOf(ApiException.Unauthorized.class);
    }
  }

  private PodLogs followed() {
    return PodClient.of(client).logs("web-0", LogOptions.defaults().with(o -> o.follow(true)));
  }

  private long attempt() throws InterruptedException {
    Long time = attempts.poll(30, TimeUnit.SECONDS);
    assertThat(time).as("an attempt").isNotNull();
    return time;
  }
}
