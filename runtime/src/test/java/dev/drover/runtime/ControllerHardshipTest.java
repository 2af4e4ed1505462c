package dev.drover.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.client.ManualTime;
import dev.drover.client.TimeSource;
import dev.drover.runtime.ControllerObserver.Outcome;
import dev.drover.runtime.engine.Activity;
import dev.drover.runtime.engine.QueuedController;
import dev.drover.runtime.engine.Work;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// What other people's code may do to a controller without a worker, a request or a thread being
/// lost.
class ControllerHardshipTest {
  private static final Request A = Request.of("ns", "a");
  private static final Request B = Request.of("ns", "b");

  private final BlockingQueue<Request> runs = new LinkedBlockingQueue<>();
  private final BlockingQueue<Outcome> outcomes = new LinkedBlockingQueue<>();
  private final List<Controller> made = new ArrayList<>();
  private final ControllerObserver observer =
      new ControllerObserver() {
        @Override
        public void ended(String name, Outcome outcome, Duration took) {
          outcomes.add(outcome);
        }
      };

  private QueuedController controller(
      ControllerObserver told, ReconcileTracer tracer, TimeSource time, Work work) {
    QueuedController controller =
        new QueuedController(
            "test",
            "Thing",
            ControllerOptions.defaults(),
            attempt -> {
              runs.add(attempt.request());
              return work.on(attempt);
            },
            new QueuedController.Environment(
                time, told, tracer, reason -> reason, new Activity(), _ -> {}, _ -> {}));
    made.add(controller);
    return controller;
  }

  private QueuedController controller(Work work) {
    return controller(observer, ReconcileTracer.NONE, TimeSource.system(), work);
  }

  @AfterEach
  void close() {
    made.forEach(Controller::close);
  }

  private static <V> V next(BlockingQueue<V> queue) throws InterruptedException {
    V value = queue.poll(20, TimeUnit.SECONDS);
    assertThat(value).isNotNull();
    return value;
  }

  @Test
  @SuppressWarnings("NullAway") // that is the mistake
  void reconcilerThatReturnsNullIsRetriedAndCostsNoWorker() throws Exception {
    AtomicInteger calls = new AtomicInteger();
    QueuedController one = controller(_ -> calls.incrementAndGet() == 1 ? null : Result.done());
    one.start();
    one.enqueue(A);
    assertThat(next(outcomes)).isEqualTo(Outcome.CRASH);
    assertThat(next(outcomes)).isEqualTo(Outcome.DONE);
    one.enqueue(B);
    assertThat(next(outcomes)).isEqualTo(Outcome.DONE);
  }

  @Test
  void observerThatThrowsCostsNeitherARunNorAWorker() throws Exception {
    ControllerObserver broken =
        new ControllerObserver() {
          @Override
          public void started(String controller) {
            throw new IllegalStateException("no such gauge");
          }

          @Override
          public void ended(String controller, Outcome outcome, Duration took) {
            throw new IllegalStateException("no such counter");
          }

          @Override
          public void workers(String controller, int number) {
            throw new IllegalStateException("no such gauge");
          }
        };
    QueuedController one =
        controller(broken, ReconcileTracer.NONE, TimeSource.system(), _ -> Result.done());
    one.start();
    for (Request request : List.of(A, B, A)) {
      one.enqueue(request);
      assertThat(next(runs)).isEqualTo(request);
    }
    assertThat(runs.poll(50, TimeUnit.MILLISECONDS)).as("a run too many").isNull();
  }

  /// Gathers the notes, and then throws if it should.
  private record NotingTrace(List<Object> notes, boolean isBroken)
      implements ReconcileTracer.Trace {
    @Override
    public void noted(Object fact) {
      notes.add(fact);
      if (isBroken) {
        throw new IllegalStateException("no room for " + fact);
      }
    }

    @Override
    public void ended(Outcome outcome, @Nullable Throwable error) {}
  }

  @Test
  void noteOfARunReachesEachOfItsTracesAndNoOtherRun() throws Exception {
    List<Object> notes = new CopyOnWriteArrayList<>();
    ReconcileTracer tracer =
        ((ReconcileTracer) _ -> new NotingTrace(notes, true))
            .and(_ -> new NotingTrace(notes, false));
    ReconcileTracer.note("before"); // outside of all runs
    QueuedController one =
        controller(
            observer,
            tracer,
            TimeSource.system(),
            attempt -> {
              ReconcileTracer.note(attempt.request());
              return Result.done();
            });
    one.start();
    one.enqueue(A);
    assertThat(next(outcomes)).isEqualTo(Outcome.DONE);
    assertThat(notes).containsExactly(A, A);
  }

  @Test
  void tracerThatThrowsCostsNeitherARunNorAWorker() throws Exception {
    ReconcileTracer broken =
        run -> {
          if (run.request().equals(A)) {
            throw new IllegalStateException("no spans today");
          }
          return (_, _) -> {
            throw new IllegalStateException("no such span");
          };
        };
    QueuedController one = controller(observer, broken, TimeSource.system(), _ -> Result.done());
    one.start();
    for (Request request : List.of(A, B, A)) {
      one.enqueue(request);
      assertThat(next(runs)).isEqualTo(request);
      assertThat(next(outcomes)).isEqualTo(Outcome.DONE);
    }
  }

  @Test
  void unrequestedInterruptionIsAFailureWithBackOff() throws Exception {
    ManualTime time = new ManualTime();
    QueuedController one =
        controller(
            observer,
            ReconcileTracer.NONE,
            time,
            attempt -> {
              if (attempt.number() < 3) {
                throw new InterruptedException("by itself");
              }
              return Result.done();
            });
    one.start();
    one.enqueue(A);
    for (int i = 0; i < 2; i++) {
      assertThat(next(outcomes)).isEqualTo(Outcome.ERROR);
      time.awaitAlarms(1);
      assertThat(time.advanceToNext()).isPositive();
    }
    assertThat(next(outcomes)).isEqualTo(Outcome.DONE);
  }

  @Test
  void reasonIsTheChangeAndNotTheLaterTimer() throws Exception {
    BlockingQueue<Reason> reasons = new LinkedBlockingQueue<>();
    QueuedController one =
        controller(
            observer,
            ReconcileTracer.NONE,
            new ManualTime(),
            attempt -> {
              reasons.add(attempt.reason());
              return Result.after(Duration.ofHours(1));
            });
    one.start();
    one.enqueue(A);
    next(reasons);
    next(outcomes);
    one.enqueue(A);
    assertThat(next(reasons)).isInstanceOf(Reason.Enqueued.class);
  }

  @Test
  void watchAddedBeforeTheStartCanBeClosedAfterIt() throws Exception {
    QueuedController one = controller(_ -> Result.done());
    Channel channel = Source.channel("hook");
    AutoCloseable watch = one.watch(channel);
    one.start();
    channel.send(A);
    assertThat(next(runs)).isEqualTo(A);
    watch.close();
    channel.send(B);
    assertThat(runs.poll(50, TimeUnit.MILLISECONDS)).isNull();
  }

  @Test
  void threadOfATimerDoesNotOutliveItsControllerEvenIfItSwallowsInterruptions() throws Exception {
    ManualTime time = new ManualTime();
    CountDownLatch asked = new CountDownLatch(1);
    BlockingQueue<Thread> threads = new LinkedBlockingQueue<>();
    QueuedController one = controller(_ -> Result.done());
    one.watch(
        Source.every(
            Duration.ofHours(1),
            time,
            () -> {
              threads.add(Thread.currentThread());
              try {
                asked.await();
              } catch (InterruptedException e) {
                // A bad habit of many.
              }
              return List.of();
            }));
    one.start();
    time.awaitAlarms(1);
    time.advance(Duration.ofHours(1));
    Thread ticking = next(threads);
    one.close();
    assertThat(ticking.isAlive()).isFalse();
  }

  /// A source whose start takes as long as the test wants.
  private static final class SlowSource implements Source {
    final CountDownLatch starting = new CountDownLatch(1);
    final CountDownLatch goOn = new CountDownLatch(1);
    final CountDownLatch closed = new CountDownLatch(1);

    @Override
    public Watching start(Sink sink) {
      starting.countDown();
      try {
        goOn.await();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
      return new Watching() {
        @Override
        public void awaitSynced(Duration limit) {}

        @Override
        public void close() {
          closed.countDown();
        }
      };
    }

    @Override
    public String name() {
      return "slow";
    }
  }

  @Test
  void sourceThatStartsWhileTheControllerClosesIsClosedToo() throws Exception {
    QueuedController one = controller(_ -> Result.done());
    SlowSource source = new SlowSource();
    one.watch(source);
    Thread starter =
        Thread.startVirtualThread(
            () -> {
              try {
                one.start();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
    source.starting.await();
    one.close(); // under no lock that the start of the source holds
    source.goOn.countDown();
    assertThat(source.closed.await(20, TimeUnit.SECONDS)).isTrue();
    starter.join();
  }

  @Test
  void sourceThatFailsToCloseDoesNotKeepTheControllerFromEnding() throws Exception {
    QueuedController one = controller(_ -> Result.done());
    one.watch(
        new Source() {
          @Override
          public Watching start(Sink sink) {
            return new Watching() {
              @Override
              public void awaitSynced(Duration limit) {}

              @Override
              public void close() {
                throw new IllegalStateException("stuck");
              }
            };
          }

          @Override
          public String name() {
            return "stuck";
          }
        });
    one.start();
    one.close();
    one.enqueue(A);
    assertThat(runs.poll(50, TimeUnit.MILLISECONDS)).isNull();
    assertThatThrownBy(one::start).hasMessageContaining("test is closed");
  }

  @Test
  void numberOfWorkersThatWasChangedBeforeTheStartCounts() throws Exception {
    CountDownLatch hold = new CountDownLatch(1);
    QueuedController one =
        controller(
            _ -> {
              hold.await();
              return Result.done();
            });
    one.workers(2);
    one.enqueue(A);
    one.enqueue(B);
    assertThat(runs.poll(50, TimeUnit.MILLISECONDS)).as("a run before the start").isNull();
    one.start();
    next(runs);
    next(runs);
    assertThat(one.workers()).isEqualTo(2);
    one.stopWorkers(Duration.ZERO);
    one.workers(3);
    one.startWorkers();
    assertThat(one.workers()).isEqualTo(3);
    hold.countDown();
  }

  @Test
  void closeDoesNotWaitForIdleWorkers() throws Exception {
    QueuedController one = controller(_ -> Result.done());
    one.workers(3);
    one.start();
    one.enqueue(A);
    next(outcomes);
    long begin = System.nanoTime();
    one.stopWorkers(Duration.ofMinutes(1));
    assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(20));
    one.enqueue(B);
    one.startWorkers();
    next(runs);
    assertThat(next(runs)).isEqualTo(B);
  }

  @Test
  void runThatIsInterruptedAtTheEndHasEndedWhenCloseReturns() throws Exception {
    List<String> told = new CopyOnWriteArrayList<>();
    QueuedController one =
        controller(
            _ -> {
              try {
                new CountDownLatch(1).await();
              } finally {
                Thread.yield();
                told.add("tidied up");
              }
              return Result.done();
            });
    one.start();
    one.enqueue(A);
    next(runs);
    one.close();
    assertThat(told).containsExactly("tidied up");
  }

  @Test
  void reconcilerMayCloseItsOwnController() throws Exception {
    @Nullable Controller[] self = new Controller[1];
    QueuedController one =
        controller(
            _ -> {
              self[0].close();
              return Result.done();
            });
    self[0] = one;
    one.start();
    one.enqueue(A);
    assertThat(next(outcomes)).isEqualTo(Outcome.DONE);
  }
}
