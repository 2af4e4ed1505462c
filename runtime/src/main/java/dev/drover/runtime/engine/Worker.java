package dev.drover.runtime.engine;

import dev.drover.api.text.Troubleshooting;
import dev.drover.client.ApiException;
import dev.drover.client.KubernetesException;
import dev.drover.client.RequestInterruptedException;
import dev.drover.client.RequestOrigin;
import dev.drover.client.TimeSource;
import dev.drover.runtime.ControllerObserver.Outcome;
import dev.drover.runtime.Reason;
import dev.drover.runtime.ReconcileRun;
import dev.drover.runtime.ReconcileTimeoutException;
import dev.drover.runtime.ReconcileTracer;
import dev.drover.runtime.Request;
import dev.drover.runtime.Result;
import dev.drover.runtime.TerminalException;
import dev.drover.runtime.internal.Causes;
import dev.drover.runtime.internal.CurrentTrace;
import dev.drover.runtime.internal.Deadline;
import dev.drover.runtime.internal.ReconcileLogger;
import dev.drover.runtime.queue.AddOptions;
import dev.drover.runtime.queue.KeyQueue;
import dev.drover.runtime.queue.QueueItem;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Takes a request, does the work, and sees to it that the request comes again when it should.
///
/// | the work says          | failures | the request                                  |
/// |------------------------|----------|----------------------------------------------|
/// | done                   | forgotten| waits for the next change                    |
/// | after(delay)           | forgotten| comes again after the delay                  |
/// | retry, exception, 409  | counted  | comes again as the limiter says              |
/// | returned too late      | counted  | comes again as the limiter says              |
/// | terminal               | forgotten| waits for the next change                    |
/// | `StackOverflowError`   | counted  | comes again as the limiter says: one deep     |
/// |                        |          | object must not stop the work on all others   |
/// | any other `Error`      |          | the controller reports it, and stops          |
///
/// Has no state of its own: any number of threads.
public final class Worker {
  private final String controller;
  private final String kind;
  private final KeyQueue<Request> queue;
  private final Reasons reasons;
  private final Work work;
  private final Duration timeout;
  private final QueuedController.Environment environment;
  private final TimeSource time;
  private final Logger log;
  private final RunIds ids = new RunIds();

  Worker(
      String controller,
      String kind,
      KeyQueue<Request> queue,
      Reasons reasons,
      Work work,
      Duration timeout,
      QueuedController.Environment environment) {
    this.controller = controller;
    this.kind = kind;
    this.queue = queue;
    this.reasons = reasons;
    this.work = work;
    this.timeout = timeout;
    this.environment = environment;
    this.time = environment.time();
    this.log = LoggerFactory.getLogger("dev.drover.controller." + controller);
  }

  String controller() {
    return controller;
  }

  /// Works until the queue is closed, the thread is interrupted or it is one too many.
  ///
  /// @return whether it was one too many
  boolean run(WorkerPool crew) {
    try {
      while (crew.mayWait()) {
        Optional<QueueItem<Request>> item = queue.takeItem();
        if (item.isEmpty()) {
          return false;
        }
        if (!crew.mayWork()) {
          giveBack(item.get());
          return true;
        }
        run(item.get(), crew);
      }
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // called off
    } catch (Error e) {
      environment.fatal().accept(e);
    }
    return false;
  }

  /// Whether nothing will ever come again.
  boolean isOver() {
    return queue.isClosed();
  }

  private void giveBack(QueueItem<Request> item) {
    queue.add(item.key(), item.priority());
    queue.done(item.key());
  }

  private void run(QueueItem<Request> item, WorkerPool crew) throws InterruptedException {
    Request request = item.key();
    try {
      Attempt attempt = attempt(item);
      environment.observer().started(controller);
      ReconcileTracer.Trace trace = environment.tracer().begins(run(attempt));
      long begin = time.nanoTime();
      End end = new End(Outcome.CRASH, null);
      try {
        end = CurrentTrace.call(trace, () -> attempt(item, attempt, crew));
      } catch (InterruptedException e) {
        end = new End(Outcome.ERROR, e); // no bug of the reconciler
        queue.add(request, item.priority()); // for the next worker: this one was called off
        throw e;
      } catch (Error e) {
        end = new End(Outcome.CRASH, e);
        throw e;
      } finally {
        Duration took = Duration.ofNanos(time.nanoTime() - begin);
        environment.observer().ended(controller, end.outcome, took);
        trace.ended(end.outcome, end.error);
      }
    } finally {
      // Counted first: a thread that finds the queue empty must find the run counted, too.
      environment.activity().happened();
      queue.done(request);
      environment.activity().wake();
    }
  }

  /// How a run ended.
  private record End(Outcome outcome, @Nullable Throwable error) {}

  private ReconcileRun run(Attempt attempt) {
    return ReconcileRun.of(
        controller, kind, attempt.request(), attempt.id(), attempt.number(), attempt.reason());
  }

  private Attempt attempt(QueueItem<Request> item) {
    Reason waited = reasons.take(item.key());
    Reason reason =
        item.failures() > 0
            ? new Reason.Retry(item.failures() + 1, item.lastError())
            : waited == null ? new Reason.Enqueued() : environment.attribution().apply(waited);
    return new Attempt(
        item.key(),
        ids.next(),
        item.failures() + 1,
        item.lastError(),
        reason,
        timeout.isZero() ? Optional.empty() : Optional.of(time.instant().plus(timeout)));
  }

  private End attempt(QueueItem<Request> item, Attempt attempt, WorkerPool crew)
      throws InterruptedException {
    Deadline deadline = Deadline.forThisThread(time, timeout);
    Result result;
    try {
      result = result(attempt);
      if (forgetInterruption(deadline)) {
        Exception error = late(null);
        return new End(failed(item, attempt, error, true), error);
      }
    } catch (StackOverflowError e) {
      boolean isLate = forgetInterruption(deadline);
      Exception error = new IllegalStateException("the reconcile needs more stack than it has", e);
      return new End(failed(item, attempt, error, isLate), error);
    } catch (Error e) {
      forgetInterruption(deadline);
      throw e;
    } catch (Exception e) {
      boolean isLate = forgetInterruption(deadline);
      if (!isLate && isInterruption(e)) {
        InterruptedException interruption = interrupted(e);
        if (!crew.isWorking()) {
          throw interruption;
        } // else it was not called off: a failure like any other
      }
      Exception error = isLate ? late(e) : e;
      return new End(failed(item, attempt, error, isLate), error);
    }
    return new End(decide(item, attempt, result), null);
  }

  private Result result(Attempt attempt) throws Exception {
    return Objects.requireNonNull(
        new RequestOrigin(controller, attempt.id()).call(() -> work.on(attempt)),
        "the reconciler returned null: it must return a Result, such as Result.done()");
  }

  /// The interruption at the deadline was meant for this run, and not for the next one.
  private static boolean forgetInterruption(Deadline deadline) {
    boolean over = deadline.end();
    if (over) {
      Thread.interrupted();
    }
    return over;
  }

  /// Whether the run was to end, and did not fail.
  public static boolean isInterruption(Exception e) {
    return e instanceof InterruptedException
        || e instanceof RequestInterruptedException
        || Thread.currentThread().isInterrupted();
  }

  private static InterruptedException interrupted(Exception e) {
    Thread.interrupted();
    InterruptedException interruption = new InterruptedException(e.getMessage());
    interruption.initCause(e);
    return interruption;
  }

  /// @param cause what the interrupted run threw; null if it returned
  private Exception late(@Nullable Exception cause) {
    return new ReconcileTimeoutException(
        Troubleshooting.TOO_OFTEN.in(
            "the reconcile was interrupted after %d ms%s"
                .formatted(timeout.toMillis(), cause == null ? ", and returned later" : "")),
        cause);
  }

  private Outcome failed(
      QueueItem<Request> item, Attempt attempt, Exception error, boolean isLate) {
    if (!isLate && Causes.any(error, TerminalException.class)) {
      queue.forget(item.key());
      logger(attempt).error("reconcile failed, no retry until the next change", error);
      return Outcome.TERMINAL;
    }
    boolean isConflict = error instanceof ApiException.Conflict;
    boolean again =
        queue.add(
            item.key(), AddOptions.RATE_LIMITED.withPriority(item.priority()).withError(error));
    if (isConflict && again) {
      logger(attempt).debug("will be tried again: {}", error.getMessage());
      return Outcome.CONFLICT;
    }
    logger(attempt)
        .error(
            again ? "reconcile failed, attempt {}" : "reconcile failed, given up after attempt {}",
            attempt.number(),
            error);
    if (isConflict) {
      return Outcome.CONFLICT;
    }
    if (isLate) {
      return Outcome.TIMEOUT;
    }
    boolean isCrash = error instanceof RuntimeException && !(error instanceof KubernetesException);
    return isCrash ? Outcome.CRASH : Outcome.ERROR;
  }

  private Outcome decide(QueueItem<Request> item, Attempt attempt, Result result) {
    Request request = item.key();
    return switch (result) {
      case Result.Done() -> {
        queue.forget(request);
        yield Outcome.DONE;
      }
      case Result.After(var delay, var priority) -> {
        queue.forget(request);
        reasons.addLater(request, new Reason.Timer(delay));
        Duration wait = delay.isNegative() ? Duration.ZERO : delay;
        queue.add(request, AddOptions.after(wait).withPriority(priority.orElse(item.priority())));
        yield Outcome.AFTER;
      }
      case Result.Retry(var priority) -> {
        AddOptions how = AddOptions.RATE_LIMITED.withPriority(priority.orElse(item.priority()));
        if (!queue.add(request, how)) {
          logger(attempt).error("reconcile given up after attempt {}", attempt.number());
        }
        yield Outcome.RETRY;
      }
      case Result.Terminal(var reason) -> {
        queue.forget(request);
        logger(attempt).error("reconcile gave up until the next change: {}", reason);
        yield Outcome.TERMINAL;
      }
    };
  }

  private Logger logger(Attempt attempt) {
    return new ReconcileLogger(log, attempt.facts(controller, kind));
  }
}
