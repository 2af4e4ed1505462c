package dev.drover.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.api.ObjectKey;
import dev.drover.api.Status;
import dev.drover.client.ApiException;
import dev.drover.client.ManualTime;
import dev.drover.model.core.v1.Pod;
import dev.drover.runtime.ControllerObserver.Outcome;
import dev.drover.runtime.engine.Activity;
import dev.drover.runtime.engine.Attempt;
import dev.drover.runtime.engine.QueuedController;
import dev.drover.runtime.engine.Work;
import dev.drover.runtime.queue.RetryLimiter;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The rules of the loop that takes a request, does the work and brings the request back.
class ControllerTest {
  private static final Request A = Request.of("ns", "a");
  private static final Request B = Request.of("ns", "b");

  private final ManualTime time = new ManualTime();
  private final BlockingQueue<Attempt> attempts = new LinkedBlockingQueue<>();
  private final BlockingQueue<Outcome> outcomes = new LinkedBlockingQueue<>();
  private final AtomicReference<Error> fatal = new AtomicReference<>();
  private @Nullable Controller controller;

  private final ControllerObserver observer =
      new ControllerObserver() {
        @Override
        public void ended(String name, Outcome outcome, Duration took) {
          outcomes.add(outcome);
        }
      };

  private final BlockingQueue<String> traces = new LinkedBlockingQueue<>();
  private final ReconcileTracer tracer =
      run -> {
        Thread begun = Thread.currentThread();
        return (outcome, error) ->
            traces.add(
                "%s %s %s %d %s %s %s"
                    .formatted(
                        run.controller(),
                        run.kind(),
                        run.request(),
                        run.attempt(),
                        outcome,
                        error == null ? "-" : error.getMessage(),
                        Thread.currentThread() == begun));
      };

  private Controller start(ControllerOptions options, Work work) throws InterruptedException {
    Controller made =
        new QueuedController(
            "test",
            "Thing",
            options,
            attempt -> {
              attempts.add(attempt);
              return work.on(attempt);
            },
            new QueuedController.Environment(
                time, observer, tracer, reason -> reason, new Activity(), fatal::set, _ -> {}));
    controller = made;
    made.start();
    return made;
  }

  private Controller start(Work work) throws InterruptedException {
    return start(
        ControllerOptions.defaults()
            .with(
                o ->
                    o.limiter(
                        RetryLimiter.exponential(Duration.ofSeconds(1), Duration.ofSeconds(100)))),
        work);
  }

  @AfterEach
  void close() {
    if (controller != null) {
      controller.close();
    }
  }

  private Attempt next() throws InterruptedException {
    Attempt attempt = attempts.poll(10, TimeUnit.SECONDS);
    assertThat(attempt).as("a run").isNotNull();
    return attempt;
  }

  private Outcome ended() throws InterruptedException {
    Outcome outcome = outcomes.poll(10, TimeUnit.SECONDS);
    assertThat(outcome).as("the end of a run").isNotNull();
    return outcome;
  }

  /// One row of the table: what the work does, how that counts, and when the request comes again.
  enum Row {
    DONE(_ -> Result.done(), Outcome.DONE, null),
    AFTER(_ -> Result.after(Duration.ofMinutes(7)), Outcome.AFTER, Duration.ofMinutes(7)),
    RETRY(_ -> Result.retry(), Outcome.RETRY, Duration.ofSeconds(1)),
    EXCEPTION(
        _ -> {
          throw new java.io.IOException("no disk");
        },
        Outcome.ERROR,
        Duration.ofSeconds(1)),
    CRASH(
        _ -> {
          throw new NullPointerException("a bug");
        },
        Outcome.CRASH,
        Duration.ofSeconds(1)),
    CONFLICT(
        _ -> {
          throw conflict();
        },
        Outcome.CONFLICT,
        Duration.ofSeconds(1)),
    NOT_FOUND(
        _ -> {
          throw ApiException.notFound(Pod.KIND, ObjectKey.of("ns", "x"));
        },
        Outcome.ERROR,
        Duration.ofSeconds(1)),
    TERMINAL(_ -> Result.terminal("never"), Outcome.TERMINAL, null),
    TERMINAL_EXCEPTION(
        _ -> {
          throw new TerminalException("never");
        },
        Outcome.TERMINAL,
        null),
    TERMINAL_AS_A_CAUSE(
        _ -> {
          throw new java.io.IOException("wrapped", new TerminalException("never"));
        },
        Outcome.TERMINAL,
        null);

    final Work work;
    final Outcome outcome;
    final @Nullable Duration again;

    Row(Work work, Outcome outcome, @Nullable Duration again) {
      this.work = work;
      this.outcome = outcome;
      this.again = again;
    }
  }

  private static ApiException conflict() {
    return ApiException.of(
        "update pods a",
        Status.builder().status("Failure").code(409).reason("Conflict").message("changed").build());
  }

  @ParameterizedTest
  @EnumSource
  void everyResultRequeuesAccordingToTheTable(Row row) throws Exception {
    Controller one = start(row.work);
    one.enqueue(A);
    next();
    assertThat(ended()).isEqualTo(row.outcome);
    if (row.again == null) {
      assertThat(one.snapshot().delayed()).isZero();
      return;
    }
    time.awaitAlarms(1); // a worker waits for the request's time
    time.advance(row.again.minusMillis(1));
    assertThat(attempts).isEmpty();
    time.advance(Duration.ofMillis(1));
    assertThat(next().request()).isEqualTo(A);
  }

  @Test
  void successResetsTheFailures() throws Exception {
    AtomicInteger runs = new AtomicInteger();
    Controller one =
        start(
            attempt -> {
              if (runs.incrementAndGet() < 3) {
                throw new java.io.IOException("run " + runs.get());
              }
              return Result.done();
            });
    one.enqueue(A);
    assertThat(next().number()).isEqualTo(1);
    ended();
    time.awaitAlarms(1);
    time.advance(Duration.ofSeconds(1));
    Attempt second = next();
    assertThat(second.number()).isEqualTo(2);
    assertThat(second.lastError()).get().extracting(Throwable::getMessage).isEqualTo("run 1");
    assertThat(second.reason()).isInstanceOf(Reason.Retry.class);
    ended();
    time.awaitAlarms(1);
    time.advance(Duration.ofSeconds(2));
    assertThat(next().number()).isEqualTo(3);
    assertThat(ended()).isEqualTo(Outcome.DONE);
    one.enqueue(A);
    assertThat(next().number()).isEqualTo(1);
  }

  @Test
  void enqueueFromCodeIsNoFailure() throws Exception {
    Controller one = start(_ -> Result.done());
    for (int i = 0; i < 3; i++) {
      one.enqueue(A);
      assertThat(next().number()).isEqualTo(1);
      ended();
    }
  }

  @Test
  void requestHasOneWorkerAndAChangeDuringARunCausesOneMoreRun() throws Exception {
    CountDownLatch hold = new CountDownLatch(1);
    AtomicInteger running = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    Controller one =
        start(
            ControllerOptions.defaults().with(o -> o.workers(4)),
            _ -> {
              most.accumulateAndGet(running.incrementAndGet(), Math::max);
              hold.await();
              running.decrementAndGet();
              return Result.done();
            });
    one.enqueue(A);
    next();
    one.enqueue(A);
    one.enqueue(A);
    hold.countDown();
    next();
    ended();
    ended();
    assertThat(attempts).isEmpty();
    assertThat(most).hasValue(1);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -5})
  void resultAfterZeroRequeuesAtOnceWithoutAFailure(long seconds) throws Exception {
    Controller one =
        start(
            attempt ->
                attempts.size() < 2 && attempt.reason() instanceof Reason.Enqueued
                    ? Result.after(Duration.ofSeconds(seconds))
                    : Result.done());
    one.enqueue(A);
    assertThat(next().number()).isEqualTo(1);
    assertThat(ended()).isEqualTo(Outcome.AFTER);
    assertThat(next().number()).isEqualTo(1);
    assertThat(ended()).isEqualTo(Outcome.DONE);
  }

  @Test
  void runThatReturnsAfterItsDeadlineIsATimeoutAndRetried() throws Exception {
    Controller one =
        start(
            ControllerOptions.defaults().with(o -> o.timeout(Duration.ofMinutes(1))),
            attempt -> {
              if (attempt.number() == 1) {
                try {
                  new CountDownLatch(1).await();
                } catch (InterruptedException e) {
                  return Result.done(); // swallowed
                }
              }
              return Result.done();
            });
    one.enqueue(A);
    next();
    time.advance(Duration.ofMinutes(1));
    assertThat(ended()).isEqualTo(Outcome.TIMEOUT);
    time.awaitAlarms(1);
    time.advance(Duration.ofSeconds(1));
    assertThat(next().lastError()).get().isInstanceOf(ReconcileTimeoutException.class);
    assertThat(ended()).isEqualTo(Outcome.DONE);
  }

  @Test
  void runThatTakesTooLongIsInterruptedAndRetried() throws Exception {
    Controller one =
        start(
            ControllerOptions.defaults().with(o -> o.timeout(Duration.ofMinutes(1))),
            attempt -> {
              if (attempt.number() == 1) {
                new CountDownLatch(1).await();
              }
              return Result.done();
            });
    one.enqueue(A);
    Attempt first = next();
    assertThat(first.deadline()).contains(time.instant().plus(Duration.ofMinutes(1)));
    time.advance(Duration.ofMinutes(1));
    assertThat(ended()).isEqualTo(Outcome.TIMEOUT);
    time.awaitAlarms(1);
    time.advance(Duration.ofSeconds(1));
    Attempt second = next();
    assertThat(second.lastError()).get().isInstanceOf(ReconcileTimeoutException.class);
    assertThat(ended()).isEqualTo(Outcome.DONE);
  }

  @Test
  void jvmErrorIsReportedAndNotRetried() throws Exception {
    Controller one =
        start(
            _ -> {
              throw new NoClassDefFoundError("gone");
            });
    one.enqueue(A);
    next();
    ended();
    assertThat(attempts).isEmpty();
    while (fatal.get() == null) {
      Thread.onSpinWait();
    }
    assertThat(fatal.get()).hasMessage("gone");
  }

  @Test
  void stackOverflowOverOneObjectIsAFailureOfItsRunAlone() throws Exception {
    Controller one =
        start(
            attempt -> {
              if (attempt.number() == 1) {
                throw new StackOverflowError();
              }
              return Result.done();
            });
    one.enqueue(A);
    next();
    assertThat(ended()).isEqualTo(Outcome.CRASH);
    Attempt second = null;
    while (second == null) {
      time.advance(Duration.ofSeconds(1));
      second = attempts.poll(10, TimeUnit.MILLISECONDS);
    }
    assertThat(second.lastError()).get().extracting(Throwable::getCause).isNotNull();
    assertThat(fatal.get()).isNull();
  }

  @Test
  void numberOfWorkersCanChangeWhileTheyRun() throws Exception {
    BlockingQueue<CountDownLatch> running = new LinkedBlockingQueue<>();
    Controller one =
        start(
            _ -> {
              CountDownLatch hold = new CountDownLatch(1);
              running.add(hold);
              hold.await();
              return Result.done();
            });
    List<Request> many = List.of(A, B, Request.of("ns", "c"), Request.of("ns", "d"));
    many.forEach(one::enqueue);
    next();
    assertThat(one.workers()).isEqualTo(1);
    one.workers(3);
    next();
    next();
    assertThat(one.snapshot().running()).isEqualTo(3);
    one.workers(1);
    running.take().countDown();
    running.take().countDown();
    ended();
    ended();
    assertThat(attempts).isEmpty(); // the last one works on, the two others have left
    running.take().countDown();
    next();
    running.take().countDown();
    ended();
  }

  @Test
  void noRunBeginsAfterClose() throws Exception {
    CountDownLatch hold = new CountDownLatch(1);
    Controller one =
        start(
            _ -> {
              hold.await();
              return Result.done();
            });
    one.enqueue(A);
    next();
    one.enqueue(B);
    one.close();
    one.enqueue(B);
    hold.countDown();
    assertThat(attempts.poll(50, TimeUnit.MILLISECONDS)).isNull();
    assertThatThrownBy(() -> one.watch(noSource()))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("test is closed");
  }

  private static Source noSource() {
    return new Source() {
      @Override
      public Watching start(Sink sink) {
        throw new AssertionError("not to be started");
      }

      @Override
      public String name() {
        return "none";
      }
    };
  }

  @Test
  void resultKeepsThePriorityUnlessItNamesAnother() {
    assertThat(((Result.After) Result.after(Duration.ofSeconds(1))).priority())
        .isEqualTo(OptionalInt.empty());
    assertThat(((Result.Retry) Result.retry()).withPriority(5).priority())
        .isEqualTo(OptionalInt.of(5));
  }

  @Test
  void tracerFollowsARunOnItsThreadToItsEnd() throws Exception {
    start(
            attempt -> {
              if (attempt.number() == 1) {
                throw new IllegalStateException("once");
              }
              return Result.done();
            })
        .enqueue(A);
    assertThat(traces.take()).isEqualTo("test Thing ns/a 1 CRASH once true");
    String second = null;
    while (second == null) { // the first trace comes before its key is delayed again
      time.advance(Duration.ofSeconds(1));
      second = traces.poll(10, TimeUnit.MILLISECONDS);
    }
    assertThat(second).isEqualTo("test Thing ns/a 2 DONE - true");
  }

  @Test
  void tracerGetsAnErrorThatStopsTheController() throws Exception {
    start(
            _ -> {
              throw new NoClassDefFoundError("gone");
            })
        .enqueue(A);
    assertThat(traces.take()).isEqualTo("test Thing ns/a 1 CRASH gone true");
  }

  @Test
  void cancelledRunIsAFailureAndNotABug() throws Exception {
    Controller started =
        start(
            _ -> {
              new CountDownLatch(1).await();
              return Result.done();
            });
    started.enqueue(A);
    next();
    started.close();
    assertThat(ended()).isEqualTo(Outcome.ERROR);
  }
}
