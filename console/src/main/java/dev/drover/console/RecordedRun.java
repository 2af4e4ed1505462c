package dev.drover.console;

import dev.drover.recipes.set.SetResult;
import dev.drover.runtime.ControllerObserver.Outcome;
import dev.drover.runtime.Reason;
import dev.drover.runtime.ReconcileRun;
import dev.drover.runtime.ReconcileTracer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A run, with the requests that it sent. Written by the thread of the run; read by any.
final class RecordedRun implements ReconcileTracer.Trace {
  private static final int MOST_CALLS = 200;

  private final ReconcileRun run;
  private final Instant began;
  private final long beganNanos;
  private final RunLog log;
  private @Nullable List<ApiCall> calls; // guarded by this; null = none
  private int unrecorded; // guarded by this
  private @Nullable Outcome outcome; // guarded by this; null = it runs
  private @Nullable Throwable error; // guarded by this
  private long took; // guarded by this
  private volatile long sequence = -1;

  RecordedRun(ReconcileRun run, Instant began, long beganNanos, RunLog log) {
    this.run = run;
    this.began = began;
    this.beganNanos = beganNanos;
    this.log = log;
  }

  @Override
  public void ended(Outcome how, @Nullable Throwable why) {
    synchronized (this) {
      outcome = how;
      error = why;
      took = log.nanoTime() - beganNanos;
    }
    log.ended(this);
  }

  @Override
  public void noted(Object fact) {
    if (fact instanceof SetResult result) {
      log.sets().add(this, result, log.now());
    }
  }

  synchronized void called(String method, String target, int code, long from, long to) {
    if (calls == null) {
      calls = new ArrayList<>(4);
    }
    if (calls.size() == MOST_CALLS) {
      unrecorded++;
      return;
    }
    calls.add(ApiCall.of(method, target, code, from - beganNanos, to - from));
  }

  void sequence(long number) {
    sequence = number;
  }

  /// The number of runs that ended before this one; -1 while it runs.
  long sequence() {
    return sequence;
  }

  ReconcileRun run() {
    return run;
  }

  Instant began() {
    return began;
  }

  synchronized List<ApiCall> calls() {
    return calls == null ? List.of() : List.copyOf(calls);
  }

  synchronized boolean isFailed() {
    return outcome != null
        && switch (outcome) {
          case DONE, AFTER, RETRY, CONFLICT -> false;
          case ERROR, TERMINAL, TIMEOUT, CRASH -> true;
        };
  }

  synchronized @Nullable Outcome outcome() {
    return outcome;
  }

  synchronized long took() {
    return outcome == null ? log.nanoTime() - beganNanos : took;
  }

  /// What a list of runs shows of it.
  Map<String, @Nullable Object> summary() {
    List<ApiCall> sent = calls();
    Outcome how = outcome();
    Throwable why;
    synchronized (this) {
      why = error;
    }
    return Trees.of(
        "id", run.id(),
        "sequence", sequence,
        "controller", run.controller(),
        "kind", run.kind(),
        "namespace", run.request().namespace(),
        "name", run.request().name(),
        "attempt", run.attempt(),
        "cause", cause(),
        "because", Masking.text(run.reason().toString()),
        "began", began.toString(),
        "tookMicros", took() / 1000,
        "outcome", how == null ? "running" : how.name().toLowerCase(Locale.ROOT),
        "failed", isFailed(),
        "error", why == null ? null : Masking.text(String.valueOf(why)),
        "calls", sent.size(),
        "writes", sent.stream().filter(ApiCall::isWrite).count());
  }

  /// All of it.
  Map<String, @Nullable Object> detail() {
    Map<String, @Nullable Object> tree = summary();
    tree.put("requests", calls().stream().map(ApiCall::tree).toList());
    synchronized (this) {
      tree.put("unrecorded", unrecorded);
    }
    return tree;
  }

  private String cause() {
    return switch (run.reason()) {
      case Reason.Event(var kind, _, _) -> kind.kind();
      case Reason.OwnWrite _ -> "own write";
      case Reason.Timer _ -> "timer";
      case Reason.Retry _ -> "retry";
      case Reason.Enqueued _ -> "enqueued";
    };
  }
}
