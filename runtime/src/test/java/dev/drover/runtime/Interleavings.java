package dev.drover.runtime;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Runs a small program of several threads in every order in which they can take turns, up to a
/// number of preemptions.
///
/// Only one thread runs at a time. Another may go on wherever the running one asks for the time,
/// parks, or unparks: under test is code whose threads meet in critical sections that begin after
/// such a point and contain none, so nothing is missed in between. If nobody can go on, time passes
/// until somebody can; time may also pass earlier, which counts as a preemption. If nobody can go
/// on at all, that is a deadlock, and the test fails with the turns that led to it.
final class Interleavings implements Time {
  /// Code of one of the threads.
  @FunctionalInterface
  interface Body {
    void run() throws Exception;
  }

  private static final int NEVER = -1;

  private final List<Integer> path; // what to choose; 0 from there on
  private final List<Integer> choices = new ArrayList<>();
  private final List<Integer> alternatives = new ArrayList<>();
  private final List<Worker> workers = new ArrayList<>();
  private final List<String> trace = new ArrayList<>();
  private final Semaphore scheduler = new Semaphore(0);
  private int preemptions;
  private long now;
  private volatile boolean aborted;
  private volatile @Nullable Throwable failure;

  private Interleavings(List<Integer> path, int preemptions) {
    this.path = path;
    this.preemptions = preemptions;
  }

  private static final class Aborted extends Error {
    private static final long serialVersionUID = 1L;
  }

  private static final class Worker {
    final String name;
    final Semaphore turn = new Semaphore(0);
    Thread thread = Thread.currentThread();
    boolean finished;
    boolean parked;
    boolean permit;
    boolean interrupted; // the thread itself does not show it while it waits for its turn
    long until = NEVER;

    Worker(String name) {
      this.name = name;
    }
  }

  /// Runs the program in all orders; how many there were.
  static int explore(int preemptions, Consumer<Interleavings> program) throws Exception {
    // All threads are virtual: turns change a hundred times faster than between platform threads.
    FutureTask<Integer> exploration = new FutureTask<>(() -> all(preemptions, program));
    Thread.ofVirtual().start(exploration);
    return exploration.get();
  }

  private static int all(int preemptions, Consumer<Interleavings> program) {
    List<Integer> path = List.of();
    int runs = 0;
    while (true) {
      Interleavings run = new Interleavings(path, preemptions);
      run.run(program);
      runs++;
      int last = run.choices.size() - 1;
      while (last >= 0 && run.choices.get(last) + 1 >= run.alternatives.get(last)) {
        last--;
      }
      if (last < 0) {
        return runs;
      }
      List<Integer> next = new ArrayList<>(run.choices.subList(0, last));
      next.add(run.choices.get(last) + 1);
      path = next;
    }
  }

  private void run(Consumer<Interleavings> program) {
    program.accept(this);
    Worker current = null;
    try {
      while (failure == null && workers.stream().anyMatch(worker -> !worker.finished)) {
        current = next(current);
        trace.add(current.name);
        current.turn.release();
        scheduler.acquire();
      }
      if (failure == null) {
        after.run();
      }
    } catch (Exception | AssertionError e) {
      failure = e;
    } finally {
      aborted = true;
      for (Worker worker : workers) {
        worker.turn.release(1000);
      }
    }
    if (failure != null) {
      throw new AssertionError("after the turns " + trace + ": " + failure, failure);
    }
  }

  private Body after = () -> {};

  /// What must hold when all threads are done.
  void after(Body check) {
    after = check;
  }

  /// A thread of the program.
  Thread fork(String name, Body body) {
    Worker worker = new Worker(name);
    workers.add(worker);
    worker.thread =
        Thread.ofVirtual()
            .name(name)
            .start(
                () -> {
                  try {
                    worker.turn.acquireUninterruptibly();
                    body.run();
                  } catch (Aborted e) {
                    return;
                  } catch (Throwable e) {
                    failure = e;
                  }
                  worker.finished = true;
                  scheduler.release();
                });
    return worker.thread;
  }

  private Worker next(@Nullable Worker current) {
    List<Worker> able = new ArrayList<>(workers.stream().filter(Interleavings::isAble).toList());
    List<Worker> timed =
        workers.stream().filter(w -> !w.finished && w.parked && w.until != NEVER).toList();
    if (able.isEmpty() && timed.isEmpty()) {
      throw new AssertionError(
          "deadlock of "
              + workers.stream()
                  .filter(worker -> !worker.finished)
                  .map(worker -> worker.name)
                  .collect(Collectors.joining(", ")));
    }
    boolean free = current == null || !able.remove(current); // a switch that costs nothing
    if (!free) {
      able.addFirst(current);
    }
    List<Worker> options = new ArrayList<>(able);
    options.addAll(timed);
    int allowed = free || preemptions > 0 ? options.size() : 1;
    int choice = choices.size() < path.size() ? path.get(choices.size()) : 0;
    choices.add(choice);
    alternatives.add(allowed);
    if (choice > 0 && !free) {
      preemptions--;
    }
    Worker chosen = options.get(choice);
    if (!isAble(chosen)) {
      now = Math.max(now, chosen.until);
    }
    if (chosen.parked) {
      chosen.parked = false;
      chosen.permit = false;
      chosen.interrupted = false;
      chosen.until = NEVER;
    }
    return chosen;
  }

  /// Interrupts a thread of the program.
  void interrupt(Thread thread) {
    for (Worker worker : workers) {
      worker.interrupted |= worker.thread == thread;
    }
    thread.interrupt();
    pause();
  }

  private static boolean isAble(Worker worker) {
    return !worker.finished && (!worker.parked || worker.permit || worker.interrupted);
  }

  private @Nullable Worker me() {
    for (Worker worker : workers) {
      if (worker.thread == Thread.currentThread()) {
        return worker;
      }
    }
    return null;
  }

  /// Another thread may go on here.
  void pause() {
    Worker me = me();
    if (me != null) {
      if (!aborted) {
        scheduler.release();
        me.turn.acquireUninterruptibly();
      }
      if (aborted) {
        throw new Aborted();
      }
    }
  }

  @Override
  public Alarm after(Duration delay, Runnable wake) {
    throw new UnsupportedOperationException("what is tested here parks");
  }

  @Override
  public Instant instant() {
    return Instant.EPOCH.plusNanos(now);
  }

  @Override
  public long nanos() {
    pause();
    return now;
  }

  @Override
  public void park() {
    parkUntil(NEVER);
  }

  @Override
  public void parkUntil(long nanos) {
    Worker me = me();
    if (me == null) {
      throw new IllegalStateException("only threads of the program may wait");
    }
    if (me.permit || me.thread.isInterrupted()) {
      me.permit = false;
      return;
    }
    me.parked = true;
    me.until = nanos;
    pause();
  }

  @Override
  public void unpark(@Nullable Thread thread) {
    for (Worker worker : workers) {
      if (worker.thread == thread) {
        worker.permit = true;
      }
    }
    if (thread != null) {
      pause();
    }
  }
}
