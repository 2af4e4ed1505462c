package dev.drover.client.pods;

import dev.drover.api.DynamicObject;
import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// The latest state of a pod, for the threads that read its logs. Any number of threads.
final class FollowedPod {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Set<ContainerLog> logs = new HashSet<>(); // being read
  private final Set<String> containers = new HashSet<>(); // of logs that were begun
  private DynamicObject pod;
  private boolean isOver; // gone, or stopped
  private long changes;

  FollowedPod(DynamicObject pod) {
    this.pod = pod;
  }

  void update(DynamicObject now) {
    change(() -> pod = now);
  }

  void gone() {
    change(() -> isOver = true);
  }

  private void change(Runnable change) {
    lock.lock();
    try {
      change.run();
      changes++;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /// Whether the log of a container is not read yet; says so once.
  boolean isNew(String container) {
    lock.lock();
    try {
      return containers.add(container);
    } finally {
      lock.unlock();
    }
  }

  void begun(ContainerLog log) {
    change(() -> logs.add(log));
  }

  void ended(ContainerLog log) {
    change(() -> logs.remove(log));
  }

  /// Whether all its logs have been read.
  boolean isDone() {
    lock.lock();
    try {
      return logs.isEmpty();
    } finally {
      lock.unlock();
    }
  }

  /// The present run of a container, if it is another than `done` and has begun; waits for it, and
  /// is empty when none comes any more.
  Optional<ContainerRun> awaitRunAfter(String container, long done) throws InterruptedException {
    lock.lock();
    try {
      while (true) {
        Optional<ContainerRun> run = ContainerRun.of(pod, container);
        if (run.isPresent() && run.get().number() > done) {
          return run;
        }
        if (isOver || run.isPresent() && run.get().last()) {
          return Optional.empty();
        }
        changed.await();
      }
    } finally {
      lock.unlock();
    }
  }

  /// The present run of a container, without waiting.
  Optional<ContainerRun> run(String container) {
    lock.lock();
    try {
      return ContainerRun.of(pod, container);
    } finally {
      lock.unlock();
    }
  }

  /// Waits for so long, or until the pod changes; false when the pod is gone.
  boolean pause(Duration time) throws InterruptedException {
    lock.lock();
    try {
      long seen = changes;
      long nanos = TimeUnit.NANOSECONDS.convert(time);
      while (!isOver && changes == seen && nanos > 0) {
        nanos = changed.awaitNanos(nanos);
      }
      return !isOver;
    } finally {
      lock.unlock();
    }
  }

  /// Ends the reading of its logs.
  void stop() {
    Set<ContainerLog> open;
    lock.lock();
    try {
      isOver = true;
      changed.signalAll();
      open = Set.copyOf(logs);
    } finally {
      lock.unlock();
    }
    open.forEach(ContainerLog::stop);
  }
}
