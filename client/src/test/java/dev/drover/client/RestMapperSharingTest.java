package dev.drover.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.api.GroupKind;
import dev.drover.api.GroupVersionKind;
import dev.drover.api.GroupVersionResource;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// Many threads, one mapper.
class RestMapperSharingTest {
  private static final GroupKind ICECREAM = new GroupKind("shop.example.com", "Icecream");

  private final CannedServer server = CannedServer.withDiscovery();
  private final RestMapper mapper = RestMapper.over(Discovery.over(server.rest(new ManualTime())));

  private void closeShop() {
    server.answer(
        "aggregated /apis",
        CannedServer.documents()
            .get("aggregated /apis")
            .replace("shop.example.com", "shut.example"));
  }

  private void openShop() {
    server.answer("aggregated /apis", CannedServer.documents().get("aggregated /apis"));
  }

  private long discoveries() {
    return server.count("/apis");
  }

  @Test
  void manyThreadsShareOneRequest() throws Exception {
    int threads = 500;
    var waiting = new CountDownLatch(threads);
    server.before(
        (request, next) -> {
          await(waiting);
          return next.send(request);
        });

    List<Future<GroupVersionKind>> answers = new ArrayList<>();
    try (var pool = Executors.newVirtualThreadPerTaskExecutor()) {
      Callable<GroupVersionKind> question =
          () -> {
            waiting.countDown();
            return mapper.mapping(ICECREAM).gvk();
          };
      for (int i = 0; i < threads; i++) {
        answers.add(pool.submit(question));
      }
      for (Future<GroupVersionKind> answer : answers) {
        assertThat(answer.get().kind()).isEqualTo("Icecream");
      }
    }

    assertThat(discoveries()).isEqualTo(1);
  }

  @Test
  void manyThreadsThatMissShareOneRequest() throws Exception {
    closeShop();
    mapper.kindFor(new GroupVersionResource("", "", "pods"));
    int threads = 500;
    var misses = new AtomicInteger();
    var started = new CountDownLatch(threads);
    server.before(
        (request, next) -> {
          await(started);
          return next.send(request);
        });

    try (var pool = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < threads; i++) {
        pool.submit(
            () -> {
              started.countDown();
              try {
                mapper.mapping(ICECREAM);
              } catch (MappingException.NoMatch e) {
                misses.incrementAndGet();
              }
            });
      }
    }

    assertThat(misses.get()).isEqualTo(threads);
    // A lookup that begins during a request may need a later one, and shares that.
    assertThat(discoveries()).isBetween(2L, 3L);
  }

  @Test
  void requestThatBeganTooEarlyIsFollowedByAnother() throws Exception {
    closeShop();
    mapper.kindFor(new GroupVersionResource("", "", "pods"));
    var reading = new CountDownLatch(1);
    var goOn = new CountDownLatch(1);
    server.before(
        (request, next) -> {
          Transport.Response answer = next.send(request);
          if (CannedServer.path(request).equals("/apis") && reading.getCount() > 0) {
            reading.countDown();
            await(goOn);
          }
          return answer;
        });

    try (var pool = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<?> early = pool.submit(() -> mapper.mapping(new GroupKind("no.such", "Kind")));
      reading.await();
      openShop();
      Future<RestMapping> late = pool.submit(() -> mapper.mapping(ICECREAM));
      goOn.countDown();
      assertThat(late.get().gvk().kind()).isEqualTo("Icecream");
      assertThatThrownBy(early::get).hasCauseInstanceOf(MappingException.NoMatch.class);
    }
  }

  @Test
  void interruptOfTheRequestingThreadDoesNotAffectOthers() throws Exception {
    var asking = new CountDownLatch(1);
    var never = new CountDownLatch(1);
    server.before(
        (request, next) -> {
          if (asking.getCount() > 0) {
            asking.countDown();
            await(never);
          }
          return next.send(request);
        });
    Thread first = Thread.ofVirtual().unstarted(() -> assertInterrupted(mapper));
    first.start();
    asking.await();

    try (var pool = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<RestMapping> other = pool.submit(() -> mapper.mapping(ICECREAM));
      first.interrupt();
      assertThat(other.get().gvk().kind()).isEqualTo("Icecream");
    }
    first.join();
  }

  private static void assertInterrupted(RestMapper mapper) {
    assertThatThrownBy(() -> mapper.mapping(ICECREAM))
        .isInstanceOf(RequestInterruptedException.class);
  }

  private static void await(CountDownLatch latch) throws InterruptedIOException {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted");
    }
  }
}
