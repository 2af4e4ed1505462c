package dev.drover.console;

import dev.drover.client.RequestOrigin;
import dev.drover.client.TimeSource;
import dev.drover.client.Transport;
import dev.drover.runtime.ControllerObserver;
import dev.drover.runtime.HotLoop;
import dev.drover.runtime.ReconcileRun;
import dev.drover.runtime.ReconcileTracer;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Remembers the last runs of a manager in a ring, each with the requests that it sent, and counts
/// them. Readers see a run when it has ended, and those that run now. Any number of threads.
final class RunLog implements ReconcileTracer, Transport.Layer, ControllerObserver {
  private static final int MOST_LOOPS = 50;

  private final TimeSource time;
  private final ConcurrentMap<String, RecordedRun> running = new ConcurrentHashMap<>(); // by id
  private final AtomicReferenceArray<@Nullable RecordedRun> ring;
  private final AtomicLong ended = new AtomicLong();
  private final ConcurrentMap<String, RunCounts> counts = new ConcurrentHashMap<>();
  private final SetLog sets = new SetLog();
  private final SequencedMap<List<Object>, SeenLoop> loops =
      new LinkedHashMap<>(); // by controller and request, the latest first; guarded by itself

  /// A controller that ran in circles over an object.
  ///
  /// @param loop the latest report
  /// @param runs of all reports together
  record SeenLoop(HotLoop loop, long runs, Instant at) {}

  /// @param size how many runs it remembers
  RunLog(int size, TimeSource time) {
    this.ring = new AtomicReferenceArray<>(size);
    this.time = time;
  }

  long nanoTime() {
    return time.nanoTime();
  }

  Instant now() {
    return time.instant();
  }

  @Override
  public Trace begins(ReconcileRun run) {
    RecordedRun recorded = new RecordedRun(run, time.instant(), time.nanoTime(), this);
    running.put(run.id(), recorded);
    return recorded;
  }

  void ended(RecordedRun run) {
    running.remove(run.run().id());
    counts(run.run().controller()).add(run);
    long number = ended.getAndIncrement();
    run.sequence(number);
    ring.set((int) (number % ring.length()), run);
  }

  private RunCounts counts(String controller) {
    return counts.computeIfAbsent(controller, _ -> new RunCounts());
  }

  /// The counts of each controller that has run.
  Map<String, RunCounts> counts() {
    return counts;
  }

  @Override
  public Transport.Response send(Transport.Request request, Transport next) throws IOException {
    Optional<RequestOrigin> origin = RequestOrigin.current();
    RecordedRun run = origin.isEmpty() ? null : running.get(origin.get().reconcileId());
    if (run == null) {
      return next.send(request);
    }
    long begin = time.nanoTime();
    int code = 0;
    try {
      Transport.Response response = next.send(request);
      code = response.status();
      return response;
    } finally {
      run.called(request.method(), request.target(), code, begin, time.nanoTime());
    }
  }

  @Override
  public void hotLoop(HotLoop loop) {
    synchronized (loops) {
      List<Object> place = List.of(loop.controller(), loop.request());
      SeenLoop before = loops.remove(place);
      long runs = loop.runs() + (before == null ? 0 : before.runs);
      loops.putFirst(place, new SeenLoop(loop, runs, time.instant()));
      if (loops.size() > MOST_LOOPS) {
        loops.pollLastEntry();
      }
    }
  }

  /// One of each controller and object, the latest first.
  List<SeenLoop> hotLoops() {
    synchronized (loops) {
      return List.copyOf(loops.values());
    }
  }

  /// The desired sets that runs carried out.
  SetLog sets() {
    return sets;
  }

  /// How many runs it remembers at most.
  int size() {
    return ring.length();
  }

  /// How many runs have ended.
  long total() {
    return ended.get();
  }

  /// The run with this id, if it is remembered.
  Optional<RecordedRun> find(String id) {
    RecordedRun run = running.get(id);
    return run != null
        ? Optional.of(run)
        : latest(1, r -> r.run().id().equals(id), Long.MAX_VALUE).stream().findFirst();
  }

  /// Those that run now.
  List<RecordedRun> running() {
    return List.copyOf(running.values());
  }

  /// Ended runs that meet a condition, the latest first.
  ///
  /// @param before only those with a smaller sequence number
  List<RecordedRun> latest(int most, Predicate<RecordedRun> which, long before) {
    List<RecordedRun> found = new ArrayList<>();
    long newest = Math.min(ended.get(), before) - 1;
    long oldest = Math.max(0, ended.get() - ring.length());
    for (long number = newest; number >= oldest && found.size() < most; number--) {
      RecordedRun run = ring.get((int) (number % ring.length()));
      // Another one when it was overwritten meanwhile, or is being written.
      if (run != null && run.sequence() == number && which.test(run)) {
        found.add(run);
      }
    }
    return found;
  }
}
