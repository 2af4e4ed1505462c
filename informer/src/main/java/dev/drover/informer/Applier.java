package dev.drover.informer;

import dev.drover.api.KubernetesObject;
import dev.drover.api.ObjectKey;
import dev.drover.api.ObjectMeta;
import dev.drover.api.ResourceVersion;
import dev.drover.informer.classic.Delta;
import dev.drover.informer.classic.KeyFunction;
import dev.drover.informer.store.Change;
import dev.drover.informer.store.SnapshotStore;
import dev.drover.informer.store.StoreStep;
import dev.drover.informer.store.Versions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/// Brings changes from the sources into the store, and resyncs: prepares a step without a lock that
/// other threads need, then commits it and delivers the changes.
final class Applier<T extends KubernetesObject> {
  private final SnapshotStore<T> store;
  private final Broadcaster<T> broadcaster;
  private final Reporter reporter;

  // One source prepares at a time: a list of many objects would else always come too late, as long
  // as another source brings small changes.
  private final ReentrantLock turn = new ReentrantLock(true);
  private volatile List<Source<T>> sources = List.of();

  Applier(SnapshotStore<T> store, Broadcaster<T> broadcaster, Reporter reporter) {
    this.store = store;
    this.broadcaster = broadcaster;
    this.reporter = reporter;
  }

  void start(List<Source<T>> all) {
    sources = all;
  }

  /// Brings changes into the store and delivers them. A failure is reported, not thrown: the
  /// changes after these must not be lost with them. The source lists again then, because without
  /// these changes the copy is not right; what comes before its first list is left alone.
  ///
  /// @return whether with these all sources have brought a list for the first time
  boolean apply(Source<T> source, List<Delta<T>> deltas) {
    if (!lists(deltas) && !source.isListed()) {
      return false;
    }
    try {
      boolean wasSynced = broadcaster.isSynced();
      StoreStep<T> step = commit(source, deltas);
      report(step, deltas);
      return !wasSynced && broadcaster.isSynced();
    } catch (Throwable e) { // without this thread the copy would stand still for ever
      reporter.failed(e);
      source.reflector().listAnew();
      return false;
    }
  }

  private static <T> boolean lists(List<Delta<T>> deltas) {
    return deltas.getFirst() instanceof Delta.ReplacedAll<T>; // which comes alone
  }

  private void report(StoreStep<T> step, List<Delta<T>> deltas) {
    step.leftOut().forEach(reporter::failed);
    for (Delta<T> delta : deltas) {
      if (delta instanceof Delta.ReplacedAll<T>(var objects, _)) {
        reporter.listed(objects.size());
      }
    }
  }

  private StoreStep<T> commit(Source<T> source, List<Delta<T>> deltas) {
    turn.lock();
    try {
      String version = versionAfter(deltas, source.version());
      boolean first = !source.isListed();
      StoreStep<T> step;
      do { // again when an index was added meanwhile: it must have these changes, too
        step = prepare(source, deltas, version);
      } while (!(first ? commitFirst(source, step) : commitNext(step)));
      source.reached(version, lists(deltas));
      return step;
    } finally {
      turn.unlock();
      broadcaster.monitor().changed();
    }
  }

  private boolean commitFirst(Source<T> source, StoreStep<T> step) {
    List<T> objects = step.changes().stream().map(Applier::added).toList();
    boolean last = sources.stream().allMatch(other -> other == source || other.isListed());
    return broadcaster.commitFirst(step, objects, last);
  }

  /// The store has nothing of a source before its first list.
  private static <T> T added(Change<T> change) {
    if (change instanceof Change.Added<T>(_, var object)) {
      return object;
    }
    throw new AssertionError("not the first list: " + change);
  }

  private boolean commitNext(StoreStep<T> step) {
    List<Change<T>> news = new ArrayList<>(step.changes().size());
    for (Change<T> change : step.changes()) {
      if (isNews(change)) {
        news.add(change);
      }
    }
    return broadcaster.commit(step, news);
  }

  private StoreStep<T> prepare(Source<T> source, List<Delta<T>> deltas, String version) {
    return store
        .prepare(deltas, KeyFunction.<T>namespaceAndName(), source::owns)
        .to(smallest(source, version));
  }

  /// A store of several sources has seen what all of them have.
  private String smallest(Source<T> source, String version) {
    String smallest = version;
    for (Source<T> other : sources) {
      if (other != source && BY_AGE.compare(other.version(), smallest) < 0) {
        smallest = other.version();
      }
    }
    return smallest;
  }

  static final Comparator<String> BY_AGE = Applier::compareAge;

  private static int compareAge(String one, String other) {
    boolean known = ResourceVersion.isWellFormed(one);
    boolean otherKnown = ResourceVersion.isWellFormed(other);
    return known && otherKnown
        ? ResourceVersion.compare(one, other)
        : Boolean.compare(known, otherKnown);
  }

  private static <T extends KubernetesObject> String versionAfter(
      List<Delta<T>> deltas, String before) {
    String version = before;
    for (Delta<T> delta : deltas) {
      String next =
          switch (delta) {
            case Delta.Added<T>(var object) -> versionOf(object);
            case Delta.Updated<T>(var object) -> versionOf(object);
            case Delta.Replaced<T>(var object) -> versionOf(object);
            case Delta.Deleted<T>(Deletion.Seen<T>(_, var object)) -> versionOf(object);
            case Delta.ReplacedAll<T>(_, var list) -> list;
            case Delta.Bookmark<T>(var mark) -> mark;
            case Delta.Deleted<T> _, Delta.Sync<T> _, Delta.SyncAll<T> _ -> "";
          };
      boolean isAuthority = delta instanceof Delta.OfAll<T>;
      if (!next.isEmpty() && (isAuthority || !Versions.isOlder(next, version))) {
        version = next; // a deletion may carry an older one
      }
    }
    return version;
  }

  private static String versionOf(KubernetesObject object) {
    return object.metadata().resourceVersion();
  }

  /// An object that did not change causes no event: a list that is read again is no resync. Nor
  /// does the deletion of one that the store never had.
  private static <T extends KubernetesObject> boolean isNews(Change<T> change) {
    return switch (change) {
      case Change.Added<T> _ -> true;
      case Change.Updated<T>(_, var before, var now) -> !isSame(before, now);
      case Change.Deleted<T>(_, var before) -> before != null;
    };
  }

  private static <T extends KubernetesObject> boolean isSame(T before, T now) {
    ObjectMeta old = before.metadata();
    ObjectMeta fresh = now.metadata();
    return old.resourceVersion().isEmpty()
        ? before.equals(now)
        : old.resourceVersion().equals(fresh.resourceVersion()) && old.uid().equals(fresh.uid());
  }

  /// Delivers a resync to the handlers whose period has passed.
  void resync() {
    turn.lock();
    try {
      while (!broadcaster.resync(
          store.prepare(
              List.of(new Delta.SyncAll<>()), KeyFunction.<T>namespaceAndName(), Applier::any))) {
        // An index was added meanwhile.
      }
    } finally {
      turn.unlock();
    }
  }

  private static boolean any(ObjectKey key) {
    return true;
  }
}
