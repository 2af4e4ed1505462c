package dev.drover.console;

import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.client.KubernetesException;
import dev.drover.client.ListOptions;
import dev.drover.client.TimeSource;
import dev.drover.model.apps.v1.ReplicaSet;
import dev.drover.model.batch.v1.Job;
import dev.drover.model.core.v1.Pod;
import dev.drover.runtime.Manager;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/// Reads what Kubernetes' own workloads create (replica sets, jobs, pods) from the server, for the
/// tree of an object whose manager does not cache these kinds.
///
/// Bounded: one list of a kind in a namespace at most every five seconds, whatever the number of
/// viewers, at most ten lists in five seconds, and at most 500 objects of each. A manager without
/// the right to list them gets the refusal, which the tree shows. Any number of threads; a list is
/// read by one of those that wait for it, without a lock.
final class LiveChildren {
  private static final Duration FRESH = Duration.ofSeconds(5);
  private static final int MOST_LISTS = 10; // within FRESH
  private static final int MOST_OBJECTS = 500;
  private static final Read TOO_MANY =
      new Read(List.of(), "not read yet: the console reads few lists at a time");

  /// What the controllers of Kubernetes create for an object of a kind.
  private static final Map<String, Kind<?>> CREATED =
      Map.of(
          "apps/v1/Deployment", Kind.of(ReplicaSet.class),
          "apps/v1/ReplicaSet", Kind.of(Pod.class),
          "apps/v1/StatefulSet", Kind.of(Pod.class),
          "apps/v1/DaemonSet", Kind.of(Pod.class),
          "batch/v1/CronJob", Kind.of(Job.class),
          "batch/v1/Job", Kind.of(Pod.class));

  private final Manager manager;
  private final TimeSource time;
  private final SequencedMap<List<String>, Reading> reads =
      new LinkedHashMap<>(); // by kind and namespace, the latest last; guarded by this
  private final Deque<Long> lists = new ArrayDeque<>(); // when each began; guarded by this

  /// Objects of a kind in a namespace.
  ///
  /// @param error why they could not be read; empty if they could
  record Read(List<CachedObjects.Found> objects, String error) {}

  /// A list that was begun, perhaps not by the thread that waits for it.
  private record Reading(long at, FutureTask<Read> task) {}

  LiveChildren(Manager manager, TimeSource time) {
    this.manager = manager;
    this.time = time;
  }

  /// The kind that Kubernetes creates for objects of this kind, unless it is cached.
  ///
  /// @param kind as the API names it
  Optional<Kind<?>> missing(String kind) {
    return Optional.<Kind<?>>ofNullable(CREATED.get(kind))
        .filter(
            created ->
                manager.cache().informers().stream()
                    .map(informer -> informer.kind().gvk())
                    .noneMatch(created.gvk()::equals));
  }

  /// The objects of a kind in the namespace of their owner.
  Read read(Kind<?> kind, KubernetesObject owner) {
    FutureTask<Read> task = reading(kind, owner.namespace());
    task.run(); // does nothing if another thread does it, or has done it
    try {
      return task.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Read(List.of(), "not read: the console stops");
    } catch (ExecutionException e) {
      throw new IllegalStateException("list " + kind.plural(), e.getCause());
    }
  }

  /// The list to wait for: a recent one, the last one if there are too many, or a new one.
  private synchronized FutureTask<Read> reading(Kind<?> kind, String namespace) {
    List<String> place = List.of(Trees.id(kind), namespace);
    long now = time.nanoTime();
    Reading known = reads.get(place);
    if (known != null && now - known.at < FRESH.toNanos()) {
      return known.task;
    }
    while (!lists.isEmpty() && now - lists.getFirst() > FRESH.toNanos()) {
      lists.removeFirst();
    }
    if (lists.size() >= MOST_LISTS) {
      return known != null ? known.task : new FutureTask<>(() -> TOO_MANY);
    }
    lists.addLast(now);
    FutureTask<Read> task = new FutureTask<>(() -> list(kind, namespace));
    reads.remove(place);
    reads.putLast(place, new Reading(now, task));
    if (reads.size() > MOST_LISTS) {
      reads.pollFirstEntry();
    }
    return task;
  }

  private <T extends KubernetesObject> Read list(Kind<T> kind, String namespace) {
    try {
      List<T> found =
          manager
              .client()
              .live()
              .resources(kind)
              .inNamespace(namespace)
              .list(ListOptions.defaults().with(o -> o.limit(MOST_OBJECTS)))
              .items();
      String id = Trees.id(kind);
      return new Read(found.stream().map(o -> new CachedObjects.Found(id, o)).toList(), "");
    } catch (KubernetesException e) {
      return new Read(List.of(), Masking.text(String.valueOf(e.getMessage())));
    }
  }
}
