package dev.drover.informer;

import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.function.Consumer;

/// Runs a small program of several threads in every order in which they can take turns, up to a
/// number of preemptions.
///
/// One thread runs at a time. Another may go on where the running one takes a lock of the program,
/// waits on its condition, or says [#pause]. For code that shares nothing outside of locks, or only
/// between pauses, these are all orders that make a difference. When nobody can go on, that is a
/// deadlock. A failure names the turns that led to it.
final class Schedules {
  /// What a thread does, or what is checked at the end.
  @FunctionalInterface
  interface Body {
    void run() throws Exception;
  }

  private static final class Abandoned extends Error {
    private static final long serialVersionUID = 1L;
  }

  private final class Actor {
    final String name;
    final Semaphore turn = new Semaphore(0);
    boolean finished;
    TurnLock wanted; // and not had yet
    TurnLock waiting; // on its condition

    Actor(String name) {
      this.name = name;
    }

    boolean isAble() {
      return !finished && waiting == null && (wanted == null || wanted.owner == null);
    }
  }

  private final List<Integer> prefix; // what to choose; from there on the first
  private final List<Integer> chosen = new ArrayList<>();
  private final List<Integer> choices = new ArrayList<>();
  private final List<String> turns = new ArrayList<>();
  private final List<Actor> actors = new ArrayList<>();
  private final Semaphore scheduler = new Semaphore(0);
  private final Lock lock = new TurnLock();
  private int preemptions;
  private Actor current;
  private Body check = () -> {};
  private volatile boolean abandoned;
  private volatile Throwable failure;

  private Schedules(List<Integer> prefix, int preemptions) {
    this.prefix = prefix;
    this.preemptions = preemptions;
  }

  /// Runs the program in all orders; how many there were.
  static int explore(int preemptions, Consumer<Schedules> program) throws Exception {
    FutureTask<Integer> all = new FutureTask<>(() -> exploreAll(preemptions, program));
    Thread.ofVirtual().start(all);
    return all.get();
  }

  private static int exploreAll(int preemptions, Consumer<Schedules> program) {
    List<Integer> prefix = List.of();
    for (int runs = 1; ; runs++) {
      Schedules run = new Schedules(prefix, preemptions);
      program.accept(run);
      run.play();
      int last = run.chosen.size() - 1;
      while (last >= 0 && run.chosen.get(last) + 1 >= run.choices.get(last)) {
        last--;
      }
      if (last < 0) {
        return runs;
      }
      prefix = new ArrayList<>(run.chosen.subList(0, last + 1));
      prefix.set(last, run.chosen.get(last) + 1);
    }
  }

  /// A thread of the program.
  void fork(String name, Body body) {
    Actor actor = new Actor(name);
    actors.add(actor);
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                takeTurn(actor);
                body.run();
              } catch (Abandoned e) {
                return;
              } catch (Throwable e) {
                failure = e;
              }
              actor.finished = true;
              scheduler.release();
            });
  }

  /// What must hold when all threads are done.
  void after(Body last) {
    check = last;
  }

  /// The lock of the program, where it has only one.
  Lock lock() {
    return lock;
  }

  /// One more lock.
  Lock newLock() {
    return new TurnLock();
  }

  /// Another thread may go on here. Nothing outside of the program's threads.
  void pause() {
    if (current != null) {
      yieldTurn(current);
    }
  }

  private void yieldTurn(Actor actor) {
    scheduler.release();
    takeTurn(actor);
  }

  private void takeTurn(Actor actor) {
    actor.turn.acquireUninterruptibly();
    if (abandoned) {
      throw new Abandoned();
    }
  }

  private void play() {
    try {
      while (failure == null && actors.stream().anyMatch(actor -> !actor.finished)) {
        current = next();
        turns.add(current.name);
        current.turn.release();
        scheduler.acquireUninterruptibly();
      }
      current = null;
      if (failure == null) {
        check.run();
      }
    } catch (Exception | AssertionError e) {
      failure = e;
    }
    abandoned = true;
    actors.forEach(actor -> actor.turn.release());
    if (failure != null) {
      throw new AssertionError("after the turns " + turns + ": " + failure, failure);
    }
  }

  private Actor next() {
    List<Actor> able = new ArrayList<>(actors.stream().filter(Actor::isAble).toList());
    if (able.isEmpty()) {
      throw new AssertionError("nobody can go on");
    }
    boolean couldGoOn = able.remove(current);
    if (couldGoOn) {
      able.addFirst(current);
    }
    int choice = chosen.size() < prefix.size() ? prefix.get(chosen.size()) : 0;
    chosen.add(choice);
    choices.add(couldGoOn && preemptions == 0 ? 1 : able.size());
    if (couldGoOn && choice > 0) {
      preemptions--;
    }
    return able.get(choice);
  }

  /// Another thread may go on before it is taken, and those who want it wait while it is held. It
  /// has one condition. Outside of the program's threads it is free for all.
  private final class TurnLock implements Lock, Condition {
    private Actor owner;
    private int depth;

    @Override
    public void lock() {
      Actor me = current;
      if (me != null && owner != me) {
        me.wanted = this;
        yieldTurn(me);
        own(me);
      }
      depth++;
    }

    private void own(Actor me) {
      me.wanted = null;
      owner = me;
    }

    @Override
    public void lockInterruptibly() {
      lock();
    }

    @Override
    public void unlock() {
      depth--;
      if (depth == 0) {
        owner = null;
      }
    }

    @Override
    public Condition newCondition() {
      return this;
    }

    @Override
    public void await() {
      Actor me = current;
      int held = depth;
      depth = 0;
      owner = null;
      me.waiting = this;
      me.wanted = this;
      yieldTurn(me);
      own(me);
      depth = held;
    }

    @Override
    public void awaitUninterruptibly() {
      await();
    }

    @Override
    public void signalAll() {
      actors.stream().filter(actor -> actor.waiting == this).forEach(actor -> actor.waiting = null);
    }

    @Override
    public void signal() {
      throw new UnsupportedOperationException();
    }

    @Override
    public boolean tryLock() {
      throw new UnsupportedOperationException();
    }

    @Override
    public boolean tryLock(long time, TimeUnit unit) {
      throw new UnsupportedOperationException();
    }

    @Override
    public long awaitNanos(long nanos) {
      throw new UnsupportedOperationException();
    }

    @Override
    public boolean await(long time, TimeUnit unit) {
      throw new UnsupportedOperationException();
    }

    @Override
    public boolean awaitUntil(Date deadline) {
      throw new UnsupportedOperationException();
    }
  }
}
