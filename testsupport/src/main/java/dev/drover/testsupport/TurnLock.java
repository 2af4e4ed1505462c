package dev.drover.testsupport;

import java.util.Date;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import org.jspecify.annotations.Nullable;

/// A reentrant lock with one condition whose owner is decided by [Interleavings].
final class TurnLock implements Lock, Condition {
  private final Interleavings program;
  private @Nullable Actor owner;
  private int depth;

  TurnLock(Interleavings program) {
    this.program = program;
  }

  boolean isFree() {
    return owner == null;
  }

  @Override
  public void lock() {
    Actor self = program.self();
    if (self != null && owner != self) {
      self.wanted = this;
      program.yieldTurn(self);
      own(self);
    }
    depth++;
  }

  private void own(Actor self) {
    self.wanted = null;
    owner = self;
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
    waitForSignal();
  }

  private void waitForSignal() {
    Actor self = program.self();
    if (self == null) {
      throw new IllegalStateException("only threads of the program may wait");
    }
    int held = depth;
    depth = 0;
    owner = null;
    self.waiting = this;
    self.wanted = this;
    program.yieldTurn(self);
    own(self);
    depth = held;
  }

  @Override
  public void awaitUninterruptibly() {
    waitForSignal();
  }

  @Override
  public void signalAll() {
    for (Actor actor : program.actors()) {
      if (actor.waiting == this) {
        actor.waiting = null;
      }
    }
  }

  @Override
  public void signal() {
    throw new UnsupportedOperationException("which thread wakes up is not explored: signalAll");
  }

  @Override
  public boolean tryLock() {
    throw new UnsupportedOperationException("not explored");
  }

  @Override
  public boolean tryLock(long time, TimeUnit unit) {
    throw new UnsupportedOperationException("not explored");
  }

  @Override
  public long awaitNanos(long nanos) {
    throw new UnsupportedOperationException("not explored");
  }

  @Override
  public boolean await(long time, TimeUnit unit) {
    throw new UnsupportedOperationException("not explored");
  }

  @Override
  public boolean awaitUntil(Date deadline) {
    throw new UnsupportedOperationException("not explored");
  }
}
