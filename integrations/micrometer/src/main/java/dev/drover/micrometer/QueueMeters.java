package dev.drover.micrometer;

import dev.drover.runtime.queue.QueueObserver;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;

/// The metrics `workqueue_*` of client-go and controller-runtime.
final class QueueMeters {
  /// So many priorities of a queue have a series of their own, as in controller-runtime.
  private static final int PRIORITIES = 25;

  private final Meters meters;
  private final ConcurrentMap<String, Set<Integer>> priorities = new ConcurrentHashMap<>();

  QueueMeters(Meters meters) {
    this.meters = meters;
  }

  QueueObserver of(String name) {
    return new Queue(name);
  }

  private final class Queue implements QueueObserver {
    private final String name;

    Queue(String name) {
      this.name = name;
      depth(0);
      counter("workqueue_adds", 0);
      counter("workqueue_retries", 0);
      meters.timer("workqueue_queue_duration", Buckets.QUEUE, tags());
      meters.timer("workqueue_work_duration", Buckets.QUEUE, tags());
    }

    private String[] tags() {
      return new String[] {"name", name, "controller", name};
    }

    private void counter(String metric, int more) {
      meters.counter(metric, tags()).increment(more);
    }

    private AtomicInteger depth(int priority) {
      return meters.gauge(
          "workqueue_depth", "name", name, "controller", name, "priority", label(priority));
    }

    private String label(int priority) {
      Set<Integer> known = priorities.computeIfAbsent(name, _ -> ConcurrentHashMap.newKeySet());
      boolean isKnown =
          known.contains(priority) || (known.size() < PRIORITIES && known.add(priority));
      return isKnown || known.contains(priority)
          ? Integer.toString(priority)
          : "exceeded_cardinality_limit";
    }

    @Override
    public void opened(RunningWork running) {
      // Weak, as the metrics must not keep a queue alive that is closed.
      WeakReference<RunningWork> source = new WeakReference<>(running);
      meters.duration(
          "workqueue_unfinished_work_seconds",
          () -> Optional.ofNullable(source.get()).map(RunningWork::total),
          tags());
      meters.duration(
          "workqueue_longest_running_processor_seconds",
          () -> Optional.ofNullable(source.get()).map(RunningWork::longest),
          tags());
    }

    @Override
    public void added(int priority) {
      depth(priority).incrementAndGet();
      counter("workqueue_adds", 1);
    }

    @Override
    public void raised(int from, int to) {
      depth(from).decrementAndGet();
      depth(to).incrementAndGet();
    }

    @Override
    public void taken(int priority, Duration waited) {
      depth(priority).decrementAndGet();
      meters.timer("workqueue_queue_duration", Buckets.QUEUE, tags()).record(waited);
    }

    @Override
    public void done(Duration worked) {
      meters.timer("workqueue_work_duration", Buckets.QUEUE, tags()).record(worked);
    }

    @Override
    public void retried() {
      counter("workqueue_retries", 1);
    }

    @Override
    public void dropped(int priority) {
      depth(priority).decrementAndGet();
    }
  }
}
