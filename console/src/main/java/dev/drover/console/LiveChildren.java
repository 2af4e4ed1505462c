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

/// Reads what Kubernetes' own workloads create (replica sets, jobs, pods) from the server, for the
/// tree of an object whose manager does not cache these kinds.
///
/// Bounded: one list of a kind in a namespace at most every five seconds, whatever the number of
/// viewers, at most ten lists in five seconds, and at most 500 objects of each. A manager without
/// the right to list them gets the refusal, which the tree shows. Any number of threads; one reads
/// at a time.
final class LiveChildren {
  private static final Duration FRESH = Duration.ofSeconds(5);
  private static final int MOST_LISTS = 10; // within FRESH
  private static final int MOST_OBJECTS = 500;

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
  private final SequencedMap<List<String>, Read> reads =
      new LinkedHashMap<>(); // by kind and namespace, the latest last; guarded by this
  private final Deque<Long> lists = new ArrayDeque<>(); // when each began; guarded by this

  /// Objects of a kind in a namespace.
  ///
  /// @param error why they could not be read; empty if they could
  record Read(long at, List<CachedObjects.Found> objects, String error) {}

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
  synchronized Read read(Kind<?> kind, KubernetesObject owner) {
    List<String> place = List.of(Trees.id(kind), owner.namespace());
    long now = time.nanoTime();
    Read known = reads.get(place);
    if (known != null && now - known.at < FRESH.toNanos()) {
      return known;
    }
    while (!lists.isEmpty() && now - lists.getFirst() > FRESH.toNanos()) {
      lists.removeFirst();
    }
    if (lists.size() >= MOST_LISTS) {
      return known != null
          ? known
          : new Read(now, List.of(), "not read yet: the console reads few lists at a time");
    }
    lists.addLast(now);
    reads.remove(place);
    Read read = list(kind, owner.namespace(), now);
    reads.putLast(place, read);
    if (reads.size() > MOST_LISTS) {
      reads.pollFirstEntry();
    }
    return read;
  }

  private <T extends KubernetesObject> Read list(Kind<T> kind, String namespace, long now) {
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
      return new Read(now, found.stream().map(o -> new CachedObjects.Found(id, o)).toList(), "");
    } catch (KubernetesException e) {
      return new Read(now, List.of(), Masking.text(String.valueOf(e.getMessage())));
    }
  }
}
