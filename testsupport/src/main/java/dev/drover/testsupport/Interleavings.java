package dev.drover.testsupport;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.Lock;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Runs a small program of several threads in every interleaving, up to a number of preemptions.
///
/// One thread runs at a time. Another one may continue where the running one acquires a lock of the
/// program, waits on its condition, reads the program's time, parks, unparks or calls [#pause]. For
/// code whose threads meet in critical sections that begin at such a point and contain none, these
/// are all interleavings that make a difference.
///
/// When no thread can continue, time advances to the next deadline; time may also advance earlier,
/// which counts as a preemption. When there is no deadline either, the program has deadlocked. A
/// failure names the turns that led to it.
///
/// ```java
/// Interleavings.explore(2, program -> {
///   var counter = new Counter(program.newLock());
///   program.fork("one", counter::increment);
///   program.fork("two", counter::increment);
///   program.after(() -> assertThat(counter.value()).isEqualTo(2));
/// });
/// ```
///
/// The search is depth-first over the choices of the scheduler: a run follows a prefix of choices
/// and takes the first possible one from there on; the next run changes the last choice that has an
/// alternative left.
public final class Interleavings {
  /// The deadline of a thread that parks without one.
  public static final long NEVER = -1;

  /// The code of a thread, or a check.
  @FunctionalInterface
  public interface Body {
    void run() throws Exception;
  }

  private final List<Integer> prefix; // of the choices; the first possible one after that
  private final List<Integer> choices = new ArrayList<>();
  private final List<Integer> alternatives = new ArrayList<>(); // how many, of each choice
  private final List<Actor> actors = new ArrayList<>();
  private final List<String> turns = new ArrayList<>();
  private final Semaphore scheduler = new Semaphore(0);
  private final Lock lock = newLock();
  private Body check = () -> {};
  private int preemptions;
  private long now;
  private volatile boolean aborted;
  private volatile @Nullable Throwable failure;

  private Interleavings(List<Integer> prefix, int preemptions) {
    this.prefix = prefix;
    this.preemptions = preemptions;
  }

  /// Ends the threads of a run that failed.
  private static final class Aborted extends Error {
    private static final long serialVersionUID = 1L;
  }

  /// Runs the program in all interleavings; how many there were.
  public static int explore(int preemptions, Consumer<Interleavings> program) throws Exception {
    // All threads are virtual: turns change a hundred times faster than between platform threads.
    FutureTask<Integer> exploration = new FutureTask<>(() -> exploreAll(preemptions, program));
    Thread.ofVirtual().start(exploration);
    return exploration.get();
  }

  private static int exploreAll(int preemptions, Consumer<Interleavings> program) {
    List<Integer> prefix = List.of();
    for (int runs = 1; ; runs++) {
      Interleavings run = new Interleavings(prefix, preemptions);
      program.accept(run);
      run.play();
      int last = run.choices.size() - 1;
      while (last >= 0 && run.choices.get(last) + 1 >= run.alternatives.get(last)) {
        last--;
      }
      if (last < 0) {
        return runs;
      }
      prefix = new ArrayList<>(run.choices.subList(0, last + 1));
      prefix.set(last, run.choices.get(last) + 1);
    }
  }

  /// Adds a thread to the program.
  public Thread fork(String name, Body body) {
    Actor actor = new Actor(name);
    actors.add(actor);
    actor.thread = Thread.ofVirtual().name(name).unstarted(() -> act(actor, body));
    actor.thread.start();
    return actor.thread;
  }

  private void act(Actor actor, Body body) {
    try {
      takeTurn(actor);
      body.run();
    } catch (Aborted e) {
      return;
    } catch (Throwable e) {
      failure = e;
    }
    actor.finished = true;
    scheduler.release();
  }

  /// Checks something when all threads have finished.
  public void after(Body last) {
    check = last;
  }

  /// The lock of a program that has only one.
  public Lock lock() {
    return lock;
  }

  /// One more lock. It has one condition, whose waits have no time-out. Outside the program's
  /// threads it is always free.
  public Lock newLock() {
    return new TurnLock(this);
  }

  private void play() {
    Actor current = null;
    try {
      while (failure == null && actors.stream().anyMatch(actor -> !actor.finished)) {
        current = next(current);
        turns.add(current.name);
        current.turn.release();
        scheduler.acquireUninterruptibly();
      }
      if (failure == null) {
        check.run();
      }
    } catch (Exception | AssertionError e) {
      failure = e;
    }
    aborted = true;
    actors.forEach(actor -> actor.turn.release(1000));
    if (failure != null) {
      throw new AssertionError("after the turns " + turns + ": " + failure, failure);
    }
  }

  /// Chooses the thread that continues.
  private Actor next(@Nullable Actor current) {
    List<Actor> able = new ArrayList<>(actors.stream().filter(Actor::isAble).toList());
    List<Actor> timed = actors.stream().filter(Actor::hasDeadline).toList();
    if (able.isEmpty() && timed.isEmpty()) {
      throw new AssertionError("deadlock of " + unfinished());
    }
    boolean isFree = current == null || !able.remove(current); // a switch that is no preemption
    if (!isFree) {
      able.addFirst(current);
    }
    able.addAll(timed);
    int choice = choices.size() < prefix.size() ? prefix.get(choices.size()) : 0;
    choices.add(choice);
    alternatives.add(isFree || preemptions > 0 ? able.size() : 1);
    if (choice > 0 && !isFree) {
      preemptions--;
    }
    Actor chosen = able.get(choice);
    if (!chosen.isAble()) {
      now = Math.max(now, chosen.until);
    }
    chosen.unparked();
    return chosen;
  }

  private String unfinished() {
    return actors.stream()
        .filter(actor -> !actor.finished)
        .map(actor -> actor.name)
        .collect(Collectors.joining(", "));
  }

  List<Actor> actors() {
    return actors;
  }

  /// The actor of this thread; null in a thread that is not the program's.
  @Nullable Actor self() {
    for (Actor actor : actors) {
      if (actor.thread == Thread.currentThread()) {
        return actor;
      }
    }
    return null;
  }

  void yieldTurn(Actor actor) {
    if (!aborted) {
      scheduler.release();
    }
    takeTurn(actor);
  }

  private void takeTurn(Actor actor) {
    actor.turn.acquireUninterruptibly();
    if (aborted) {
      throw new Aborted();
    }
  }

  /// Lets another thread continue here. Does nothing outside the program's threads.
  public void pause() {
    Actor self = self();
    if (self != null) {
      yieldTurn(self);
    }
  }

  /// The program's time, in nanoseconds, without a chance for another thread to continue.
  public long now() {
    return now;
  }

  /// Waits until the thread is unparked or interrupted, or the program's time reaches a deadline.
  ///
  /// @param deadline in nanoseconds, or [#NEVER]
  public void parkUntil(long deadline) {
    Actor self = self();
    if (self == null) {
      throw new IllegalStateException("only threads of the program may wait");
    }
    if (self.permit || self.thread.isInterrupted()) {
      self.permit = false;
      return;
    }
    self.parked = true;
    self.until = deadline;
    yieldTurn(self);
  }

  /// Lets a thread of the program continue that is parked or about to park.
  public void unpark(Thread thread) {
    for (Actor actor : actors) {
      if (actor.thread == thread) {
        actor.permit = true;
      }
    }
    pause();
  }

  /// Interrupts a thread of the program.
  public void interrupt(Thread thread) {
    for (Actor actor : actors) {
      actor.interrupted |= actor.thread == thread;
    }
    thread.interrupt();
    pause();
  }
}
