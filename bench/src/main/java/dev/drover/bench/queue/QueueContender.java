package dev.drover.bench.queue;

import dev.drover.runtime.queue.WorkQueue;
import io.kubernetes.client.extended.workqueue.DefaultWorkQueue;
import java.util.Optional;
import java.util.function.Supplier;

/// The compared work queues. Each has the threads that its controllers have.
enum QueueContender {
  DROVER("Drover", QueueContender::drover, true),
  OFFICIAL("official client", QueueContender::official, false),
  CLIENT_GO(
      "client-go",
      () -> {
        throw new IllegalStateException("runs in a process of its own");
      },
      false);

  final String label;
  private final Supplier<Subject> subject;
  private final boolean virtual;

  QueueContender(String label, Supplier<Subject> subject, boolean virtual) {
    this.label = label;
    this.subject = subject;
    this.virtual = virtual;
  }

  /// What is measured of a queue.
  interface Subject {
    void add(String key);

    /// Empty when nothing will come any more.
    Optional<String> take() throws InterruptedException;

    void done(String key);

    void shutDown();
  }

  Subject subject() {
    return subject.get();
  }

  Thread worker(Runnable work) {
    return virtual ? Thread.startVirtualThread(work) : Thread.ofPlatform().start(work);
  }

  private static Subject drover() {
    WorkQueue<String> queue = new WorkQueue<>();
    return new Subject() {
      @Override
      public void add(String key) {
        queue.add(key);
      }

      @Override
      public Optional<String> take() throws InterruptedException {
        return queue.take();
      }

      @Override
      public void done(String key) {
        queue.done(key);
      }

      @Override
      public void shutDown() {
        queue.shutDown();
      }
    };
  }

  private static Subject official() {
    DefaultWorkQueue<String> queue = new DefaultWorkQueue<>();
    return new Subject() {
      @Override
      public void add(String key) {
        queue.add(key);
      }

      @Override
      public Optional<String> take() throws InterruptedException {
        return Optional.ofNullable(queue.get());
      }

      @Override
      public void done(String key) {
        queue.done(key);
      }

      @Override
      public void shutDown() {
        queue.shutDown();
      }
    };
  }
}
